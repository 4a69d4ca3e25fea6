import { expect, type Page } from '@playwright/test';
import { expectAccessible, signIn, tagOfLook, test } from './desk.ts';

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

const textOf = async (page: Page) =>
  await page.locator('section[aria-label=Loans]').evaluate((list: HTMLElement) => list.innerText);

/**
 * The same for loans. A page waits 250 ms for its data, which is not enough at once on a machine that is full; it waits
 * again after ten seconds.
 */
async function openWithLoans(page: Page) {
  const until = Date.now() + 60_000;
  for (;;) {
    const opened = await openSlowly(page, '/loans');
    if (Date.now() > until || (await textOf(opened.tab)).includes('5,300,000.00')) return opened;
    await opened.tab.close();
  }
}

/** The position of the page's heading. */
async function placeOf(page: Page) {
  const box = await page.locator('h1').boundingBox();
  return box && { x: box.x, y: box.y };
}

/** The figures of the rows in view, which stay when those further down go: borrowers' names come after them. */
const lasting = (text: string) => (text.match(/[\d.,]+[.,]\d\d(?!\d)/g) ?? []).slice(0, 15);

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [1440, 390]) {
    test.describe(`${colorScheme}, ${width} wide`, tagOfLook(colorScheme, width), () => {
      test.use({ colorScheme, viewport: { width, height: 900 } });
      test('loans are there before the page’s code, and stay as they were', async ({ page }) => {
        await signIn(page, 'Crestline', '/settings');
        const { tab, letThrough } = await openWithLoans(page);
        const asked: string[] = [];
        tab.on('request', (request) => asked.push(request.url()));
        const before = await textOf(tab);
        expect(before).toContain('5,300,000.00');
        const place = await placeOf(tab);
        const allLoans = tab.getByText('All 137 loans.', { exact: true });
        const cameWhole = await allLoans.isVisible();

        letThrough();
        await expect(tab.locator('#root:not([inert]) h1')).toBeVisible();
        await expect.poll(async () => lasting(await textOf(tab))).toEqual(lasting(before));
        expect(lasting(before)).toHaveLength(15);
        // The font comes last, and makes the words a little wider.
        await expect.poll(() => placeOf(tab)).toEqual(place);
        await expect(allLoans).toBeVisible();
        // On a machine that is full, the first hundred came, and the page asks whether they are still the first.
        if (cameWhole) expect(asked.filter((url) => url.includes('/credit/loans'))).toEqual([]);
        await expectAccessible(tab);
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
