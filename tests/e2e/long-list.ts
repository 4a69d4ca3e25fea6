import { expect, type Locator, type Page } from '@playwright/test';
import { expectLoaded } from './desk.ts';

/** What a row holds at most: a browser lays out some twenty of them before a page is painted. */
const MOST_ELEMENTS = 40;

/** Scrolls a table of many rows by the wheel, near and far, and expects text wherever it comes to rest. */
export async function expectNoBlankRow(page: Page, label: string): Promise<void> {
  const list = page.getByRole('region', { name: label, exact: true });
  await expectLong(page, list);
  const elements = await list
    .locator('tr[data-index]')
    .evaluateAll((rows) => Math.max(...rows.map((row) => row.querySelectorAll('*').length)));
  expect(elements).toBeLessThanOrEqual(MOST_ELEMENTS);
  await list.hover();
  for (const distance of [40, 700, 3_000, -1_000, 100_000, -350, -100_000]) {
    const before = await list.evaluate((frame) => frame.scrollTop);
    await page.mouse.wheel(0, distance);
    await expect.poll(() => list.evaluate((frame) => frame.scrollTop)).not.toBe(before);
    expect(await list.evaluate(blankPlaces, 'tr')).toEqual([]);
  }
}

/** Scrolls the page of a phone, and expects a card with text wherever it comes to rest. */
export async function expectNoBlankCard(page: Page, label: string): Promise<void> {
  const list = page.getByRole('region', { name: label, exact: true });
  await expectLong(page, list);
  for (const distance of [1_500, 3_000, -800]) {
    const before = await page.evaluate(() => scrollY);
    await page.evaluate((top) => scrollBy({ top, behavior: 'instant' }), distance);
    await expect.poll(() => page.evaluate(() => scrollY)).not.toBe(before);
    expect(await list.evaluate(blankPlaces, 'li')).toEqual([]);
  }
}

/** Waits for a list of more rows than are rendered at once. */
async function expectLong(page: Page, list: Locator): Promise<void> {
  await expectLoaded(page);
  // The button comes with the last row. Customers show their first rows before that.
  await expect(page.getByRole('button', { name: 'Export' })).toBeVisible();
  const size = () =>
    list.evaluate((frame) =>
      Number(
        frame.querySelector('[aria-rowcount]')?.getAttribute('aria-rowcount') ??
          frame.querySelector('[aria-setsize]')?.getAttribute('aria-setsize'),
      ),
    );
  await expect.poll(size).toBeGreaterThan(60);
  await expect.poll(() => list.locator('[data-index]').count()).toBeGreaterThan(5);
}

/** Returns the heights within a list that show no row with text, two frames from now. */
async function blankPlaces(list: Element, item: string): Promise<number[]> {
  for (const _ of [1, 2]) await new Promise((resolve) => requestAnimationFrame(resolve));
  const { top, bottom, left, width } = list.getBoundingClientRect();
  const [first, last] = [Math.max(top, 60) + 50, Math.min(bottom, innerHeight) - 60];
  const places = Array.from({ length: Math.floor((last - first) / 20) }, (_, place) => first + place * 20);
  if (places.length < 10) throw new Error('The list is too low to be looked at.');
  return places.filter((y) => {
    const found = document.elementFromPoint(left + width / 3, y)?.closest(item);
    return !found?.textContent?.trim();
  });
}
