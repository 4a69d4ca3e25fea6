import { readFileSync } from 'node:fs';
import { expect, type Locator, type Page } from '@playwright/test';
import { strFromU8, unzipSync } from 'fflate';
import { signIn, test } from './desk.ts';

/** The totals of the list, once no loan is missing: until then they say how many were loaded, not how many each holds. */
async function completeTotals(page: Page): Promise<Locator> {
  const totals = page.getByLabel('Totals');
  await expect(totals).toContainText(/\d loans?(, all|:) /);
  return totals;
}

test('a morning: from the overview to what is late, to one late loan, and back', async ({ page }) => {
  await signIn(page, 'Crestline', '/');
  await expect(page).toHaveTitle('Overview · Pledge');
  const figures = page.getByRole('region', { name: 'Figures by currency' });
  const past = figures.getByRole('link', { name: /past grace.*NGN|NGN.*past grace/i }).first();
  // Until all are here, it says of how many it knows so far.
  await expect(past).toContainText(/\d+ loans?/);
  const text = (await past.textContent()) ?? '';
  const count = Number(/(\d+) loans?/.exec(text)?.[1]);
  expect(count).toBeGreaterThan(0);
  await past.click();
  await expect(page).toHaveURL(/\/loans\?.*state=past/);
  const rows = page.getByRole('region', { name: 'Loans' }).locator('tr[data-index]');
  await expect(rows).toHaveCount(count);
  await rows.first().getByRole('link').first().click();
  await expect(page).toHaveURL(/\/loans\/[0-9a-f]+\?at=/);
  await expect(page.getByText(/past grace/).first()).toBeVisible();
  await page.goBack();
  await expect(rows).toHaveCount(count);
});

test('a filtered address that was shared opens as it was', async ({ page }) => {
  await signIn(page, 'Crestline', '/loans?currency=KES&status=ACTIVE&sort=-amount');
  const rows = page.getByRole('region', { name: 'Loans' }).locator('tr[data-index]');
  await expect(rows.first()).toBeVisible();
  const totals = await completeTotals(page);
  const held = (await totals.getByRole('rowheader', { name: 'KES' }).textContent()) ?? '';
  const shown = Number(/(\d+) loans?/.exec(held)?.[1]);
  await expect(rows).toHaveCount(shown);
  const amounts = await rows.evaluateAll((all) =>
    all.map((row) => Number(row.querySelectorAll('td')[2]?.textContent?.replace(/[^\d.]/g, ''))),
  );
  expect(amounts).toEqual([...amounts].sort((a, b) => b - a));
  await expect(totals).not.toContainText('NGN');
});

test('every loan is exported, once, after the number was said', async ({ page }) => {
  await signIn(page, 'Crestline', '/loans');
  await completeTotals(page);
  await page.getByRole('button', { name: 'Export' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('137 loans');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Export 137 loans' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^loans \d{4}-\d{2}-\d{2}\.csv$/);
  const lines = readFileSync(await download.path(), 'utf8')
    .trimEnd()
    .split('\r\n');
  expect(lines).toHaveLength(138);
  // Each has an id of its own.
  expect(new Set(lines).size).toBe(138);
});

test('filtered loans are exported as a workbook that names the filter', async ({ page }) => {
  await signIn(page, 'Crestline', '/loans?currency=KES');
  await completeTotals(page);
  await page.getByRole('button', { name: 'Export' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: /Excel/ }).check();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: /^Export \d+ loans$/ }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^loans \d{4}-\d{2}-\d{2} KES\.xlsx$/);
  await expect(dialog).toContainText(/Downloaded “loans .*KES\.xlsx” \(\d+ loans\)/);
  const files = unzipSync(readFileSync(await download.path()));
  const sheet = strFromU8(files['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
  const [, count] = /\((\d+) loans\)/.exec((await dialog.textContent()) ?? '') ?? [];
  expect(sheet.match(/<row /g)).toHaveLength(Number(count) + 1);
});

test('on a phone the overview leads to the loans, and a card to its loan', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, 'Crestline', '/');
  // A finger needs 44 pixels: all of a line leads to its loan, not only the name.
  const all = page.getByRole('link', { name: /^All .* late/ });
  expect((await all.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await page
    .getByRole('list', { name: 'Late loans' })
    .getByRole('listitem')
    .first()
    .click({ position: { x: 300, y: 20 } });
  await expect(page).toHaveURL(/\/loans\/[0-9a-f]+\?at=/);
  await page.goBack();
  await page.getByRole('button', { name: 'Navigation' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Loans', exact: true }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByRole('heading', { level: 1, name: 'Loans' })).toBeFocused();
  await page.getByRole('region', { name: 'Loans' }).getByRole('link').first().click();
  await expect(page).toHaveURL(/\/loans\/[0-9a-f]+\?at=/);
});

test('another person’s cancellation is announced within a second or so', async ({ page, desk }) => {
  await signIn(page, 'Crestline', '/activity');
  await expect(page.getByRole('heading', { level: 1, name: 'Activity' })).toBeVisible();
  const opened = page.waitForResponse((response) => response.url().includes('/events'));
  await page.reload();
  await opened;
  const elsewhere = await page.context().browser()?.newContext({ baseURL: desk.address });
  if (!elsewhere) throw new Error('There is no second browser');
  const origin = { headers: { origin: desk.address } };
  await elsewhere.request.post('/session', { data: { accessToken: 'pledge_demo_crestline' }, ...origin });
  const members = await (await elsewhere.request.get('/v1/api/member?limit=1')).json();
  const [member] = members.data.members;
  const orders = await desk.orders();
  const order = orders.find(
    (one) => one.member === member._id && one.status === 'Active' && one.type === 'Buy',
  );
  const path = `/v1/api/members/${member._id}/orders/${order?.order}/cancel`;
  const headers = { ...origin.headers, 'idempotency-key': crypto.randomUUID() };
  expect((await elsewhere.request.post(path, { headers })).status()).toBe(200);
  await page.getByRole('button', { name: '1 new' }).click({ timeout: 5_000 });
  const lines = page.getByRole('region', { name: 'Activity' });
  await expect(lines.getByRole('link', { name: 'Cancel order' })).toHaveCount(1);
  await expect(lines).toContainText('Cancelled');
  await elsewhere.close();
});
