import { QueryClient } from '@tanstack/react-query';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import { Big } from 'big.js';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { ListedLoan } from '#contract/loans.ts';
import { standingOf } from '#dashboard/api/loans/standing.ts';
import { deskQuery } from '#dashboard/api/session/session.ts';
import { serveList } from '#tests/support/changing-list.ts';
import { deskOfFile } from '#tests/support/desk.ts';
import {
  Around,
  amountOf,
  expectLoans,
  LONG,
  loansOf,
  renderDesk,
  rowsShown,
} from '#tests/support/render-desk.tsx';
import { hold } from '#tests/support/states.ts';
import LoansPage from './loans-page.tsx';

const LOANS = /\/creditor\/credit\/loans/;
const NAMES = { entries: 'docs', id: 'id', total: 'totalDocs' };
const desk = deskOfFile();
beforeEach(async () => await desk.signIn());
const loanRequests = () => desk.asked().filter((request) => request.includes('/creditor/credit/loans'));

describe('the loan list', () => {
  test('shows the newest loans as the service gives them, each with its figures', async () => {
    await renderDesk('/loans');
    const loans = await loansOf(desk);
    await expectLoans(loans);
    for (const [index, row] of rowsShown().slice(0, loans.length).entries()) {
      const loan = loans[index] as ListedLoan;
      const text = row.textContent ?? '';
      expect(text).toContain(new Intl.NumberFormat('en').format(loan.repayment_amount));
      expect(text).toContain(`${new Big(loan.interest_rate).times(100).toFixed(2)}%`);
      expect(text).toContain(`${loan.duration} month${loan.duration === 1 ? '' : 's'}`);
      expect(text).toContain(standingOf(loan, Date.now()).words);
    }
  });

  test('has one heading, names the document, and asks for each of its pages once', async () => {
    await renderDesk('/loans');
    await expectLoans(await loansOf(desk));
    expect(await screen.findByText('All 137 loans.', {}, LONG)).toBeVisible();
    expect(screen.getAllByRole('heading', { level: 1 }).map((h) => h.textContent)).toEqual(['Loans']);
    expect(document.title).toBe('Loans · Pledge');
    expect(loanRequests()).toEqual([
      'GET /v1/api/creditor/credit/loans?page=1&limit=100',
      'GET /v1/api/creditor/credit/loans?page=2&limit=100',
      // Whether the list is still the same.
      'GET /v1/api/creditor/credit/loans?page=1&limit=100',
    ]);
  });

  test('says how many of how many are here while the rest is loaded', async () => {
    const letGo = hold(desk, /loans\?page=2/);
    await renderDesk('/loans');
    await expectLoans(await loansOf(desk));
    expect(await screen.findByText('Newest 100 of 137 loans.', {}, LONG)).toBeVisible();
    letGo();
    expect(await screen.findByText('All 137 loans.', {}, LONG)).toBeVisible();
  });

  test('is loaded again when its first page turns out to be another', async () => {
    const list = serveList(desk, LOANS, NAMES, 137);
    await renderDesk('/loans');
    expect(await screen.findByText('All 137 loans.', {}, LONG)).toBeVisible();
    list.shift();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 });
    onTestFinished(() => void vi.useRealTimers());
    act(() => void window.dispatchEvent(new Event('visibilitychange')));
    expect(await screen.findByText('All 136 loans.', {}, LONG)).toBeVisible();
  });

  test('holds the place of rows that are on their way', async () => {
    let release = () => {};
    desk.fault(/credit\/loans/, async (_request, pass) => {
      await new Promise<void>((resolve) => (release = resolve));
      return await pass();
    });
    await renderDesk('/loans');
    const list = await screen.findByRole('region', { name: 'Loans' });
    expect(list).toHaveAttribute('aria-busy', 'true');
    expect(rowsShown().length).toBeGreaterThan(5);
    expect(rowsShown().every((row) => row.textContent === '')).toBe(true);
    release();
    await expectLoans(await loansOf(desk));
    expect(screen.getByRole('region', { name: 'Loans' })).toHaveAttribute('aria-busy', 'false');
  });

  test('fetches anew on demand and keeps its rows meanwhile', async () => {
    const user = await renderDesk('/loans');
    const loans = await loansOf(desk);
    await expectLoans(loans);
    await screen.findByText('All 137 loans.', {}, LONG);
    desk.asked();
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    expect(rowsShown().length).toBeGreaterThan(10);
    await waitFor(() => expect(loanRequests().length).toBeGreaterThan(0));
    await expectLoans(loans);
  });

  test('fetches the names of borrowers anew, too, on demand', async () => {
    const user = await renderDesk('/loans');
    await expectLoans(await loansOf(desk));
    desk.fault(/\/v1\/api\/member\?/, async (_, pass) => {
      const answer = await (await pass()).json();
      for (const member of answer.data.members) Object.assign(member.user, { fname: 'Renamed', lname: '' });
      return Response.json(answer);
    });
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    await waitFor(() => expect(rowsShown()[0]).toHaveTextContent('Renamed'), LONG);
  });

  test('is a list of cards on a phone', async () => {
    const media = vi.spyOn(window, 'matchMedia').mockImplementation(
      (query) =>
        ({
          matches: false,
          media: query,
          addEventListener: () => {},
          removeEventListener: () => {},
        }) as unknown as MediaQueryList,
    );
    await renderDesk('/loans');
    const [first] = await loansOf(desk);
    const list = await screen.findByRole('region', { name: 'Loans' });
    await screen.findByText('All 137 loans.', {}, LONG);
    expect(within(list).getAllByRole('listitem')[0]).toHaveTextContent(amountOf(first as ListedLoan));
    expect(screen.queryByRole('table')).toBeNull();
    media.mockRestore();
  });
});

