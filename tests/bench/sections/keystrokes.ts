import type { Locator, Page } from 'playwright';
import type { Desk } from '../desk.ts';
import { watch } from '../in-page.ts';
import { SCALE_TOKEN } from '../large-data.ts';
import { median, ms, spread } from '../numbers.ts';
import { openPage, settled } from '../open-page.ts';
import { atMost, type Line, type Measured } from '../report.ts';
import type { Stage } from '../stage.ts';

/** A page and what a person does on it. */
interface Scene {
  what: string;
  path: string;
  act: (page: Page) => Promise<void>;
}

/** The typing speed of a practised person. */
const KEY_MS = { delay: 60 };
/** How long the pointer is over a control before it presses, and how long it presses. */
const HAND_MS = 80;

/** A press as a hand does it: the pointer is there before, and comes up again after a while. */
async function press(target: Locator): Promise<void> {
  const page = target.page();
  await target.hover();
  await page.waitForTimeout(HAND_MS);
  await page.mouse.down();
  await page.waitForTimeout(HAND_MS);
  await page.mouse.up();
  await page.waitForTimeout(HAND_MS);
}

const SCENES: Scene[] = [
  {
    what: 'jump: open, type, close',
    path: '/settings',
    async act(page) {
      await page.keyboard.press('Control+k', { delay: HAND_MS });
      await page.getByRole('combobox').waitFor();
      await page.keyboard.type('loans', KEY_MS);
      await page.keyboard.press('Escape');
    },
  },
  {
    what: 'loans: choose columns',
    path: '/loans',
    async act(page) {
      await press(page.getByRole('button', { name: 'Columns' }));
      await press(page.getByRole('checkbox').last());
    },
  },
  {
    what: 'loans: sort by amount, group by borrower',
    path: '/loans',
    async act(page) {
      await press(page.getByRole('columnheader', { name: 'Amount' }).getByRole('button'));
      await page.getByRole('combobox', { name: 'Group', exact: true }).selectOption('borrower');
    },
  },
  {
    what: 'tokens: type into the search',
    path: '/tokens',
    async act(page) {
      await page.getByRole('searchbox').first().focus();
      await page.keyboard.type('treasury', KEY_MS);
    },
  },
  {
    what: 'customers: type into the filter, sort',
    path: '/customers',
    async act(page) {
      await filterCustomers(page);
      await press(page.getByRole('columnheader', { name: 'Name' }).getByRole('button'));
    },
  },
  {
    what: 'new loan: type amount, duration and reason',
    path: '/loans/new',
    async act(page) {
      for (const [label, text] of [
        ['Amount', '2500000'],
        ['Term', '6'],
        ['Reason', 'Working capital'],
      ] as const) {
        await page.getByRole('textbox', { name: label }).first().focus();
        await page.keyboard.type(text, KEY_MS);
      }
    },
  },
  {
    what: 'cancel orders: type lines',
    path: '/orders/cancel',
    async act(page) {
      await page.getByLabel(/Paste lines/).focus();
      await page.keyboard.type('member-1,order-1\nmember-2,order-2', KEY_MS);
    },
  },
  {
    what: 'settings: theme and density',
    path: '/settings',
    async act(page) {
      for (const name of ['Dark', 'Compact', 'Light']) await press(page.getByText(name, { exact: true }));
    },
  },
];

const LARGE_SCENES: Scene[] = [
  {
    what: '100,000 customers: type into the filter, sort',
    path: '/customers',
    async act(page) {
      await filterCustomers(page);
      await press(page.getByRole('columnheader', { name: 'Name' }).getByRole('button'));
      await page.waitForTimeout(1_500);
    },
  },
];

async function filterCustomers(page: Page): Promise<void> {
  await page.getByLabel('Search customers by name or email').focus();
  await page.keyboard.type('ade', KEY_MS);
}

/** How long a person waits for the paint that answers a key or a press. */
export async function keystrokes(stage: Stage): Promise<Measured> {
  const desk = await stage.demoDesk();
  const lines = await play(stage, desk, SCENES, 100);
  const large = stage.options.scale ? await stage.largeData() : null;
  if (large) {
    const largeDesk = await stage.desk({ DATABASE_URL: large.whole }, SCALE_TOKEN);
    lines.push(...(await play(stage, largeDesk, LARGE_SCENES, 200)));
  }
  return { title: 'Keys and presses: the longest wait for the next paint (INP), CPU 4x slower', lines };
}

async function play(stage: Stage, desk: Desk, scenes: readonly Scene[], bar: number): Promise<Line[]> {
  const lines: Line[] = [];
  for (const { what, path, act } of scenes) {
    const longest: number[] = [];
    const kinds = new Set<string>();
    for (let round = 0; round < stage.rounds(3); round++) {
      const { page, close } = await openPage(stage, desk, { cpu: 4, before: watch });
      await settled(page, async () => {
        await page.goto(path);
        await page.getByRole('heading', { level: 1 }).waitFor();
      });
      // A person looks before they act.
      await page.waitForTimeout(1_000);
      await act(page);
      await page.waitForTimeout(400);
      const found = await page.evaluate(() => window.bench);
      longest.push(found.longest);
      kinds.add(found.longestKind);
      await close();
    }
    const figure = `${ms(median(longest))} (${[...kinds].join(', ')})`;
    lines.push(
      atMost(median(longest), bar, { what, figure, spread: spread(longest), bar: `at most ${bar} ms` }),
    );
  }
  return lines;
}
