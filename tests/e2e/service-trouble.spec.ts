import { expect } from '@playwright/test';
import { test as base } from './desk.ts';
import { type FlakyService, startFlakyService } from './flaky-service.ts';

const TOKEN = 'pledge_demo_crestline';

const test = base.extend<object, { flaky: FlakyService }>({
  flaky: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern.
    async ({}, use) => {
      const flaky = await startFlakyService();
      await use(flaky);
      await flaky.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ flaky }, use) => await use(flaky.desk),
});

test.use({ expectedNoise: /status of (500|502|503|504)/ });
test.setTimeout(60_000);

test.afterEach(async ({ flaky }) => {
  flaky.mood('well');
  await flaky.comeBack();
});

test('a sign-in tells a service that is down, slow, or somebody else from one another', async ({
  page,
  flaky,
}) => {
  await page.goto('/loans?page=2');
  await expect(page.getByText('Live')).toBeVisible();
  const field = page.getByLabel('Access token');
  const alert = page.getByRole('alert');
  await field.fill(TOKEN);
  const send = page.getByRole('button', { name: 'Sign in' });

  flaky.mood('slow');
  await send.click();
  await expect(alert).toContainText('The service did not answer in time');
  flaky.mood('html');
  await send.click();
  await expect(alert).toContainText('The service gave an answer that makes no sense');
  await flaky.goDown();
  await send.click();
  await expect(alert).toContainText('The service can’t be reached');
  await expect(field).toHaveValue(TOKEN);

  await flaky.comeBack();
  flaky.mood('well');
  await send.click();
  await expect(page.getByText('26–50 of 137', { exact: true })).toBeVisible();
});

test('loans that could not be loaded say why, and come with Retry', async ({ page, flaky }) => {
  await page.goto('/loans');
  await page.getByLabel('Access token').fill(TOKEN);
  await page.keyboard.press('Enter');
  await expect(page.getByText('1–25 of 137', { exact: true })).toBeVisible();
  const alert = page.getByRole('alert');
  const retry = page.getByRole('button', { name: 'Retry' });

  flaky.mood('slow');
  await page.reload();
  await expect(alert).toContainText('The service did not answer in time');
  flaky.mood('broken');
  await retry.click();
  await expect(alert).toContainText('The service has a fault of its own');
  await flaky.goDown();
  await retry.click();
  await expect(alert).toContainText('The service can’t be reached', { timeout: 30_000 });

  await flaky.comeBack();
  flaky.mood('well');
  await retry.click();
  await expect(page.getByText('1–25 of 137', { exact: true })).toBeVisible();
  await expect(alert).toHaveCount(0);
});

test('rows that are there stay when the service goes away', async ({ page, flaky }) => {
  await page.goto('/loans');
  await page.getByLabel('Access token').fill(TOKEN);
  await page.keyboard.press('Enter');
  await expect(page.getByText('1–25 of 137', { exact: true })).toBeVisible();
  flaky.mood('html');
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByRole('alert')).toContainText('The loans could not be refreshed');
  await expect(page.getByRole('region', { name: 'Loans' }).getByRole('row')).toHaveCount(26);
  flaky.mood('well');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('alert')).toHaveCount(0);
});
