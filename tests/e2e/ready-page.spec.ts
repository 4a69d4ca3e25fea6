import { expect } from '@playwright/test';
import { signIn, test } from './desk.ts';

test('a page is laid out while its link is pointed at, where nobody sees or reaches it', async ({ page }) => {
  await signIn(page, 'Crestline', '/settings');
  const link = page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Loans' });
  await link.hover();
  const ready = page.locator('[data-page=ready] table');
  await expect
    .poll(() => ready.evaluate((table) => table.getBoundingClientRect().height))
    .toBeGreaterThan(400);
  await expect(ready).toBeHidden();
  await expect(page.getByRole('table')).toHaveCount(0);
  await page.getByRole('button', { name: 'Sign out' }).focus();
  for (let press = 0; press < 8; press++) {
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('[data-page=ready]'))).toBeNull();
  }

  await link.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Loans' })).toBeFocused();
  await expect(page.getByRole('table')).toBeVisible();
  expect(await page.evaluate(() => document.scrollingElement?.scrollLeft)).toBe(0);
});

test('Back leads to where a list was scrolled, however quickly the next page was shown', async ({ page }) => {
  await signIn(page, 'Crestline', '/customers');
  const frame = page.locator('[data-page=in-view] [data-keep-scroll]').first();
  await expect(page.getByRole('row').nth(5)).toBeVisible();
  await frame.evaluate((element) => element.scrollTo({ top: 900 }));
  await expect.poll(() => frame.evaluate((element) => element.scrollTop)).toBe(900);
  const link = page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Terms' });
  await link.hover();
  const ready = page.locator('[data-page=ready] h1');
  await expect
    .poll(() => ready.evaluate((title) => title.getBoundingClientRect().height))
    .toBeGreaterThan(10);
  await link.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terms');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Customers');
  await expect.poll(() => frame.evaluate((element) => element.scrollTop)).toBe(900);
});
