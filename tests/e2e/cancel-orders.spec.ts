import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { extractText } from 'unpdf';
import { demoId } from '#service/db/demo/random.ts';
import { expectAccessible, expectNoOverflow, signIn, test } from './desk.ts';

const ORDERS = 24;

test.use({ leaves: 'cancelled orders' });

const outcomes = (page: Page) => page.getByRole('group', { name: /^Outcomes of/ });
const progress = (page: Page) => page.getByRole('region', { name: 'Progress' });

/** Active orders of Crestline's first member, as `npm run demo:orders` prints them: each story has its own. */
function pairs(from: number, count: number): string[] {
  const member = demoId('crestline', 'member', 0);
  return Array.from(
    { length: count },
    (_, nth) => `${member},${demoId('crestline', 'order', 0, from + nth)},Active,Buy`,
  );
}

/** Starts a run of few orders, up to its grace period. */
async function start(page: Page, rows: string[]): Promise<void> {
  await page.getByLabel(/Paste lines/).fill(rows.join('\n'));
  await page.getByLabel('Reason', { exact: true }).selectOption('Test order');
  await page.getByRole('button', { name: `Cancel ${rows.length} orders…` }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: `Cancel ${rows.length} orders` }).click();
  await expect(progress(page)).toContainText(/Starts in \d+ s/);
}

test('a run is pasted, confirmed, watched, reloaded in the middle and reported', async ({ page }) => {
  await signIn(page, 'Crestline', '/orders/cancel');
  const [first = ''] = pairs(0, 1);
  const rows = [
    'member_id,order_id,status,type',
    ...pairs(0, ORDERS),
    `${first.split(',')[0]},../../session,Active,Buy`,
  ];
  await page.getByLabel(/Paste lines/).fill(rows.join('\r\n'));
  await expect(page.getByText(`${ORDERS} to cancel · 1 invalid`)).toBeVisible();
  await page.reload();
  await expect(page.getByText(`${ORDERS} to cancel · 1 invalid`)).toBeVisible();
  await page.getByLabel('Reason', { exact: true }).selectOption('Test order');
  await page.getByRole('button', { name: `Cancel ${ORDERS} orders…` }).click();
  const dialog = page.getByRole('dialog', { name: `Cancel ${ORDERS} orders?` });
  await dialog.getByRole('button', { name: `Cancel ${ORDERS} orders` }).click();
  await expect(dialog.getByText(`Enter the number of orders, ${ORDERS}.`)).toBeVisible();
  await dialog.getByLabel(`Type ${ORDERS} to confirm`).fill(String(ORDERS));
  await dialog.getByRole('button', { name: `Cancel ${ORDERS} orders` }).click();
  await expect(page.getByText(/Starts in \d+ s. Nothing has been sent./)).toBeVisible();
  await page.reload();
  await expect(progress(page).getByText('Done')).toBeVisible({ timeout: 30_000 });
  await expect(outcomes(page).getByRole('button')).toHaveText([`All ${ORDERS}`, `Cancelled ${ORDERS}`]);
  await expectAccessible(page);

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Report (CSV)' }).click(),
  ]);
  const text = readFileSync(await download.path(), 'utf8');
  expect(text.trim().split('\r\n')).toHaveLength(ORDERS + 1);
  expect(download.suggestedFilename()).toMatch(/^run \d{4}-\d\d-\d\d .*\.csv$/);
  // The list that became the run isn't offered again.
  await page.getByRole('link', { name: /^Cancel orders/ }).click();
  await expect(page.getByLabel(/Paste lines/)).toHaveValue('');
});

test('a run goes on when its browser is closed, and a second browser sees it finish', async ({
  page,
  browser,
  baseURL,
}) => {
  const first = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage();
  // Before the run starts: on a busy machine it would be done by the time that this page is there.
  await signIn(page, 'Crestline', '/loans');
  await signIn(first, 'Crestline', '/orders/cancel');
  await start(first, pairs(24, 12));
  const path = new URL(first.url()).pathname;
  await first.context().close();

  const link = page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: /^Cancel orders/ });
  await expect(link).toHaveAccessibleName(/Run (starting|cancelling): \d+ of 12 orders/);
  await link.click();
  await page.getByRole('link', { name: 'All runs' }).click();
  await page.getByRole('region', { name: 'Cancellation runs' }).getByRole('link').first().click();
  await expect(page).toHaveURL(path);
  await expect(progress(page).getByText('Done')).toBeVisible({ timeout: 30_000 });
  await expect(outcomes(page).getByRole('button')).toHaveText(['All 12', 'Cancelled 12']);
  await expect(link).not.toHaveAccessibleName(/12 orders/);
});

