import { expect } from '@playwright/test';
import { extractText } from 'unpdf';
import { recordPages } from './access/records.ts';
import { expectNoOverflow, signIn, test } from './desk.ts';

test('what the server rendered of a loan stays until the code of its panels is there', async ({ page }) => {
  await signIn(page, 'Crestline', '/settings');
  const loan = (await recordPages(page)).find((path) => path.startsWith('/loans/')) ?? '';
  let letGo = () => {};
  const gate = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(/\/(follow-ups|known-collateral)-[^/]*\.js$/, async (route) => {
    await gate;
    await route.continue();
  });
  const followUps = page.getByRole('region', { name: 'Follow-ups' });
  // A busy gateway may send the page without its figures.
  await expect(async () => {
    await page.goto(loan);
    await expect(followUps).toContainText('No follow-up yet.', { timeout: 2_000 });
  }).toPass();
  // History is loaded after hydration.
  await expect(page.getByRole('region', { name: 'History' })).toContainText(/./);
  await expect(followUps).toContainText('No follow-up yet.');
  letGo();
  // A press before the code is there does nothing.
  await expect(async () => {
    await followUps.getByRole('button', { name: 'Add follow-up' }).click();
    await expect(followUps.getByLabel('Note')).toBeVisible({ timeout: 1_000 });
  }).toPass();
});

test('a filter moves no rows of the loans, and many stay in the window', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, 'Crestline', '/loans');
  const filters = page.getByRole('group', { name: 'Filter loans' });
  const clear = filters.getByRole('button', { name: /^Clear (filter|\d)/ });
  const bar = async () => (await filters.boundingBox())?.height;
  await expect(filters).toBeVisible();
  const height = await bar();
  const days = 'created=2026-11-01..2026-11-20';
  const usual = 'state=due&state=grace&currency=NGN';
  for (const search of [days, 'month=2026-12', 'since=2026-11-20T10:00:00.000Z', `${usual}&borrower=Ada`]) {
    await page.goto(`/loans?${search}`);
    await expect(clear).toBeVisible();
    expect(await bar(), search).toBe(height);
  }
  await page.goto(`/loans?${usual}&${days}&amount=1000..2000000&rate=0.01..0.05&status=ACTIVE&within=30`);
  await expect(clear).toBeInViewport({ ratio: 1 });
  await expectNoOverflow(page);
});

test('all tokens that are compared are on paper', async ({ page }) => {
  await signIn(page, 'Crestline', '/settings');
  const tokens = await page.evaluate(async () => {
    const { data } = await (await fetch('/v1/api/tokens?limit=6')).json();
    return data.tokens as { _id: string; symbol: string }[];
  });
  await page.goto(`/tokens/compare?ids=${tokens.map(({ _id }) => _id).join(',')}`);
  await expect(page.getByRole('button', { name: /^Remove / })).toHaveCount(6);
  await expect(page.getByRole('columnheader').getByRole('link')).toHaveCount(6);
  await page.emulateMedia({ media: 'print' });
  const table = page.getByRole('table');
  const { right, width } = await table.evaluate((element) => ({
    right: Math.max(...[...element.querySelectorAll('th')].map((th) => th.getBoundingClientRect().right)),
    width: document.documentElement.clientWidth,
  }));
  expect(right).toBeLessThanOrEqual(width);
  const pdf = new Uint8Array(await page.pdf({ preferCSSPageSize: true }));
  const { text } = await extractText(pdf, { mergePages: true });
  const printed = text.replace(/\s+/g, '');
  for (const { symbol } of tokens) expect(printed).toContain(symbol);
});
