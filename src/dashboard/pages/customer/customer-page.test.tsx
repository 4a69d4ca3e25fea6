import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Customer, Transaction } from '#contract/customers.ts';
import { pageOf, someone, tradesOf } from '#tests/support/customers.ts';
import { deskOfFile } from '#tests/support/desk.ts';
import { address, PATIENCE, renderDesk, rowsShown } from '#tests/support/render-desk.tsx';
import { hold, refuse } from '#tests/support/states.ts';

const desk = deskOfFile();
beforeEach(async () => await desk.signIn());
const TRADES = /customers\/transactions/;

/** As many rows as are simply all there; of a longer list those in view are, at least so many. */
const PLAIN = 60;
const IN_VIEW = 15;

const expectTrades = async (trades: readonly Transaction[]) =>
  await waitFor(() => {
    const shown = rowsShown().map(({ textContent }) => textContent);
    if (trades.length <= PLAIN) expect(shown).toHaveLength(trades.length);
    else expect(shown.length).toBeGreaterThanOrEqual(IN_VIEW);
    expect(shown).toEqual(
      trades.slice(0, shown.length).map(({ reference }) => expect.stringContaining(reference)),
    );
  }, PATIENCE);

/** Every transaction of a customer, as the service gives them. */
async function allOf(customer: Customer, type?: string): Promise<Transaction[]> {
  const trades: Transaction[] = [];
  for (let page = 1; ; page++) {
    const more = await tradesOf(desk, customer, { page, limit: 100, ...(type && { type }) });
    trades.push(...more);
    if (more.length < 100) return trades;
  }
}

describe('a customer', () => {
  test('is found afresh by an address without an e-mail, and named', async () => {
    const customer = await someone(desk);
    const opened = await pageOf(customer);
    expect(opened).not.toContain('@');
    await renderDesk(opened);
    expect(await screen.findByRole('heading', { level: 1, name: customer.name })).toBeVisible();
    expect(screen.getByText(customer._id.email)).toBeVisible();
    expect(screen.getByText(customer.total_trades.toLocaleString('en'))).toBeVisible();
    expect(document.title).toBe(`${customer.name} · Pledge`);
    await expectTrades(await allOf(customer));
  });

  test('that no key leads to is said not to be there, with a way on', async () => {
    await renderDesk('/customers/AAAAAAAAAAAAAAAA');
    expect(await screen.findByText('Customer not found')).toBeVisible();
    expect(screen.getByRole('link', { name: 'View customers' })).toHaveAttribute('href', '/customers');
  });

  test.each(['x', '..%2F', 'a@b.c', '%00'])('a nonsense key is no customer: %s', async (key) => {
    await renderDesk(`/customers/${key}`);
    expect(await screen.findByText(/Customer not found|Page not found/)).toBeVisible();
  });

  test('whose list can’t be loaded can be asked for again', async () => {
    const customer = await someone(desk);
    const opened = await pageOf(customer);
    const end = desk.fault(/\/v1\/api\/customers$/, () =>
      Response.json({ status: 'error', message: 'No' }, { status: 403 }),
    );
    const user = await renderDesk(opened);
    const alert = await screen.findByRole('alert', {}, PATIENCE);
    end();
    await user.click(within(alert).getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('heading', { level: 1, name: customer.name })).toBeVisible();
  });
});

