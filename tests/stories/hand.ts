import type { Locator, Page } from 'playwright';

/** What a person works with. Text is typed in any case. */
export type Means = 'mouse' | 'keyboard' | 'touch';

/** What a story took. */
export interface Count {
  /** Presses of a mouse's button, or taps. */
  clicks: number;
  /** Presses of keys; a chord such as Ctrl+V is one. */
  keys: number;
}

/** More stops than any page has between two controls. */
const MANY_STOPS = 300;

/** The hand of a person on a page: does what a story says with one means, and counts. */
export interface Hand {
  page: Page;
  /** Presses a button or a link, or ticks a box. */
  press(target: Locator): Promise<void>;
  /** Types into a field. */
  type(target: Locator, text: string): Promise<void>;
  /** Pastes into a field what was copied elsewhere. */
  paste(target: Locator, text: string): Promise<void>;
  /** Chooses what begins with a text from a list of the browser's own. */
  choose(target: Locator, option: string): Promise<void>;
  /** Takes the first that a search offers. */
  take(offered: Locator): Promise<void>;
  /** Opens the search over everything. */
  jump(): Promise<void>;
  /** Closes what is open over the page. */
  leave(): Promise<void>;
  /** Waits until a page with this heading is there, and works. */
  arrive(heading: string | RegExp): Promise<void>;
}

/** A hand on a page, which adds to a count. */
export function createHand(page: Page, means: Means, count: Count): Hand {
  const key = async (name: string) => {
    count.keys += 1;
    await page.keyboard.press(name);
  };

  async function click(target: Locator): Promise<void> {
    count.clicks += 1;
    await (means === 'touch' ? target.tap() : target.click());
  }

  /** Goes from stop to stop until a control has the focus, the shorter way round. */
  async function reach(target: Locator): Promise<void> {
    await target.waitFor();
    for (let stop = 0; stop < MANY_STOPS; stop += 1) {
      const where = await target.evaluate((node) => {
        const active = document.activeElement;
        if (node === active) return 'here';
        const isBefore = active && active.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_PRECEDING;
        return isBefore ? 'before' : 'after';
      });
      if (where === 'here') return;
      await key(where === 'before' ? 'Shift+Tab' : 'Tab');
    }
    throw new Error(`${target} can't be reached by the keyboard.`);
  }

  /** Puts the focus into a field. */
  async function enter(target: Locator): Promise<void> {
    if (await target.evaluate((node) => node === document.activeElement)) return;
    if (means === 'keyboard') return await reach(target);
    await click(target);
  }

  async function type(target: Locator, text: string): Promise<void> {
    await target.waitFor();
    await enter(target);
    count.keys += text.length;
    await page.keyboard.type(text);
  }

  async function press(target: Locator): Promise<void> {
    if (means === 'keyboard') {
      await reach(target);
      const isBox = await target.evaluate((node) => node.matches('input, [role=checkbox]'));
      return await key(isBox ? 'Space' : 'Enter');
    }
    await click(target);
  }

  return {
    page,
    press,
    type,
    async jump() {
      if (means === 'keyboard') await key('Control+k');
      else await click(page.getByRole('button', { name: 'Search or jump' }));
      await page.getByRole('combobox', { name: 'Search or jump' }).waitFor();
    },
    async leave() {
      await key('Escape');
    },
    async arrive(heading) {
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
      // A page that came rendered doesn't listen until it is hydrated.
      await page.waitForFunction(() =>
        Object.keys(document.querySelector('h1') ?? {}).some((name) => name.startsWith('__reactFiber')),
      );
    },
    async paste(target, text) {
      await target.waitFor();
      await enter(target);
      count.keys += 1;
      await page.keyboard.insertText(text);
    },
    async choose(target, option) {
      if (means === 'keyboard') {
        await reach(target);
        count.keys += option.length;
        return await page.keyboard.type(option);
      }
      count.clicks += 2;
      // By its text: an option of a list needn't have a value of its own.
      const label = await target.locator('option', { hasText: option }).first().textContent();
      await target.selectOption({ label: label ?? option });
    },
    async take(offered) {
      await offered.waitFor();
      if (means === 'keyboard') return await key('Enter');
      await click(offered);
    },
  };
}
