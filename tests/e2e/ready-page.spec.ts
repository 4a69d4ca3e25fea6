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