describe('transactions', () => {
  test('are one list, narrowed by type by the service and in the address', async () => {
    const customer = await someone(desk);
    expect(customer.total_trades).toBeGreaterThan(100);
    const user = await renderDesk(await pageOf(customer));
    const all = await allOf(customer);
    await expectTrades(all);
    expect(
      await screen.findByText(new RegExp(`^All ${all.length} transactions`), {}, PATIENCE),
    ).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Next page' })).toBeNull();
    await user.click(screen.getByRole('link', { name: 'Sold' }));
    const sold = await allOf(customer, 'Sell');
    await expectTrades(sold);
    expect(
      await screen.findByText(new RegExp(`^All ${sold.length} transactions`), {}, PATIENCE),
    ).toBeVisible();
    expect(desk.asked().some((line) => /transactions\?.*type=Sell/.test(line))).toBe(true);
    expect(address()).toMatch(/^\/customers\/[\w-]{16}\?type=Sell$/);
  });

  test('are sorted by every header, in the address', async () => {
    const customer = await someone(desk, 'usual');
    const trades = await allOf(customer);
    const user = await renderDesk(await pageOf(customer));
    await expectTrades(trades);
    const heads = ['Date', 'Type', 'Token', 'Volume', 'Price', 'Value', 'Status', 'Reference'];
    for (const name of heads) expect(screen.getByRole('button', { name })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Reference' }));
    await expectTrades(
      trades.toSorted((a, b) => a.reference.localeCompare(b.reference, 'en', { numeric: true })),
    );
    await user.click(screen.getByRole('button', { name: 'Date' }));
    await expectTrades(trades.toSorted((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt)));
    expect(address()).toMatch(/\?sort=when$/);
  });

  test('are searched by token, symbol or reference, in the address', async () => {
    const customer = await someone(desk);
    const all = await allOf(customer);
    const [{ reference, token }] = all as [Transaction];
    const user = await renderDesk(await pageOf(customer));
    const box = await screen.findByRole('searchbox', { name: /^Search transactions/ }, PATIENCE);
    await user.type(box, reference.toLowerCase());
    await expectTrades(all.slice(0, 1));
    expect(screen.getByText(new RegExp(`^1 of ${all.length} transactions`))).toBeVisible();
    await user.clear(box);
    await user.type(box, token.symbol);
    await expectTrades(all.filter((trade) => trade.token.symbol === token.symbol));
    expect(address()).toMatch(new RegExp(`\\?q=${token.symbol}$`));
    await user.type(box, ' no such token');
    await user.click(await screen.findByRole('button', { name: 'Clear filters' }, PATIENCE));
    await expectTrades(all);
    expect(box).toHaveValue('');
  });

  test('are loaded once for the list and the statement', async () => {
    const customer = await someone(desk);
    const user = await renderDesk(await pageOf(customer));
    await screen.findByText(/^All \d+ transactions/, {}, PATIENCE);
    desk.asked();
    await user.click(screen.getByRole('link', { name: 'Statement' }));
    expect(await screen.findByText(/Based on all \d+ transactions/, {}, PATIENCE)).toBeVisible();
    expect(desk.asked().filter((line) => TRADES.test(line))).toEqual([]);
  });

  test('that are not of the type that was asked for are said', async () => {
    const customer = await someone(desk, 'usual');
    const trades = await allOf(customer);
    const data = { page: 1, pages: 1, count: trades.length, total: trades.length, transactions: trades };
    desk.fault(TRADES, () => Response.json({ status: 'success', message: '', data }));
    await renderDesk(await pageOf(customer, '?type=Sell'));
    expect(await screen.findByText('Filter not confirmed', {}, PATIENCE)).toBeVisible();
    await expectTrades(trades);
  });

  test('are worth volume times price to the last digit', async () => {
    const customer = await someone(desk, 'usual');
    const [trade] = await allOf(customer);
    const transactions = [{ ...trade, volume: 1234567.891, price: 9876543.217 }];
    const data = { page: 1, pages: 1, count: 1, total: 1, transactions };
    desk.fault(TRADES, () => Response.json({ status: 'success', message: '', data }));
    await renderDesk(await pageOf(customer));
    await expectTrades([trade as Transaction]);
    expect(rowsShown()[0]).toHaveTextContent('12,193,263,129,782.045347');
  });

  test('of a very small volume or price never read as 0', async () => {
    const customer = await someone(desk, 'usual');
    const [trade] = await allOf(customer);
    const small = { ...trade, type: 'Buy', status: 'Completed', volume: 0.00000004, price: 0.00001234 };
    const data = { page: 1, pages: 1, count: 1, total: 1, transactions: [small] };
    desk.fault(TRADES, () => Response.json({ status: 'success', message: '', data }));
    const user = await renderDesk(await pageOf(customer));
    await expectTrades([trade as Transaction]);
    expect(rowsShown()[0]).toHaveTextContent(/0\.00000004.*0\.00001234/);
    await user.click(screen.getByRole('link', { name: 'Statement' }));
    const statement = await screen.findByRole('region', { name: /^Statement in/ }, PATIENCE);
    expect(statement).toHaveTextContent(/0\.00000004for .*1 buy, at 0\.0000123/);
  });

  test('that are not as many as the customer list counts are said', async () => {
    const customer = await someone(desk, 'usual');
    const trades = (await allOf(customer)).slice(1);
    const data = { page: 1, pages: 1, count: trades.length, total: trades.length, transactions: trades };
    desk.fault(TRADES, () => Response.json({ status: 'success', message: '', data }));
    await renderDesk(await pageOf(customer));
    const differs = `The customer list shows ${trades.length + 1} trades; ${trades.length} transactions found.`;
    expect(await screen.findByText(differs, {}, PATIENCE)).toBeVisible();
  });

  test('nonsense in the address falls back quietly', async () => {
    const customer = await someone(desk);
    await renderDesk(await pageOf(customer, '?type=%3Cb%3E&page=x&view=nothing'));
    await expectTrades(await allOf(customer));
  });

  test('under an address with a page of before are the whole list', async () => {
    const customer = await someone(desk, 'usual');
    await renderDesk(await pageOf(customer, '?page=2&limit=10'));
    await expectTrades(await allOf(customer));
  });

  test('that are none of a type are told from none at all', async () => {
    const customer = await someone(desk, 'quiet');
    const end = desk.fault(TRADES, () =>
      Response.json({
        status: 'success',
        message: '',
        data: { page: 1, pages: 1, count: 0, total: 0, transactions: [] },
      }),
    );
    const user = await renderDesk(await pageOf(customer, '?type=Sell'));
    expect(await screen.findByText('No sales')).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Show all types' }));
    expect(await screen.findByText('No transactions yet')).toBeVisible();
    end();
    const list = screen.getByRole('region', { name: 'Transactions' });
    await user.click(within(list).getByRole('button', { name: 'Refresh' }));
    await expectTrades(await allOf(customer));
  });

  test('on their way are placeholders, and nothing is said to be missing', async () => {
    const customer = await someone(desk, 'quiet');
    const letGo = hold(desk, TRADES);
    await renderDesk(await pageOf(customer));
    expect(await screen.findByRole('region', { name: 'Transactions' }, PATIENCE)).toHaveAttribute(
      'aria-busy',
      'true',
    );
    expect(screen.queryByText(/No transactions yet/)).toBeNull();
    letGo();
    await expectTrades(await allOf(customer));
  });

  test('that can’t be fetched anew stand, with how old they are', async () => {
    const customer = await someone(desk, 'quiet');
    const user = await renderDesk(await pageOf(customer));
    const trades = await allOf(customer);
    await expectTrades(trades);
    const end = desk.fault(TRADES, refuse);
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    const alert = await screen.findByRole('alert', {}, PATIENCE);
    expect(alert).toHaveTextContent(/The transactions could not be refreshed\. Shown as of \d\d:\d\d/);
    await expectTrades(trades);
    end();
    await user.click(within(alert).getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull(), PATIENCE);
  });

  test('that were not all there when fetching them anew failed stand, too', async () => {
    const customer = await someone(desk);
    const letGo = hold(desk, /transactions.*page=2/);
    const user = await renderDesk(await pageOf(customer));
    await waitFor(() => expect(rowsShown().length).toBeGreaterThan(0), PATIENCE);
    const end = desk.fault(TRADES, refuse);
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    const alert = await screen.findByRole('alert', {}, PATIENCE);
    expect(alert).toHaveTextContent(/The transactions could not be refreshed\. Shown as of \d\d:\d\d/);
    expect(screen.queryByText('PARTIAL')).toBeNull();
    expect(screen.getByText(/^Newest \d+ of \d+ transactions\./)).toBeVisible();
    end();
    letGo();
    await user.click(within(alert).getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull(), PATIENCE);
    await expectTrades(await allOf(customer));
  });

  test('of which some fail to load stay, say PARTIAL, and Retry makes them whole', async () => {
    const customer = await someone(desk);
    const end = desk.fault(/transactions.*page=2/, refuse);
    const user = await renderDesk(await pageOf(customer));
    expect(await screen.findByText('PARTIAL', {}, PATIENCE)).toBeVisible();
    const bar = screen.getByRole('group', { name: 'Loading all transactions' });
    expect(bar).toHaveTextContent(/1 page could not be loaded.*Not now/);
    expect(rowsShown().length).toBeGreaterThanOrEqual(IN_VIEW);
    end();
    await user.click(within(bar).getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText(/^All \d+ transactions/, {}, PATIENCE)).toBeVisible();
    await expectTrades(await allOf(customer));
  });

  test('that lack their identity, money or status are set aside and counted; others show what they have', async () => {
    const customer = await someone(desk, 'quiet');
    const token = { _id: 't', currency: 'NGN' };
    const strange = {
      _id: 's',
      type: 'Gift',
      status: 'Strange',
      token,
      volume: 3,
      price: 2,
      createdAt: 'soon',
    };
    desk.fault(TRADES, () =>
      Response.json({
        status: 'success',
        message: '',
        data: {
          page: 1,
          pages: 1,
          count: 7,
          total: 7,
          transactions: [
            {},
            7,
            { ...strange, token: null },
            { ...strange, volume: '3' },
            { ...strange, status: null },
            { ...strange, token: { currency: 'NGN' } },
            strange,
          ],
        },
      }),
    );
    await renderDesk(await pageOf(customer));
    expect(await screen.findByText(/^6 rows could not be read/, {}, PATIENCE)).toBeVisible();
    expect(rowsShown()).toHaveLength(1);
    expect(rowsShown()[0]).toHaveTextContent(/soon.*Gift.*Strange/);
  });

  test('that could not be loaded can be asked for again', async () => {
    const customer = await someone(desk, 'quiet');
    const end = desk.fault(TRADES, () => new Response('<h1>'));
    const user = await renderDesk(await pageOf(customer));
    const alert = await screen.findByRole('alert', {}, PATIENCE);
    expect(alert).toHaveTextContent('The transactions could not be loaded');
    end();
    await user.click(within(alert).getByRole('button', { name: 'Retry' }));
    await expectTrades(await allOf(customer));
  });
});
