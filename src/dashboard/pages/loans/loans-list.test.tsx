import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { Big } from 'big.js';
import Papa from 'papaparse';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { parseRepaymentDate, writeRepaymentDate } from '#contract/dates.ts';
import type { ListedLoan } from '#contract/loans.ts';
// Beforehand, so that the dialog never comes in the middle of an event.
import '#dashboard/table/export-dialog.tsx';
import { changeSettings } from '#dashboard/lib/settings.ts';
import { dayOf, formatMonth, monthOf } from '#dashboard/lib/times.ts';
import { serveList } from '#tests/support/changing-list.ts';
import { deskOfFile } from '#tests/support/desk.ts';
import { address, loansOf, renderDesk } from '#tests/support/render-desk.tsx';
import { savedFilesOfFile } from '#tests/support/saved-files.ts';

/** Long enough for all loans on a machine that has much else to do. */
const LONG = { timeout: 30_000 };
const LISTS = /\/creditor\/credit\/loans/;
const desk = deskOfFile();
const saved = savedFilesOfFile();
let loans: ListedLoan[];

beforeEach(async () => {
  await desk.signIn();
  loans = [...(await loansOf(desk, 1, 100)), ...(await loansOf(desk, 2, 100))];
  expect(loans).toHaveLength(137);
});

// By text and label: asking for the role of every cell of the table takes seconds, in which nothing else goes on.
const progress = () => screen.queryByLabelText('Loading all loans');
const totals = () => screen.findByLabelText('Totals', {}, LONG);
const exportButton = () => screen.findByText('Export', { selector: 'button' }, LONG);
const grouped = (decimal: string) =>
  new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 20 }).format(
    decimal as unknown as number,
  );
const money = (loans: readonly ListedLoan[], field: 'amount' | 'repayment_amount') =>
  grouped(loans.reduce((sum, loan) => sum.plus(loan[field]), new Big(0)).toFixed());
const of = (currency: string, among = loans) => among.filter((loan) => loan.currency === currency);

/** Opens all loans, and waits until they are here. */
async function open(query = ''): Promise<UserEvent> {
  const user = await renderDesk(`/loans${query}`);
  await screen.findByText(/^(All 137 loans\.|[\d,]+ of 137 loans\.|No matching loans)$/, {}, LONG);
  return user;
}

/** Exports what is listed: the file's name, why it is partial, and its rows. */
async function exported(user: UserEvent, what = 'loans', noun = 'loan') {
  const button = await exportButton();
  await user.hover(button);
  await vi.dynamicImportSettled();
  await user.click(button);
  const dialog = await screen.findByRole('dialog', { name: `Export ${what}` }, LONG);
  await user.click(within(dialog).getByRole('button', { name: new RegExp(`^Export [\\d,]+ ${noun}s?$`) }));
  await within(dialog).findByText(/^Downloaded /, {}, LONG);
  await user.click(within(dialog).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const file = saved.at(-1);
  const text = ((await file?.text()) ?? '').replace('\uFEFF', '');
  const { data } = Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true });
  return {
    name: file?.name ?? '',
    partial: data[0]?.PARTIAL,
    heads: Object.keys(data[0] ?? {}),
    ids: data.map((loan) => loan['Loan ID']),
  };
}

/** A row of the totals, by its header. */
async function row(region: HTMLElement, head: string | RegExp): Promise<HTMLElement> {
  const header = await within(region).findByRole('rowheader', { name: head }, LONG);
  return header.closest('tr') as HTMLElement;
}

/** The rows of groups, without those of their totals. */
const groupsIn = (region: HTMLElement) => [...region.querySelectorAll<HTMLElement>('tr[data-index]')];

const groupOf = async (region: HTMLElement, head: string) =>
  (await within(region).findByText(head, {}, LONG)).closest('tr') as HTMLElement;

function groupBy(loans: readonly ListedLoan[], keyOf: (loan: ListedLoan) => string) {
  const groups = new Map<string, ListedLoan[]>();
  for (const loan of loans) groups.set(keyOf(loan), [...(groups.get(keyOf(loan)) ?? []), loan]);
  return groups;
}