describe('an organisation without loans', () => {
  test('is told so, and what to do', async () => {
    serveList(desk, LOANS, NAMES, 0);
    const user = await renderDesk('/loans');
    expect(await screen.findByText('You have no loans yet', {}, LONG)).toBeVisible();
    desk.asked();
    await user.click(screen.getByText('Refresh'));
    await waitFor(() => expect(loanRequests().length).toBeGreaterThan(0));
  });
});

test('the sums of many loans don’t stand as those of more before they are worked out', async () => {
  history.replaceState(null, '', '/loans');
  const [loan] = await loansOf(desk, 1, 1);
  const client = new QueryClient();
  onTestFinished(() => client.clear());
  await client.fetchQuery(deskQuery);
  const own = { ...loan, currency: 'NGN', status: 'ACTIVE' };
  const show = (loaded: number) => {
    const rows = Array.from({ length: loaded }, (_, nth) => ({ ...own, id: `${nth}` }));
    const progress = {
      state: 'complete',
      loaded,
      total: loaded,
      unreadable: 0,
      failedPages: 0,
      doubt: 'none',
    };
    const load = { progress, shown: progress, asOf: Date.now(), want() {}, refresh() {} };
    client.setQueryData(['all', 'loans'], { rows, ...load });
  };
  show(600);
  render(
    <Around client={client}>
      <LoansPage />
    </Around>,
  );
  const totals = await screen.findByLabelText('Totals', {}, LONG);
  await waitFor(() => expect(totals).toHaveTextContent(/600 loans, all open\d/), LONG);
  act(() => show(700));
  await waitFor(() => {
    expect(screen.getByText('All 700 loans.')).toBeVisible();
    const mark = within(totals).getByText('newest 600 of 700 loans');
    expect(mark.closest('[title]')).toHaveAttribute(
      'title',
      '600 loans, all open, of the newest 600 of 700 loans',
    );
  }, LONG);
  await waitFor(() => expect(totals).toHaveTextContent(/700 loans, all open\d/), LONG);
  // Long amounts can leave it no room: its tip says all of it.
  expect(within(totals).getByText('700 loans, all open')).toHaveAttribute('title', '700 loans, all open');
});
