import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Customer, Transaction } from '#contract/customers.ts';
import { customerAddress } from '#dashboard/lib/customer-addresses.ts';
import { statementOf } from '#dashboard/lib/statement.ts';
import { deskOfFile } from '#tests/support/desk.ts';
import { address, PATIENCE, renderDesk, rowsShown } from '#tests/support/render-desk.tsx';

const desk = deskOfFile();
beforeEach(async () => await desk.signIn());
/** Long enough for every page of transactions. */
const ALL_LOADED = { timeout: 15_000 };
const TRADES = /customers\/transactions/;

/** The customer with the most trades, one with some dozens, or one with few. */
async function someone(which: 'busy' | 'usual' | 'quiet' = 'busy'): Promise<Customer> {
  const customers: Customer[] = (await desk.gateway.service.call('listCustomers')).body.data;
  const sorted = customers.toSorted((a, b) => b.total_trades - a.total_trades);
  const usual = sorted.find(({ total_trades }) => total_trades < 50);
  return { busy: sorted[0], usual, quiet: sorted.at(-1) }[which] as Customer;
}

async function tradesOf({ _id }: Customer, type?: string, page = 1, limit = 25): Promise<Transaction[]> {
  const query = { email: _id.email, page, limit, ...(type && { type }) };
  return (await desk.gateway.service.call('listTransactions', { query })).body.data.transactions;
}

async function pageOf(customer: Customer, search = ''): Promise<string> {
  const { data } = await (await fetch('/session')).json();
  return customerAddress(data.session.customerSalt, customer._id.email) + search;
}

const expectTrades = async (trades: readonly Transaction[]) =>
  await waitFor(
    () =>
      expect(rowsShown().map(({ textContent }) => textContent)).toEqual(
        trades.map(({ reference }) => expect.stringContaining(reference)),
      ),
    PATIENCE,
  );

