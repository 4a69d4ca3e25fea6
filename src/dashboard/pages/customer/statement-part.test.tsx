import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Transaction } from '#contract/customers.ts';
import { statementOf } from '#dashboard/api/customers/statement.ts';
import { daysOfPeriod } from '#dashboard/lib/periods.ts';
import { atOnce } from '#dashboard/lib/slices.ts';
import { dayOf } from '#dashboard/lib/times.ts';
import { pageOf, someone, tradesOf } from '#tests/support/customers.ts';
import { deskOfFile } from '#tests/support/desk.ts';
import { address, renderDesk } from '#tests/support/render-desk.tsx';
import { savedFilesOfFile } from '#tests/support/saved-files.ts';
import { hold, refuse } from '#tests/support/states.ts';
import { lineCsvOf } from './statement-figures.tsx';

const desk = deskOfFile();
const saved = savedFilesOfFile();
beforeEach(async () => await desk.signIn());
/** Long enough for every page of transactions. */
const ALL_LOADED = { timeout: 45_000 };
const TRADES = /customers\/transactions/;

describe('a statement', { timeout: 120_000 }, () => {
  test('rests on all transactions, and says so', async () => {
    const customer = await someone(desk);
    await renderDesk(await pageOf(customer, '?view=statement'));
    const total = customer.total_trades.toLocaleString('en');
    expect(await screen.findByText(new RegExp(`on all ${total} transactions`), {}, ALL_LOADED)).toBeVisible();
    expect(screen.queryByText(/PARTIAL/)).toBeNull();

    const trades: Transaction[] = [];
    for (let page = 1; trades.length < customer.total_trades; page++)
      trades.push(...(await tradesOf(desk, customer, { page, limit: 100 })));
    const { lines } = atOnce(
      statementOf(
        trades.map(({ _id, token, createdAt, ...trade }) => ({
          ...trade,
          id: _id,
          at: createdAt,
          token: { ...token, id: token._id },
        })),
      ),
    );
    const shown = screen
      .getAllByRole('table')
      .flatMap((table) => within(table).getAllByRole('rowheader'))
      .filter((head) => !head.textContent?.startsWith('Total ('));
    expect(shown).toHaveLength(lines.length);
    for (const { token } of lines)
      expect(shown.some((head) => head.textContent?.includes(token.symbol ?? ''))).toBe(true);
  });

  test('over some of them is PARTIAL, and Retry makes it whole', async () => {
    const customer = await someone(desk);
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
    const customer = await someone(desk);
    const user = await renderDesk(await pageOf(customer, '?view=statement'));
    await screen.findByText(/on all .* transactions/, {}, ALL_LOADED);
    const pending = screen.getByRole('checkbox', { name: /^Pending/ });
    expect(pending).not.toBeChecked();
    await user.click(pending);
    expect(pending).toBeChecked();
    expect(address()).toMatch(/count=Completed.*count=Pending|count=Pending.*count=Completed/);
    await user.click(pending);
    expect(address()).toMatch(/\?view=statement$/);
  });

  test('of the last quarter opens with what was held before, and keeps its days in the address', async () => {
    const customer = await someone(desk);
    const user = await renderDesk(await pageOf(customer, '?view=statement'));
    await screen.findByText(/on all .* transactions/, {}, ALL_LOADED);
    await user.selectOptions(screen.getByLabelText('Period'), 'Last quarter');
    const { from, to } = daysOfPeriod('last-quarter', Date.now());
    expect(address()).toMatch(new RegExp(`view=statement&from=${from}&to=${to}$`));
    expect(screen.getByLabelText('From')).toHaveValue(from);
    const trades: Transaction[] = [];
    for (let page = 1; trades.length < customer.total_trades; page++)
      trades.push(...(await tradesOf(desk, customer, { page, limit: 100 })));
    const inQuarter = trades.filter(({ createdAt }) => {
      const day = dayOf(Date.parse(createdAt));
      return from <= day && day <= to;
    });
    const shown = () =>
      screen
        .getAllByRole('checkbox')
        .map(({ parentElement }) => Number(/\d+$/.exec(parentElement?.textContent ?? '')?.[0]))
        .reduce((all, count) => all + count, 0);
    await waitFor(() => expect(shown()).toBe(inQuarter.length));
    expect(screen.getAllByRole('columnheader', { name: /^Opening position/ })[0]).toBeVisible();
    expect(screen.getAllByRole('columnheader', { name: /^Closing position/ })[0]).toBeVisible();
    await user.selectOptions(screen.getByLabelText('Period'), 'All time');
    expect(address()).toMatch(/\?view=statement$/);
    expect(screen.queryByRole('columnheader', { name: /^Opening position/ })).toBeNull();
  });

  test('shows no figures of one period under the days of another', async () => {
    const customer = await someone(desk);
    // More than are added up at once.
    desk.fault(TRADES, async (request, pass) => {
      const { data, ...rest } = await (await pass()).json();
      const page = Number(new URL(request.url, 'http://x').searchParams.get('page'));
      const own = (await tradesOf(desk, customer, { limit: 100 })).map((trade) => ({
        ...trade,
        _id: `${trade._id}${page}`,
      }));
      return Response.json({ ...rest, data: { ...data, transactions: own, total: 600 } });
    });
    await renderDesk(await pageOf(customer, '?view=statement'));
    await screen.findAllByText(/on all 600 transactions/, {}, ALL_LOADED);
    await screen.findAllByRole('button', { name: 'Export' }, ALL_LOADED);
    fireEvent.change(screen.getByLabelText('Period'), { target: { value: 'last-quarter' } });
    expect(screen.queryAllByRole('columnheader', { name: /^Opening position/ })).toEqual([]);
    expect(screen.queryAllByRole('button', { name: 'Export' })).toEqual([]);
    await screen.findAllByRole('columnheader', { name: /^Opening position/ }, ALL_LOADED);
    expect(screen.getAllByRole('button', { name: 'Export' })[0]).toBeVisible();
  });

  test('of days that are typed is a period of its own', async () => {
    const customer = await someone(desk, 'usual');
    await renderDesk(await pageOf(customer, '?view=statement&from=1990-01-01&to=1990-02-03'));
    expect(
      await screen.findByText('No transactions or positions in this period', {}, ALL_LOADED),
    ).toBeVisible();
    expect(screen.getByText('1 Jan 1990 to 3 Feb 1990.')).toBeVisible();
    expect(screen.getByLabelText('Period')).toHaveDisplayValue('Custom');
  });

  test('that would end before it begins says so, and keeps the days that were typed', async () => {
    const customer = await someone(desk, 'usual');
    const user = await renderDesk(await pageOf(customer, '?view=statement&from=1990-02-03&to=1990-01-01'));
    expect(await screen.findByText(/^To is before From/, {}, ALL_LOADED)).toBeVisible();
    const to = screen.getByLabelText('To');
    expect(to).toHaveValue('1990-01-01');
    await user.clear(to);
    await user.type(to, '1990-03-01');
    await waitFor(() => expect(screen.queryByText(/^To is before From/)).toBeNull(), ALL_LOADED);
    expect(screen.getByText('3 Feb 1990 to 1 Mar 1990.')).toBeVisible();
  });

  test('has a chart that the keyboard reads, and the table of its numbers one press away', async () => {
    const customer = await someone(desk, 'usual');
    const user = await renderDesk(await pageOf(customer, '?view=statement'));
    await screen.findByText(/on all .* transactions/, {}, ALL_LOADED);
    const chart = await screen.findByRole('slider', { name: /^Net position in/ }, ALL_LOADED);
    const last = chart.getAttribute('aria-valuetext');
    expect(last).toMatch(/: (bought|sold) .*, position /);
    const max = chart.getAttribute('max');
    expect(chart).toHaveValue(max);
    // What the browser makes of Home and End.
    fireEvent.change(chart, { target: { value: '1' } });
    expect(chart).toHaveValue('1');
    expect(chart).not.toHaveAttribute('aria-valuetext', last);
    fireEvent.change(chart, { target: { value: max } });
    expect(chart).toHaveAttribute('aria-valuetext', last);
    await user.click(screen.getByRole('button', { name: 'Show the table' }));
    expect(address()).toContain('as=table');
    expect(await screen.findByRole('region', { name: 'Movements' })).toBeVisible();
  });

  test.each([
    ['statement', 0, 'token=64ab3f00&currency=NGN', ''],
    ['movements', 1, 'token=64ab3f00&currency=NGN', ''],
    ['movements', 1, 'from=1990-02-03&to=1990-01-01', ' from 1990-02-03'],
  ])(
    'has a file of all tokens and currencies, which isn’t named after what doesn’t filter it: %s, %#',
    async (file, nth, search, filter) => {
      const customer = await someone(desk, 'usual');
      const user = await renderDesk(await pageOf(customer, `?view=statement&${search}`));
      await screen.findByText(/on all .* transactions/, {}, ALL_LOADED);
      const exports = await screen.findAllByRole('button', { name: 'Export' }, ALL_LOADED);
      await user.click(exports[nth] as HTMLElement);
      await user.click(await screen.findByRole('button', { name: /^Export \d+ rows?$/ }, ALL_LOADED));
      await screen.findByText(/^Downloaded/, {}, ALL_LOADED);
      expect(saved[0]?.name).toMatch(new RegExp(`^${file} .* \\d{4}-\\d\\d-\\d\\d${filter}\\.csv$`));
    },
  );

  test('is on its way until there is something to work it out from', async () => {
    const customer = await someone(desk, 'quiet');
    const letGo = hold(desk, TRADES);
    await renderDesk(await pageOf(customer, '?view=statement'));
    expect(await screen.findByRole('group', { name: 'Loading all transactions' }, ALL_LOADED)).toBeVisible();
    expect(screen.queryByText(/No transactions yet|Based on/)).toBeNull();
    letGo();
    expect(await screen.findByText(/on all .* transactions?/, {}, ALL_LOADED)).toBeVisible();
  });

  test('of what could not be loaded says why until Retry has brought it', async () => {
    const customer = await someone(desk, 'quiet');
    const end = desk.fault(TRADES, refuse);
    const user = await renderDesk(await pageOf(customer, '?view=statement'));
    const alert = await screen.findByRole('alert', {}, ALL_LOADED);
    expect(alert).toHaveTextContent(/The transactions could not be loaded.*Not now/);
    end();
    const letGo = hold(desk, TRADES);
    const retry = within(alert).getByRole('button', { name: 'Retry' });
    await user.click(retry);
    await waitFor(() => expect(retry).toHaveAttribute('aria-disabled', 'true'));
    expect(retry).toHaveFocus();
    letGo();
    expect(await screen.findByText(/on all .* transactions?/, {}, ALL_LOADED)).toBeVisible();
  });

  test('that is opened again has what came since', async () => {
    vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const customer = await someone(desk, 'usual');
    const end = desk.fault(TRADES, async (_request, pass) => {
      const body = await (await pass()).json();
      body.data.total -= 1;
      body.data.transactions.shift();
      return Response.json(body);
    });
    const user = await renderDesk(await pageOf(customer, '?view=statement'));
    const based = (count: number) =>
      screen.findByText(new RegExp(`on all ${count} transactions?`), {}, ALL_LOADED);
    await based(customer.total_trades - 1);
    end();
    await user.click(screen.getByRole('link', { name: 'Follow-ups' }));
    await screen.findByRole('region', { name: /^Follow-ups/ }, ALL_LOADED);
    vi.setSystemTime(Date.now() + 60_000);
    await user.click(screen.getByRole('link', { name: 'Statement' }));
    await based(customer.total_trades);
  });

  test('of which nothing came before it was stopped says nothing of what is counted', async () => {
    const customer = await someone(desk, 'quiet');
    const letGo = hold(desk, TRADES);
    const user = await renderDesk(await pageOf(customer, '?view=statement'));
    const bar = await screen.findByRole('group', { name: 'Loading all transactions' }, ALL_LOADED);
    await user.click(within(bar).getByRole('button', { name: 'Stop' }));
    const resume = await within(bar).findByRole('button', { name: 'Resume' });
    expect(screen.queryByText(/No transactions/)).toBeNull();
    letGo();
    await user.click(resume);
    expect(await screen.findByText(/on all .* transactions?/, {}, ALL_LOADED)).toBeVisible();
  });

  test('of transactions that can’t be read doesn’t say that there are none', async () => {
    const customer = await someone(desk, 'quiet');
    desk.fault(TRADES, async (_request, pass) => {
      const body = await (await pass()).json();
      body.data.transactions = [{ ...body.data.transactions[0], token: null }];
      return Response.json({ ...body, data: { ...body.data, pages: 1, count: 1, total: 1 } });
    });
    await renderDesk(await pageOf(customer, '?view=statement'));
    expect(await screen.findByText('No transaction could be read', {}, ALL_LOADED)).toBeVisible();
    expect(screen.getByText(/^1 row could not be read/)).toBeVisible();
    expect(screen.queryByText('No transactions yet')).toBeNull();
  });

  test('calls a negative price what it is, wherever a figure depends on it', async () => {
    const customer = await someone(desk, 'quiet');
    desk.fault(TRADES, async (_request, pass) => {
      const body = await (await pass()).json();
      const [first] = body.data.transactions;
      body.data.transactions = [{ ...first, type: 'Buy', status: 'Completed', price: -5 }];
      return Response.json({ ...body, data: { ...body.data, pages: 1, count: 1, total: 1 } });
    });
    await renderDesk(await pageOf(customer, '?view=statement'));
    expect(await screen.findByText(/^1 transaction with a negative price\./, {}, ALL_LOADED)).toBeVisible();
    const [table] = screen.getAllByRole('table');
    expect(within(table as HTMLElement).getAllByText(/price .*is negative/).length).toBeGreaterThan(0);
    expect(document.body).not.toHaveTextContent(/price is missing|without a price|no price/);
    expect(lineCsvOf(false).map(({ heading }) => heading)).toContain('Trades with a negative price');
  });

  test('of a customer with a blank name is printed under the email’s first part', async () => {
    const customer = await someone(desk, 'quiet');
    desk.fault(/\/customers$/, async (_request, pass) => {
      const body = await (await pass()).json();
      body.data = body.data.map((each: { _id: { email: string } }) =>
        each._id.email === customer._id.email ? { ...each, name: ' ' } : each,
      );
      return Response.json(body);
    });
    const titles: string[] = [];
    vi.spyOn(window, 'print').mockImplementation(() => void titles.push(document.title));
    const user = await renderDesk(await pageOf(customer, '?view=statement'));
    await screen.findByText(/on all .* transactions?/, {}, ALL_LOADED);
    await user.click(screen.getByRole('button', { name: 'Print' }));
    const [local = ''] = customer._id.email.split('@');
    expect(titles).toEqual([`Statement ${local.replaceAll(/[^\w.-]/g, ' ')}`]);
  });

  test('of nothing says so', async () => {
    const customer = await someone(desk, 'quiet');
    desk.fault(TRADES, () =>
      Response.json({
        status: 'success',
        message: '',
        data: { page: 1, pages: 1, count: 0, total: 0, transactions: [] },
      }),
    );
    await renderDesk(await pageOf(customer, '?view=statement'));
    expect(await screen.findByText('No transactions yet', {}, ALL_LOADED)).toBeVisible();
  });
});
