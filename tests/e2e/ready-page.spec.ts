import { expect, type Page } from '@playwright/test';
import { signIn, test } from './desk.ts';

test('a page is rendered while its link is pointed at, hidden and out of reach', async ({ page }) => {
  await signIn(page, 'Crestline', '/settings');
  const link = page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Loans' });
  // The page in view is whole.
  await page.waitForLoadState('networkidle');
  const height = await heightOf(page);
  await link.hover();
  const rows = page.locator('[data-page=ready] section[aria-label=Loans] tbody tr');
  await expect.poll(() => rows.count()).toBe(24);
  await expect(page.locator('[data-page=ready]')).toBeHidden();
  await expect(page.getByRole('table')).toHaveCount(0);
  expect(await heightOf(page)).toBe(height);
  // The last that Tab comes to on the page in view.
  await page.getByRole('checkbox', { name: /^Single-key/ }).focus();
  for (let press = 0; press < 3; press++) {
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('[data-page=ready]'))).toBeNull();
  }

  await link.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Loans' })).toBeFocused();
  await expect(page.getByRole('region', { name: 'Loans' }).getByRole('table')).toBeVisible();
  expect(await page.evaluate(() => document.scrollingElement?.scrollLeft)).toBe(0);
});

test('images of tokens are requested once their page is in view', async ({ page }) => {
  let images = 0;
  await page.route('https://images.test/**', (route) => {
    images += 1;
    return route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' });
  });
  await page.route('**/v1/api/tokens?*', async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    for (const token of answer.data.tokens) token.image = `https://images.test/${token._id}.svg`;
    await route.fulfill({ response, json: answer });
  });
  await signIn(page, 'Crestline', '/settings');
  const link = page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Tokens' });
  await link.hover();
  await expect.poll(() => page.locator('[data-page=ready] img').count()).toBeGreaterThan(5);
  // A request of theirs would have been made before this one.
  await page.evaluate(() => fetch('/robots.txt'));
  expect(images).toBe(0);
  await link.click();
  await expect.poll(() => images).toBeGreaterThan(5);
  // Until the list is whole, some of its pages are still on their way through the route above.
  await expect(page.getByText(/^All \d+ active tokens\./)).toBeVisible();
});

test('Back leads to where a list was scrolled, however quickly the next page was shown', async ({ page }) => {
  await signIn(page, 'Crestline', '/customers');
  const frame = page.locator('[data-page=in-view] [data-keep-scroll]').first();
  // Until the customers are there, placeholders are, which leave little to scroll.
  await expect.poll(() => frame.evaluate((element) => element.scrollHeight)).toBeGreaterThan(5_000);
  await frame.evaluate((element) => element.scrollTo({ top: 900 }));
  await expect.poll(() => frame.evaluate((element) => element.scrollTop)).toBe(900);
  const link = page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Terms' });
  await link.hover();
  await expect(page.locator('[data-page=ready] h1')).toHaveText('Terms');
  await link.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terms');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Customers');
  await expect.poll(() => frame.evaluate((element) => element.scrollTop)).toBe(900);
});

test('two links pressed one after the other lead to the second, and Back to the first', async ({ page }) => {
  await signIn(page, 'Crestline', '/settings');
  const links = page.getByRole('navigation', { name: 'Pages' });
  await links.getByRole('link', { name: 'Terms' }).hover();
  await expect(page.locator('[data-page=ready] h1')).toHaveText('Terms');
  await links.evaluate((navigation) => {
    for (const name of ['Terms', 'Activity']) {
      const link = [...navigation.querySelectorAll('a')].find(({ textContent }) => textContent === name);
      link?.click();
    }
  });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Activity');
  await expect(page).toHaveURL(/\/activity$/);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terms');
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings');
});

/** How far what the page holds can be scrolled. */
function heightOf(page: Page): Promise<number> {
  return page.locator('#main').evaluate((main) => main.scrollHeight);
}

test.describe('once the network is gone', () => {
  test.use({ expectedNoise: /ERR_INTERNET_DISCONNECTED/ });

  test('the jump opens, its code being there before it is asked for', async ({ page }) => {
    await signIn(page, 'Crestline', '/settings');
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes('/jump-dialog-')),
    );
    await page.context().setOffline(true);
    await page.keyboard.press('Control+k');
    const jump = page.getByRole('dialog');
    await expect(jump.getByRole('combobox')).toBeFocused();
    await page.keyboard.type('customers');
    await expect(jump.getByRole('option', { name: /^Customers/ })).toBeVisible();
  });
});