/** Waits until a currency's row of the totals says so. The row is looked up each time, because it may be replaced. */
async function expectTotal(currency: string, text: string): Promise<void> {
  const rowOf = () =>
    within(screen.getByLabelText('Totals'))
      .getByRole('rowheader', { name: new RegExp(`^${currency}`) })
      .closest('tr');
  await waitFor(() => expect(rowOf()).toHaveTextContent(text), LONG);
}

describe('all loans', () => {
  test('come to the sums of the list, per currency, and the export holds each of them once', async () => {
    const user = await open();
    const region = await totals();
    for (const currency of new Set(loans.map((loan) => loan.currency))) {
      const total = await row(region, new RegExp(`^${currency}`));
      const closed = of(currency).filter(({ status }) => /REPAID|LIQUIDATED|CANCELLED/.test(status)).length;
      const open = of(currency).length - closed;
      // Which loans a total holds is said: the overview's sums are of open ones alone.
      expect(total).toHaveTextContent(`${of(currency).length} loans: ${open} open, ${closed} closed`);
      expect(total).toHaveTextContent(`${money(of(currency), 'amount')}${currency}`);
      expect(total).toHaveTextContent(`${money(of(currency), 'repayment_amount')}${currency}`);
    }
    const { name, partial, heads, ids } = await exported(user);
    expect(name).toMatch(/^loans \d{4}-\d\d-\d\d\.csv$/);
    expect(partial).toBeUndefined();
    expect(heads.slice(0, 4)).toEqual(['Standing', 'Days late', 'Borrower', 'Currency']);
    expect(ids).toEqual(loans.map(({ id }) => id));
  });

  test('are not called the newest, nor all, while the list is read once more to be sure of them', async () => {
    let reads = 0;
    let letGo = () => {};
    const held = new Promise<void>((resolve) => (letGo = resolve));
    desk.fault(/loans\?page=1&limit=100/, async (_request, pass) => {
      reads += 1;
      if (reads > 1) await held;
      return await pass();
    });
    await renderDesk('/loans');
    expect(await screen.findByText('137 loans.', {}, LONG)).toBeVisible();
    await expectTotal('NGN', '137 loans');
    expect(await totals()).not.toHaveTextContent('newest');
    letGo();
    await screen.findByText('All 137 loans.', {}, LONG);
  });

  test('have a file that is named after what narrows them, and nothing else in the address', async () => {
    const user = await open('?state=paid&utm_source=mail&currency=NGN&sort=-amount');
    expect((await exported(user)).name).toMatch(/^loans \d{4}-\d\d-\d\d NGN\.csv$/);
  });

  test('are narrowed by status and currency, and so are their totals and their export', async () => {
    const user = await open('?status=ACTIVE&currency=NGN');
    const kept = of('NGN').filter(({ status }) => status === 'ACTIVE');
    expect(kept.length).toBeGreaterThan(0);
    await expectTotal('NGN', `${money(kept, 'amount')}NGN`);
    expect(within(await totals()).getAllByRole('rowheader')).toHaveLength(1);
    expect((await exported(user)).ids).toEqual(kept.map(({ id }) => id));
    await user.click(screen.getByRole('button', { name: 'Clear Status' }));
    await waitFor(() => expect(address()).toBe('/loans?currency=NGN'));
    await expectTotal('NGN', `${money(of('NGN'), 'amount')}NGN`);
  });

  test('are narrowed to days of their creation, both inclusive, and say why none can be', async () => {
    const dayOfLoan = ({ created_at }: ListedLoan) => dayOf(Date.parse(created_at));
    const days = [...new Set(loans.map(dayOfLoan))].sort();
    const [from, , to] = days.slice(-4);
    const within = loans.filter((loan) => from && to && dayOfLoan(loan) >= from && dayOfLoan(loan) <= to);
    const user = await open();
    await user.click(screen.getByText('Created', { selector: 'fieldset span' }));
    fireEvent.change(await screen.findByLabelText('From', {}, LONG), { target: { value: from } });
    fireEvent.change(screen.getByLabelText('To'), { target: { value: to } });
    expect(await screen.findByText(new RegExp(`^${within.length} of 137 loans`), {}, LONG)).toBeVisible();
    expect(new URLSearchParams(location.search).get('created')).toBe(`${from}..${to}`);
    fireEvent.change(screen.getByLabelText('To'), { target: { value: '2001-01-01' } });
    const reason = 'To is before From. Choose a later day.';
    expect(await screen.findByText(reason, { selector: '[role=alert]' }, LONG)).toBeVisible();
  });

  test('that days the wrong way round rule out say so where the loans would be', async () => {
    await open('?created=2026-11-21..2026-11-20');
    expect(await screen.findByText('No matching loans', {}, LONG)).toBeVisible();
    expect(screen.getByText('To is before From. Choose a later day.')).toBeVisible();
  });

  test('that no filter passes say so, and lead back', async () => {
    const user = await open('?currency=XQQ');
    await screen.findByText('No matching loans', {}, LONG);
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(address()).toBe('/loans'));
    await screen.findByText('All 137 loans.', {}, LONG);
    expect((await exported(user)).ids).toHaveLength(137);
  });

  test('are sorted by a column, one way and the other', async () => {
    const user = await open('?currency=USD');
    const header = () => screen.getByText('Amount', { selector: 'th button' }).closest('th') as HTMLElement;
    const firstRow = () => document.querySelector('tbody tr[data-index="0"]');
    const amounts = of('USD').map(({ amount }) => amount);
    const [least, most] = [Math.min(...amounts), Math.max(...amounts)];
    for (const [direction, amount] of [
      ['ascending', least],
      ['descending', most],
    ]) {
      await user.click(within(header()).getByRole('button'));
      await waitFor(() => expect(header()).toHaveAttribute('aria-sort', direction), LONG);
      await waitFor(() => expect(firstRow()).toHaveTextContent(grouped(String(amount))), LONG);
    }
    expect(address()).toBe('/loans?currency=USD&sort=-amount');
  });

  test.each([
    ['amount', 1],
    ['-amount', -1],
  ])('are exported in the order in which they stand: %s', async (sort, sign) => {
    const user = await open(`?sort=${sort}`);
    // Equal amounts keep the order of the list.
    const sorted = loans.toSorted((a, b) => sign * (a.amount - b.amount));
    expect((await exported(user)).ids).toEqual(sorted.map(({ id }) => id));
  });

  test('are grouped by borrower, and each group leads to its loans', async () => {
    const user = await open();
    await user.selectOptions(screen.getByLabelText('Group'), 'borrower');
    const region = await screen.findByLabelText('Loans by borrower', {}, LONG);
    const keyOf = (loan: ListedLoan) => `/loans?currency=${loan.currency}&borrower=${loan.borrower}`;
    const groups = groupBy(loans, keyOf);
    await waitFor(
      () => expect(within(region).getByRole('table').ariaRowCount).toBe(`${groups.size + 1}`),
      LONG,
    );
    expect(screen.getByText('All 137 loans.')).toBeVisible();
    const links = [...region.querySelectorAll<HTMLAnchorElement>('a[data-row-link]')];
    expect(links.length).toBeGreaterThan(5);
    for (const link of links) {
      const own = groups.get(link.getAttribute('href') ?? '') ?? [];
      const group = link.closest('tr') as HTMLElement;
      expect(within(group).getByText(String(own.length))).toBeVisible();
      expect(group).toHaveTextContent(`${money(own, 'amount')}${own[0]?.currency}`);
      expect(group).toHaveTextContent(`${money(own, 'repayment_amount')}${own[0]?.currency}`);
    }
  });

  test('are sorted by any figure of their groups, and exported as groups', async () => {
    const user = await open('?group=borrower&currency=NGN');
    const region = await screen.findByLabelText('Loans by borrower', {}, LONG);
    await user.click(within(region).getByRole('button', { name: 'Amount' }));
    await user.click(await within(region).findByRole('button', { name: 'Amount' }));
    await waitFor(() => expect(address()).toBe('/loans?group=borrower&currency=NGN&sort=-amount'), LONG);
    const sums = groupBy(of('NGN'), ({ borrower }) => borrower);
    const largest = [...sums.values()].map((own) => own.reduce((sum, { amount }) => sum + amount, 0));
    const first = () => region.querySelector('tr[data-index="0"]');
    await waitFor(() => expect(first()).toHaveTextContent(grouped(Math.max(...largest).toFixed(2))), LONG);
    expect(screen.getByText(`${of('NGN').length} of 137 loans.`)).toBeVisible();
    const file = await exported(user, 'loans by borrower', 'group');
    expect(file.name).toMatch(/^loans by borrower /);
    expect(file.ids).toHaveLength(sums.size);
    await user.selectOptions(screen.getByLabelText('Group'), '');
    await waitFor(() => expect(address()).toBe('/loans?currency=NGN&sort=-amount'), LONG);
    act(() => history.back());
    await waitFor(() => expect(address()).toBe('/loans?group=borrower&currency=NGN&sort=-amount'), LONG);
    await user.click(
      await within(await screen.findByLabelText('Loans by borrower', {}, LONG))
        .findAllByRole('link', {}, LONG)
        .then(([link]) => link as HTMLElement),
    );
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus(), LONG);
  });

  test('of one borrower are named by a chip, which takes the borrower off again', async () => {
    const [first] = loans;
    const user = await open(`?borrower=${first?.borrower}`);
    const [chip] = await screen.findAllByText(/^: /, {}, LONG);
    await waitFor(() => expect(chip).toHaveTextContent(/^: \p{L}+ /u), LONG);
    expect(screen.getByRole('searchbox', { name: 'Search loans by borrower' })).toHaveValue('');
    await user.click(screen.getByRole('button', { name: 'Clear Borrower' }));
    await waitFor(() => expect(address()).toBe('/loans'), LONG);
  });

  test('are grouped by the month that they are due in, one that nobody can read among them', async () => {
    const [odd, ...others] = of('NGN');
    desk.fault(LISTS, async (_request, pass) => {
      const body = await (await pass()).json();
      for (const loan of body.data.docs) if (loan.id === odd?.id) loan.repayment_date = 'some day';
      return Response.json(body);
    });
    await open('?group=month&currency=NGN');
    const region = await screen.findByLabelText('Loans by due month', {}, LONG);
    const monthOfLoan = (loan: ListedLoan) =>
      monthOf(parseRepaymentDate(loan.repayment_date)?.at ?? Number.NaN);
    const months = groupBy(others, monthOfLoan);
    await waitFor(() => expect(groupsIn(region)).toHaveLength(months.size + 1), LONG);
    for (const [month, due] of months) {
      const group = await groupOf(region, formatMonth(month));
      expect(within(group).getByText(String(due.length))).toBeVisible();
      expect(group).toHaveTextContent(`${money(due, 'repayment_amount')}NGN`);
    }
    expect(await groupOf(region, 'Unreadable date')).toHaveTextContent('1');
  });

  test('are grouped again when another tab changes the time zone', async () => {
    const due = Date.UTC(2031, 0, 31, 23, 30);
    desk.fault(LISTS, async (_request, pass) => {
      const body = await (await pass()).json();
      for (const loan of body.data.docs)
        if (loan.id === loans[0]?.id) loan.repayment_date = writeRepaymentDate(due, 'Africa/Lagos');
      return Response.json(body);
    });
    onTestFinished(() => void changeSettings({ timeZone: 'mine' }));
    changeSettings({ timeZone: 'utc' });
    await open('?group=month&sort=-group');
    const region = await screen.findByLabelText('Loans by due month', {}, LONG);
    await groupOf(region, formatMonth('2031-01'));
    act(() => void changeSettings({ timeZone: 'business' }));
    await groupOf(region, formatMonth('2031-02'));
    expect(within(region).queryByText(formatMonth('2031-01'))).toBeNull();
  });

  test('one whose repayment can’t be read is left out, and counted', async () => {
    const [odd] = of('NGN');
    desk.fault(LISTS, async (_request, pass) => {
      const body = await (await pass()).json();
      for (const loan of body.data.docs) if (loan.id === odd?.id) loan.repayment_amount = 'soon';
      return Response.json(body);
    });
    await renderDesk('/loans?all=1');
    expect(await screen.findByText(/1 row could not be read/, {}, LONG)).toBeVisible();
    const others = of('NGN').filter(({ id }) => id !== odd?.id);
    await expectTotal('NGN', `${money(others, 'amount')}NGN`);
    await expectTotal('NGN', `${money(others, 'repayment_amount')}NGN`);
    expect(await totals()).toHaveTextContent('136 of 137 loans');
  });

  test('of which a page fails are kept as far as they came, PARTIAL until the rest is there', async () => {
    const heal = desk.fault(/page=2&limit=100/, () =>
      Response.json({ status: 'error', message: 'Not this page.' }, { status: 403 }),
    );
    const user = await renderDesk('/loans');
    // Looked up each time: during the load it may disappear and come back.
    const bar = () => screen.getByLabelText('Loading all loans');
    await waitFor(() => expect(bar()).toHaveTextContent('PARTIAL'), LONG);
    expect(bar()).toHaveTextContent('100 of 137 loans');
    expect(bar()).toHaveTextContent('1 page could not be loaded.');
    const here = loans.slice(0, 100);
    await expectTotal('NGN', `${money(of('NGN', here), 'amount')}NGN`);
    expect(await totals()).toHaveTextContent('100 of 137 loans');
    const part = await exported(user);
    expect(part.name).toMatch(/ PARTIAL\.csv$/);
    expect(part.partial).toBe('100 of 137 loans');
    expect(part.ids).toEqual(here.map(({ id }) => id));

    heal();
    desk.asked();
    await user.click(within(bar()).getByRole('button', { name: 'Retry' }));
    // The bar may go away between two requests, so the requests themselves are waited for.
    const asked: string[] = [];
    const expectAsked = () => {
      asked.push(...desk.asked().filter((request) => LISTS.test(request)));
      expect(asked).toEqual([
        'GET /v1/api/creditor/credit/loans?page=2&limit=100',
        // Whether the list is still the same.
        'GET /v1/api/creditor/credit/loans?page=1&limit=100',
      ]);
    };
    await waitFor(expectAsked, LONG);
    await waitFor(async () => expect(await totals()).not.toHaveTextContent('of 137'), LONG);
    expectAsked();
    const whole = await exported(user);
    expect(whole.name).not.toContain('PARTIAL');
    expect(whole.ids).toEqual(loans.map(({ id }) => id));
  });

  test('that change whenever a page is read are PARTIAL, in the file as well', async () => {
    let serial = 0;
    serveList(desk, LISTS, { entries: 'docs', id: 'id', total: 'totalDocs' }, 188, (_page, list) => {
      list.splice(50, 1);
      list.unshift({ ...list[0], id: `new-${serial++}` });
    });
    const user = await renderDesk('/loans');
    const bar = () => screen.getByLabelText('Loading all loans');
    await waitFor(() => expect(bar()).toHaveTextContent('The list kept changing while it loaded.'), LONG);
    expect(bar()).toHaveTextContent('PARTIAL');
    expect(within(bar()).getByRole('button', { name: 'Retry' })).toBeVisible();
    expect((await exported(user)).name).toMatch(/ PARTIAL\.csv$/);
  });

  test('that can’t be fetched anew are all still there, as of when they were, and not PARTIAL', async () => {
    const user = await open();
    await expectTotal('NGN', `${money(of('NGN'), 'amount')}NGN`);
    const heal = desk.fault(/page=2&limit=100/, () =>
      Response.json({ status: 'error', message: 'Not this page.' }, { status: 403 }),
    );
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    const alert = await screen.findByRole('alert', {}, LONG);
    expect(alert).toHaveTextContent(/The loans could not be refreshed\. Shown as of \d\d:\d\d/);
    await waitFor(() => expect(progress()).toBeNull(), LONG);
    expect(await totals()).not.toHaveTextContent('of 137');
    await expectTotal('NGN', `${money(of('NGN'), 'amount')}NGN`);
    heal();
    await user.click(within(alert).getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull(), LONG);
    await expectTotal('NGN', `${money(of('NGN'), 'amount')}NGN`);
  });
});
