import { expect, type Page } from '@playwright/test';
import { expectAccessible, signIn, test } from './desk.ts';

/** Opens an address in another tab, whose code is on its way until it is let through. */
async function openSlowly(page: Page, path: string) {
  const tab = await page.context().newPage();
  let letThrough = () => {};
  const until = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await tab.route(/\.js$/, async (route) => {
    await until;
    await route.continue();
  });
  await tab.goto(path, { waitUntil: 'commit' });
  await expect(tab.locator('#root > div')).toBeVisible();
  return { tab, letThrough };
}

const textOf = (page: Page) => page.evaluate(() => document.getElementById('root')?.innerText ?? '');

/** The position of the page's heading. */
async function placeOf(page: Page) {
  const box = await page.locator('h1').boundingBox();
  return box && { x: box.x, y: box.y };
}

/** Without what comes after the rows: borrowers' names, and where the list may be read on. */
const lasting = (text: string) =>
  text.split('\n').filter((line) => !/^[0-9a-f]{6}…|[A-Z]\w+ [A-Z]\w+$/.test(line.trim()));

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [1440, 390]) {
    test.describe(`${colorScheme}, ${width} wide`, () => {
      test.use({ colorScheme, viewport: { width, height: 900 } });
      test('loans are there before the page’s code, and stay as they were', async ({ page }) => {
        await signIn(page, 'Crestline', '/settings');
        const { tab, letThrough } = await openSlowly(page, '/loans?limit=10');
        const asked: string[] = [];
        tab.on('request', (request) => asked.push(new URL(request.url()).pathname));
        const before = await textOf(tab);
        expect(before).toContain('5,300,000.00');
        const place = await placeOf(tab);

        letThrough();
        await expect(tab.locator('#root:not([inert]) h1')).toBeVisible();
        await expect.poll(async () => lasting(await textOf(tab))).toEqual(lasting(before));
        // The font comes last, and makes the words a little wider.
        await expect.poll(() => placeOf(tab)).toEqual(place);
        expect(asked).not.toContain('/v1/api/creditor/credit/loans');
        await expectAccessible(tab);
        await tab.getByRole('link', { name: 'Next' }).click();
        await expect(tab.getByText(/^11–20 of/)).toBeVisible();
      });
    });
  }
}

test('nothing answers to a press before the page’s code is there', async ({ page }) => {
  await signIn(page, 'Crestline', '/settings');
  const { tab, letThrough } = await openSlowly(page, '/loans');
  const link = await tab.locator('a[href="/loans/new"]').last().boundingBox();
  await tab.mouse.click((link?.x ?? 0) + 5, (link?.y ?? 0) + 5);
  await tab.keyboard.press('Tab');
  expect(await tab.evaluate(() => document.activeElement?.tagName)).toBe('BODY');
  letThrough();
  await expect(tab.locator('#root:not([inert]) h1')).toBeVisible();
  expect(new URL(tab.url()).pathname).toBe('/loans');
});
