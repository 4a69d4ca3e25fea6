import { expect } from '@playwright/test';
import { test as base, signInWith } from './desk.ts';
import { type FarService, withFarService } from './faults/far-service.ts';
import type { Strike } from './faults/fault-proxy.ts';

const TOKEN = 'pledge_demo_crestline';

/** How a service troubles a desk: with no answer at all, with a web page in place of one, with a failure of its own. */
const slow: Strike = () => {};
const html: Strike = ({ outgoing }) =>
  void outgoing.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome</h1>');
const broken: Strike = ({ outgoing }) =>
  void outgoing
    .writeHead(500, { 'content-type': 'application/json' })
    .end('{"status":"error","message":"Broken"}');

interface Trouble {
  /** From now on every request to the service comes to this; to null, that all is well again. */
  trouble: (strike: Strike | null) => void;
}

const test = base.extend<Trouble, { far: FarService }>({
  far: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern.
    async ({}, use) => {
      await withFarService(1_000, use);
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ far }, use) => await use(far.desk),
  trouble: async ({ far: { back } }, use) => {
    let lift = () => {};
    await use((strike) => {
      lift();
      lift = strike === null ? () => {} : back.strike(() => true, strike);
    });
    lift();
    await back.accept();
  },
});

test.use({ expectedNoise: /status of (500|502|503|504)/ });

test('a sign-in distinguishes a service that is down, slow, or another one', async ({
  page,
  far,
  trouble,
}) => {
  await page.goto('/loans?sort=amount');
  await expect(page.getByText('Live')).toBeVisible();
  const field = page.getByLabel('Access token');
  const alert = page.getByRole('alert');
  await field.fill(TOKEN);
  await page.getByLabel('Your name').fill('Ruth Kamau');
  const send = page.getByRole('button', { name: 'Sign in' });

  trouble(slow);
  await send.click();
  await expect(alert).toContainText('The service did not answer in time');
  trouble(html);
  await send.click();
  await expect(alert).toContainText('Unexpected response from the service');
  await far.back.refuse();
  await send.click();
  await expect(alert).toContainText('The service can’t be reached');
  await expect(field).toHaveValue(TOKEN);

  await far.back.accept();
  trouble(null);
  await send.click();
  await expect(page.getByText('All 137 loans.', { exact: true })).toBeVisible();
});

test('loans that could not be loaded say why, and come with Retry', async ({ page, far, trouble }) => {
  await signInWith(page, TOKEN, '/loans');
  await expect(page.getByText('All 137 loans.', { exact: true })).toBeVisible();
  const alert = page.getByRole('alert');
  const retry = page.getByRole('button', { name: 'Retry' });

  trouble(slow);
  await page.reload();
  await expect(alert).toContainText('The service did not answer in time');
  trouble(broken);
  await retry.click();
  await expect(alert).toContainText('The service reported an error');
  await far.back.refuse();
  await retry.click();
  await expect(alert).toContainText('The service can’t be reached', { timeout: 30_000 });

  await far.back.accept();
  trouble(null);
  await retry.click();
  await expect(page.getByText('All 137 loans.', { exact: true })).toBeVisible();
  await expect(alert).toHaveCount(0);
});

test('rows that are there stay when the service goes away', async ({ page, trouble }) => {
  await signInWith(page, TOKEN, '/loans');
  await expect(page.getByText('All 137 loans.', { exact: true })).toBeVisible();
  trouble(html);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByRole('alert')).toContainText('The loans could not be refreshed');
  expect(await page.getByRole('region', { name: 'Loans' }).getByRole('row').count()).toBeGreaterThan(10);
  trouble(null);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('alert')).toHaveCount(0);
});
