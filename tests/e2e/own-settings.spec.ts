import { expect } from '@playwright/test';
import { signIn, test } from './desk.ts';

test('a setting that is chosen in one browser applies in another from the first byte', async ({
  page,
  browser,
  desk,
}) => {
  await signIn(page, 'Crestline', '/settings');
  await page.getByRole('radio', { name: 'Dark', exact: true }).check();
  await page.getByRole('radio', { name: /^UTC/ }).check();
  await expect(page.getByText('Saved.')).toBeVisible();
  const sent = async () => await (await page.request.get('/settings')).text();
  await expect.poll(sent).toContain('"timeZone":"utc"');

  const context = await browser.newContext({ baseURL: desk.address, timezoneId: 'Africa/Lagos' });
  const other = await context.newPage();
  await signIn(other, 'Crestline', '/loans');
  await expect(other.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(other.getByText(/Times in UTC\./)).toBeVisible();
  expect(await (await other.request.get('/loans')).text()).toContain('<html data-theme="dark"');

  await other.getByRole('button', { name: 'Sign out' }).click();
  // Its answer takes the cookie away, also one that came meanwhile.
  await expect(other.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  await signIn(other, 'Harbour', '/loans');
  await expect(other.locator('html')).not.toHaveAttribute('data-theme', /./);
  await expect(other.getByText(/Times in Lagos/)).toBeVisible();
  await context.close();
});
