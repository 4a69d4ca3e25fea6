import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Transaction } from '#contract/customers.ts';
import { pageOf, someone, tradesOf } from '#tests/support/customers.ts';
import { deskOfFile } from '#tests/support/desk.ts';
import { address, PATIENCE, renderDesk, rowsShown } from '#tests/support/render-desk.tsx';
import { hold, refuse } from '#tests/support/states.ts';

const desk = deskOfFile();
beforeEach(async () => await desk.signIn());
const TRADES = /customers\/transactions/;

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
    const customer = await someone(desk);
    const opened = await pageOf(customer);
    expect(opened).not.toContain('@');
    await renderDesk(opened);
    expect(await screen.findByRole('heading', { level: 1, name: customer.name })).toBeVisible();
    expect(screen.getByText(customer._id.email)).toBeVisible();
    expect(screen.getByText(customer.total_trades.toLocaleString('en'))).toBeVisible();
    expect(document.title).toBe(`${customer.name} · Pledge`);
    await expectTrades(await tradesOf(desk, customer));
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
  test('are narrowed by type and paged by the service, both in the address', async () => {
    const customer = await someone(desk);
    const user = await renderDesk(await pageOf(customer));
    await expectTrades(await tradesOf(desk, customer));
    await user.click(screen.getByRole('link', { name: 'Next page' }));
    await expectTrades(await tradesOf(desk, customer, { page: 2 }));
    await user.click(screen.getByRole('link', { name: 'Sold' }));
    await expectTrades(await tradesOf(desk, customer, { type: 'Sell' }));
    expect(address()).toMatch(/^\/customers\/[\w-]{16}\?type=Sell$/);
  });

  test('nonsense in the address falls back quietly', async () => {
    const customer = await someone(desk);
    await renderDesk(await pageOf(customer, '?type=%3Cb%3E&page=x&view=nothing'));
    await expectTrades(await tradesOf(desk, customer));
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
    expect(await screen.findByText('This customer has sold nothing')).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Show all types' }));
    expect(await screen.findByText('This customer has no transactions')).toBeVisible();
    end();
    await user.click(screen.getByRole('button', { name: 'Look again' }));
    await expectTrades(await tradesOf(desk, customer));
  });

  test('on their way are placeholders, and nothing is said to be missing', async () => {
    const customer = await someone(desk, 'quiet');
    const letGo = hold(desk, TRADES);
    await renderDesk(await pageOf(customer));
    expect(await screen.findByRole('region', { name: 'Transactions' }, PATIENCE)).toHaveAttribute(
      'aria-busy',
      'true',
    );
    expect(screen.queryByText(/has no transactions/)).toBeNull();
    letGo();
    await expectTrades(await tradesOf(desk, customer));
  });

  test('that can’t be fetched anew stand, with how old they are', async () => {
    const customer = await someone(desk, 'quiet');
    const user = await renderDesk(await pageOf(customer));
    const trades = await tradesOf(desk, customer);
    await expectTrades(trades);
    const end = desk.fault(TRADES, refuse);
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    const alert = await screen.findByRole('alert', {}, PATIENCE);
    expect(alert).toHaveTextContent(/The transactions could not be refreshed: these are as of \d\d:\d\d/);
    await expectTrades(trades);
    end();
    await user.click(within(alert).getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull(), PATIENCE);
  });

  test('of which another page fails are not those of the page before while they are asked for again', async () => {
    const customer = await someone(desk);
    const user = await renderDesk(await pageOf(customer));
    await expectTrades(await tradesOf(desk, customer));
    const end = desk.fault(/transactions.*page=2/, refuse);
    await user.click(screen.getByRole('link', { name: 'Next page' }));
    const alert = await screen.findByRole('alert', {}, PATIENCE);
    expect(alert).toHaveTextContent('The transactions could not be loaded');
    end();
    const letGo = hold(desk, /transactions.*page=2/);
    const retry = within(alert).getByRole('button', { name: 'Retry' });
    await user.click(retry);
    await waitFor(() => expect(retry).toHaveAttribute('aria-disabled', 'true'));
    expect(retry).toHaveFocus();
    expect(rowsShown()).toHaveLength(0);
    letGo();
    await expectTrades(await tradesOf(desk, customer, { page: 2 }));
  });

  test('that lack fields show what they have', async () => {
    const customer = await someone(desk, 'quiet');
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
    const customer = await someone(desk, 'quiet');
    const end = desk.fault(TRADES, () => new Response('<h1>'));
    const user = await renderDesk(await pageOf(customer));
    const alert = await screen.findByRole('alert', {}, PATIENCE);
    expect(alert).toHaveTextContent('The transactions could not be loaded');
    end();
    await user.click(within(alert).getByRole('button', { name: 'Retry' }));
    await expectTrades(await tradesOf(desk, customer));
  });
});
