import { expect, type Page } from '@playwright/test';
import { Big } from 'big.js';
import { extractText } from 'unpdf';
import type { Transaction } from '#contract/customers.ts';
import { test as base, expectAccessible, signInWith, withDesk } from './desk.ts';
import { expectNoBlankRow } from './long-list.ts';

/** A desk with one more organisation, which has a hundred thousand customers. */
// biome-ignore lint/complexity/noBannedTypes: nothing is added to what a test has, only to what a worker has
const test = base.extend<{}, { desk: { address: string } }>({
  desk: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern.
    async ({}, use) => {
      await withDesk(async (desk, beside) => {
        const sizes = { customers: 100_000, transactions: 140_000, tokens: 60 };
        const args = Object.entries(sizes).flatMap(([name, size]) => [`--${name}`, String(size)]);
        await beside('demo-scale', args);
        await use(desk);
      });
    },
    { scope: 'worker', timeout: 300_000 },
  ],
});

/** So many customers in one answer, on a machine that has much else to do. */
const PATIENCE = { timeout: 90_000 };

test('an analyst finds one of 100,000 customers by typing, and prints the statement', async ({ page }) => {
  test.setTimeout(300_000);
  await signInWith(page, 'pledge_demo_scale', '/customers?sort=-trades');
  await expect(page.getByText('All 100,000 customers.', { exact: true })).toBeVisible(PATIENCE);
  const list = page.getByRole('region', { name: 'Customers', exact: true });
  await expect(list.getByRole('columnheader', { name: 'Trades' })).toHaveAttribute('aria-sort', 'descending');
  // The rows are there before they are in this order.
  await expect(list).toHaveAttribute('aria-busy', 'false', PATIENCE);
  const busiest = list.getByRole('row').nth(1);
  const [name = '', email = ''] = await busiest.getByRole('cell').allTextContents();
  // All but the ending of the domain, key by key.
  await page.getByLabel('Search customers by name or email').pressSequentially(email.split('.net')[0] ?? '');
  await expect(page.getByText('1 of 100,000 customers.')).toBeVisible();
  expect(page.url()).not.toContain('@');
  await list.getByRole('link', { name }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeFocused();
  await expectNoBlankRow(page, 'Transactions');
  await page.getByRole('link', { name: 'Statement' }).click();

  const trades = await tradesOf(page, email);
  expect(trades.length).toBeGreaterThan(100);
  await expect(page.getByText(`Based on all ${trades.length} transactions`)).toBeVisible(PATIENCE);
  await expectAccessible(page);
  const pdf = new Uint8Array(await page.pdf({ format: 'A4' }));
  const { text } = await extractText(pdf, { mergePages: true });
  const printed = text.replace(/\s+/g, ' ');
  expect(printed).toContain(name);
  expect(printed).toContain(email);
  expect(printed).toMatch(/Baobab Lending · Printed .* by .*\. Times in /);
  expect(printed).toContain(`Based on all ${trades.length} transactions`);
  expect(printed).toContain('Realised profit (average cost).');
  expect(printed).not.toContain('PARTIAL');
  for (const chrome of ['Sign out', 'Export', 'Diagnostics', 'Skip to the page'])
    expect(printed).not.toContain(chrome);
  expect(printed).not.toMatch(/\bPrint\b/);
  const ledger = ledgerOf(trades);
  expect(ledger.size).toBeGreaterThan(10);
  for (const { name: token, currency, bought, sold, held, realised } of ledger.values()) {
    expect(printed).toContain(token);
    for (const { trades: count, volume, value, noun } of [bought, sold])
      if (count > 0)
        expect(printed).toContain(
          `${grouped(volume, 0)} for ${grouped(value, 2)} ${count} ${noun}${count === 1 ? '' : 's'}, at `,
        );
    const sign = realised.gt(0) ? '+' : realised.lt(0) ? '−' : '';
    const ending = `${sign}${grouped(realised.abs(), 2)} ${currency}`;
    expect(printed).toMatch(
      new RegExp(`\\b${grouped(held, 0)} [\\d,.–]+ ${ending.replace(/[+.]/g, '\\$&')}`),
    );
  }
});

/** All trades of a customer, asked for page by page with the browser's own session. */
async function tradesOf(page: Page, email: string): Promise<Transaction[]> {
  const trades: Transaction[] = [];
  for (let number = 1; ; number++) {
    const params = { email, page: number, limit: 100 };
    const answer = await page.request.get('/v1/api/customers/transactions', { params });
    const { data } = (await answer.json()) as { data: { transactions: Transaction[]; pages: number } };
    trades.push(...data.transactions);
    if (number >= data.pages) return trades;
  }
}

/** What was bought, sold and realised by average cost of each token, added up plainly, oldest first. */
function ledgerOf(trades: readonly Transaction[]) {
  const side = (noun: string) => ({ noun, trades: 0, volume: Big(0), value: Big(0) });
  const page = ({ name, currency }: Transaction['token']) => {
    const empty = { bought: side('buy'), sold: side('sell'), held: Big(0), cost: Big(0), realised: Big(0) };
    return { name, currency, ...empty };
  };
  const ledger = new Map<string, ReturnType<typeof page>>();
  for (const { status, token, type, volume, price } of trades.toReversed()) {
    if (status !== 'Completed') continue;
    const line = ledger.get(token._id) ?? page(token);
    ledger.set(token._id, line);
    const value = Big(price).times(volume);
    const own = type === 'Buy' ? line.bought : line.sold;
    own.trades += 1;
    own.volume = own.volume.plus(volume);
    own.value = own.value.plus(value);
    if (type === 'Buy') line.cost = line.cost.plus(value);
    else {
      const cost = line.cost.times(volume).div(line.held);
      line.realised = line.realised.plus(value.minus(cost));
      line.cost = line.cost.minus(cost);
    }
    line.held = line.bought.volume.minus(line.sold.volume);
  }
  return ledger;
}

function grouped(figure: Big, digits: number): string {
  const options = { minimumFractionDigits: digits, maximumFractionDigits: Math.max(digits, 6) };
  const written = digits === 0 ? figure.toFixed() : figure.toFixed(digits);
  return new Intl.NumberFormat('en', options).format(Number(written));
}