describe('a customer', () => {
  test('is found afresh by an address without an e-mail, and named', async () => {
    const customer = await someone();
    const opened = await pageOf(customer);
    expect(opened).not.toContain('@');
    await renderDesk(opened);
    expect(await screen.findByRole('heading', { level: 1, name: customer.name })).toBeVisible();
    expect(screen.getByText(customer._id.email)).toBeVisible();
    expect(screen.getByText(customer.total_trades.toLocaleString('en'))).toBeVisible();
    expect(document.title).toBe(`${customer.name} · Pledge`);
    await expectTrades(await tradesOf(customer));
  });

  test('that no key leads to is said not to be there, with a way on', async () => {
    await renderDesk('/customers/AAAAAAAAAAAAAAAA');
    expect(await screen.findByText('No customer stands under this address')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Find the customer in the list' })).toHaveAttribute(
      'href',
      '/customers',
    );
  });

  test.each(['x', '..%2F', 'a@b.c', '%00'])('a nonsense key is no customer: %s', async (key) => {
    await renderDesk(`/customers/${key}`);
    expect(
      await screen.findByText(/No customer stands under this address|no page at this address/),
    ).toBeVisible();
  });

  test('whose list can’t be loaded can be asked for again', async () => {
    const customer = await someone();
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
  test('are narrowed by type and paged by the service, both in the address', async () => {
    const customer = await someone();
    const user = await renderDesk(await pageOf(customer));
    await expectTrades(await tradesOf(customer));
    await user.click(screen.getByRole('link', { name: 'Next page' }));
    await expectTrades(await tradesOf(customer, undefined, 2));
    await user.click(screen.getByRole('link', { name: 'Sold' }));
    await expectTrades(await tradesOf(customer, 'Sell'));
    expect(address()).toMatch(/^\/customers\/[\w-]{16}\?type=Sell$/);
  });

  test('nonsense in the address falls back quietly', async () => {
    const customer = await someone();
    await renderDesk(await pageOf(customer, '?type=%3Cb%3E&page=x&view=nothing'));
    await expectTrades(await tradesOf(customer));
  });

  test('that are none of a type are told from none at all', async () => {
    const customer = await someone('quiet');
    const end = desk.fault(TRADES, () =>
      Response.json({
        status: 'success',
        message: '',
        data: { page: 1, pages: 1, count: 0, total: 0, transactions: [] },
      }),
    );
    const user = await renderDesk(await pageOf(customer, '?type=Sell'));
    expect(await screen.findByText('This customer has sold nothing')).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Show all types' }));
    expect(await screen.findByText('This customer has no transactions')).toBeVisible();
    end();
    await user.click(screen.getByRole('button', { name: 'Look again' }));
    await expectTrades(await tradesOf(customer));
  });

  test('that lack fields show what they have', async () => {
    const customer = await someone('quiet');
    desk.fault(TRADES, () =>
      Response.json({
        status: 'success',
        message: '',
        data: {
          page: 1,
          pages: 1,
          count: 3,
          total: 3,
          transactions: [
            {},
            7,
            { type: 'Gift', status: 'Strange', token: null, volume: '3', createdAt: 'soon' },
          ],
        },
      }),
    );
    await renderDesk(await pageOf(customer));
    expect(await screen.findByText('1 row could not be read')).toBeVisible();
    expect(rowsShown()).toHaveLength(2);
    expect(rowsShown()[1]).toHaveTextContent(/soon.*Gift.*Strange/);
  });

  test('that could not be loaded can be asked for again', async () => {
    const customer = await someone('quiet');
    const end = desk.fault(TRADES, () => new Response('<h1>'));
    const user = await renderDesk(await pageOf(customer));
    const alert = await screen.findByRole('alert', {}, PATIENCE);
    expect(alert).toHaveTextContent('The transactions could not be loaded');
    end();
    await user.click(within(alert).getByRole('button', { name: 'Retry' }));
    await expectTrades(await tradesOf(customer));
  });
});

describe('a statement', { timeout: 40_000 }, () => {
  test('rests on all transactions, and says so', async () => {
    const customer = await someone();
    await renderDesk(await pageOf(customer, '?view=statement'));
    const total = customer.total_trades.toLocaleString('en');
    expect(
      await screen.findByText(new RegExp(`from all ${total} transactions`), {}, ALL_LOADED),
    ).toBeVisible();
    expect(screen.queryByText(/PARTIAL/)).toBeNull();

    const trades: Transaction[] = [];
    for (let page = 1; trades.length < customer.total_trades; page++)
      trades.push(...(await tradesOf(customer, undefined, page, 100)));
    const { lines } = await statementOf(
      trades.map(({ _id, token, createdAt, ...trade }) => ({
        ...trade,
        id: _id,
        at: createdAt,
        token: { ...token, id: token._id },
      })),
    );
    const shown = screen
      .getAllByRole('table')
      .flatMap((table) => within(table).getAllByRole('rowheader'))
      .filter((head) => !head.textContent?.startsWith('All,'));
    expect(shown).toHaveLength(lines.length);
    for (const { token } of lines)
      expect(shown.some((head) => head.textContent?.includes(token.symbol ?? ''))).toBe(true);
  });

  test('over some of them is PARTIAL, and Retry makes it whole', async () => {
    const customer = await someone();
    expect(customer.total_trades).toBeGreaterThan(100);
    const end = desk.fault(/transactions.*page=2/, () =>
      Response.json({ status: 'error', message: 'No' }, { status: 403 }),
    );
    const user = await renderDesk(await pageOf(customer, '?view=statement'));
    const retry = await screen.findByRole('button', { name: 'Retry' }, ALL_LOADED);
    expect(screen.getAllByText(/^PARTIAL/)[0]).toBeVisible();
    end();
    await user.click(retry);
    await waitFor(() => expect(screen.queryByText(/PARTIAL/)).toBeNull(), ALL_LOADED);
  });

  test('counts what is completed until the reader says otherwise, in the address', async () => {
    const customer = await someone();
    const user = await renderDesk(await pageOf(customer, '?view=statement'));
    await screen.findByText(/from all .* transactions/, {}, ALL_LOADED);
    const pending = screen.getByRole('checkbox', { name: /^Pending/ });
    expect(pending).not.toBeChecked();
    await user.click(pending);
    expect(pending).toBeChecked();
    expect(address()).toMatch(/count=Completed.*count=Pending|count=Pending.*count=Completed/);
    await user.click(pending);
    expect(address()).toMatch(/\?view=statement$/);
  });

  test('has a chart that the keyboard reads, and the table of its numbers one press away', async () => {
    const customer = await someone('usual');
    const user = await renderDesk(await pageOf(customer, '?view=statement'));
    await screen.findByText(/from all .* transactions/, {}, ALL_LOADED);
    const chart = await screen.findByRole('slider', { name: /^Observed position in/ }, ALL_LOADED);
    const last = chart.getAttribute('aria-valuetext');
    expect(last).toMatch(/: (bought|sold) .*, position /);
    chart.focus();
    await user.keyboard('{ArrowLeft}');
    expect(chart).toHaveAttribute('aria-valuenow', String(Number(chart.getAttribute('aria-valuemax')) - 1));
    await user.keyboard('{Home}');
    expect(chart).toHaveAttribute('aria-valuenow', '1');
    await user.keyboard('{End}');
    expect(chart).toHaveAttribute('aria-valuetext', last);
    await user.click(screen.getByRole('button', { name: 'Show the table' }));
    expect(address()).toContain('as=table');
    expect(await screen.findByRole('region', { name: 'Movements' })).toBeVisible();
  });

  test('of nothing says so', async () => {
    const customer = await someone('quiet');
    desk.fault(TRADES, () =>
      Response.json({
        status: 'success',
        message: '',
        data: { page: 1, pages: 1, count: 0, total: 0, transactions: [] },
      }),
    );
    await renderDesk(await pageOf(customer, '?view=statement'));
    expect(await screen.findByText('There is nothing to state', {}, ALL_LOADED)).toBeVisible();
  });
});