test('a run is stopped in its grace period, which another browser sees, and retried', async ({
  page,
  browser,
  baseURL,
}) => {
  const second = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage();
  await signIn(second, 'Crestline', '/orders/runs');
  await signIn(page, 'Crestline', '/orders/cancel');
  await start(page, pairs(36, 4));
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(progress(page)).toContainText(/Stopped by .+ before anything was sent\./);
  const path = new URL(page.url()).pathname;
  const row = second.getByRole('region', { name: 'Cancellation runs' }).getByRole('row').nth(1);
  await expect(row).toContainText('Stopped', { timeout: 45_000 });
  await second.context().close();
  await page.getByRole('button', { name: 'Retry 4…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel 4 orders' }).click();
  await expect(page).not.toHaveURL(path);
  await page.getByRole('button', { name: 'Start now' }).click();
  await expect(outcomes(page).getByRole('button')).toHaveText(['All 4', 'Cancelled 4'], { timeout: 30_000 });
  await page.getByRole('link', { name: 'All runs' }).click();
  await expect(page.getByRole('region', { name: 'Cancellation runs' }).getByRole('row').nth(1)).toContainText(
    'Done',
  );
});

test('lines that were refused fit their table with what to do about them', async ({ page, desk }) => {
  const swaps = (await desk.orders()).filter(({ status, type }) => status === 'Active' && type === 'Swap');
  await signIn(page, 'Crestline', '/orders/cancel');
  await start(
    page,
    swaps.slice(0, 2).map(({ member, order }) => `${member},${order},Active,Buy`),
  );
  await page.getByRole('button', { name: 'Start now' }).click();
  await expect(outcomes(page).getByRole('button')).toHaveText(['All 2', 'Refused 2'], { timeout: 30_000 });
  const lines = page.getByRole('region', { name: 'Lines of the run' });
  await expect(lines.getByText(/^It can’t be cancelled from Pledge\./)).toHaveCount(2);
  const width = await lines.evaluate(({ scrollWidth, clientWidth }) => ({ scrollWidth, clientWidth }));
  expect(width.scrollWidth).toBe(width.clientWidth);

  const { text } = await extractText(new Uint8Array(await page.pdf({ format: 'A4' })), { mergePages: true });
  const printed = text.replace(/\s+/g, ' ');
  expect(printed).toMatch(/Printed .* by .* Cancellation of 2 orders .* cancelled from Pledge\./);
  expect(printed).toContain('Member Order Outcome Details');
  expect(printed).toContain('The report (CSV) lists every order with its whole ID.');
  for (const chrome of ['Sign out', 'All runs', 'Columns', 'Search or jump'])
    expect(printed).not.toContain(chrome);
});

for (const wait of [100, 0, 300]) {
  const tag = wait === 100 ? [] : ['@proof'];
  test(`a tab that is killed ${wait} ms after a start leaves one run or the list`, { tag }, async ({
    page,
  }) => {
    await signIn(page, 'Crestline', '/orders/cancel');
    const runs = async () => (await (await page.request.get('/runs')).json()).data.total;
    const before = await runs();
    await page.getByLabel(/Paste lines/).fill(pairs(42, 2).join('\n'));
    await page.getByLabel('Reason', { exact: true }).selectOption('Test order');
    await page.getByRole('button', { name: 'Cancel 2 orders…' }).click();
    const session = await page.context().newCDPSession(page);
    const crashed = new Promise((resolve) => page.once('crash', resolve));
    const button = page.getByRole('dialog').getByRole('button', { name: 'Cancel 2 orders' });
    await button.click({ noWaitAfter: true });
    await new Promise((resolve) => setTimeout(resolve, wait));
    // The tab that would answer is gone.
    session.send('Page.crash').catch(() => undefined);
    await crashed;

    const next = await page.context().newPage();
    await next.goto('/orders/cancel');
    const started = (await runs()) - before;
    expect([0, 1]).toContain(started);
    const offer = next.getByText(/^You have a list from .* that wasn’t started$/);
    if (started === 0) await expect(offer).toBeVisible();
    else await expect(next.getByRole('link', { name: 'View run' }).first()).toBeVisible();
    await expect(offer).toHaveCount(1 - started);
  });
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('a run is started, watched and found in the list', async ({ page }) => {
    await signIn(page, 'Crestline', '/orders/cancel');
    await start(page, pairs(40, 2));
    await page.getByRole('button', { name: 'Start now' }).click();
    await expect(outcomes(page).getByRole('button')).toHaveText(['All 2', 'Cancelled 2'], {
      timeout: 30_000,
    });
    await expectAccessible(page);
    await expectNoOverflow(page);
    await page.getByRole('link', { name: 'All runs' }).click();
    await page.getByRole('region', { name: 'Cancellation runs' }).getByRole('link').first().click();
    await expect(page.getByRole('heading', { level: 1, name: 'Cancellation of 2 orders' })).toBeVisible();
  });
});
