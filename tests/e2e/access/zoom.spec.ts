import { expect, type Page } from '@playwright/test';
import { expectLoaded, expectNoOverflow, signIn, test } from '../desk.ts';
import { PLAIN_PAGES, recordPages } from './records.ts';

/** A window of 1280 by 1024 at 400 %, and the narrowest phone. */
const windows = [
  { width: 320, height: 256 },
  { width: 320, height: 640 },
];

/** What has the focus, where something else covers it or it lies outside the window; null where it can be seen. */
async function hiddenFocus(page: Page): Promise<string | null> {
  return await page.evaluate(() => {
    const active = document.activeElement;
    if (!active || active === document.body || active.id === 'main') return null;
    const boxes = [...active.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
    const name = `${active.tagName} ${active.getAttribute('aria-label') ?? active.textContent?.trim().slice(0, 40)}`;
    // What a screen reader alone finds has no place to be seen in.
    if (boxes.length === 0) return null;
    const isSeen = boxes.some((box) => {
      const steps = [0.1, 0.3, 0.5, 0.7, 0.9];
      // Only the part inside the window counts.
      const [left, right] = [Math.max(0, box.left), Math.min(innerWidth, box.right)];
      const [top, bottom] = [Math.max(0, box.top), Math.min(innerHeight, box.bottom)];
      return steps.some((down) =>
        steps.some((across) => {
          const at = document.elementFromPoint(left + (right - left) * across, top + (bottom - top) * down);
          return at !== null && (active.contains(at) || at.contains(active) || labelled(active, at));
        }),
      );
    });
    return isSeen ? null : name;

    function labelled(control: Element, at: Element): boolean {
      return [...((control as HTMLInputElement).labels ?? [])].some((label) => label.contains(at));
    }
  });
}

for (const { width, height } of windows) {
  test.describe(`${width} by ${height}`, () => {
    test.use({
      viewport: { width, height },
      reducedMotion: 'reduce',
    });

    test('every page fits, and what has the focus can be seen', async ({ page }) => {
      test.setTimeout(400_000);
      await signIn(page, 'Crestline', '/settings');
      for (const path of [...PLAIN_PAGES, ...(await recordPages(page))]) {
        await test.step(path, async () => {
          await page.goto(path);
          await expectLoaded(page);
          await expectNoOverflow(page);
          const hidden: string[] = [];
          for (const key of [...Array(25).fill('Tab'), ...Array(25).fill('Shift+Tab')]) {
            await page.keyboard.press(key);
            const name = await hiddenFocus(page);
            if (name !== null) hidden.push(`${name}, by ${key}`);
          }
          expect(hidden).toEqual([]);
        });
      }
    });
  });
}
