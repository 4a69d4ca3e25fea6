import { screen, waitFor, within } from '@testing-library/react';
import { Big } from 'big.js';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { ListedLoan } from '#contract/loans.ts';
import { deskOfFile } from '#tests/support/desk.ts';
import {
  address,
  amountOf,
  expectLoans,
  loansOf,
  PATIENCE,
  renderDesk,
  rowsShown,
} from '#tests/support/render-desk.tsx';
import { CRESTLINE } from '#tests/support/service.ts';

const desk = deskOfFile();
beforeEach(async () => await desk.signIn());
const loanRequests = () => desk.asked().filter((request) => request.includes('/creditor/credit/loans'));

describe('the loan list', () => {
  test('shows the newest loans as the service gives them, each with its figures', async () => {
    await renderDesk('/loans');
    const loans = await loansOf(desk);
    await expectLoans(loans);
    const rows = rowsShown();
    for (const [index, loan] of loans.entries()) {
      const text = rows[index]?.textContent ?? '';
      expect(text).toContain(new Intl.NumberFormat('en').format(loan.repayment_amount));
      expect(text).toContain(`${new Big(loan.interest_rate).times(100).toFixed(2)}%`);
      expect(text).toContain(`${loan.duration} month${loan.duration === 1 ? '' : 's'}`);
      expect(text.toUpperCase()).toContain(loan.status);
    }
  });

  test('has one heading, names the document, and asks for its rows once', async () => {
    await renderDesk('/loans');
    await expectLoans(await loansOf(desk));
    expect(screen.getAllByRole('heading', { level: 1 }).map((h) => h.textContent)).toEqual(['Loans']);
    expect(document.title).toBe('Loans · Pledge');
    expect(loanRequests()).toEqual(['GET /v1/api/creditor/credit/loans?page=1&limit=25']);
  });

  test('says how many of how many are shown', async () => {
    await renderDesk('/loans?page=6');
    await expectLoans(await loansOf(desk, 6));
    expect(screen.getByText('126–137 of 137')).toBeVisible();
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
    desk.asked();
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    expect(rowsShown()).toHaveLength(25);
    await waitFor(() => expect(loanRequests()).toHaveLength(1));
    await expectLoans(loans);
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
    await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(25), PATIENCE);
    expect(within(list).getAllByRole('listitem')[0]).toHaveTextContent(amountOf(first as ListedLoan));
    expect(screen.queryByRole('table')).toBeNull();
    media.mockRestore();
  });
});

describe('going through the pages', () => {
  test('puts page 2 into the address, and Back leads back', async () => {
    const user = await renderDesk('/loans');
    await expectLoans(await loansOf(desk, 1));
    await user.click(screen.getByRole('link', { name: 'Next page' }));
    await expectLoans(await loansOf(desk, 2));
    expect(address()).toBe('/loans?page=2');
    expect(screen.getByText('26–50 of 137')).toBeVisible();
    history.back();
    await expectLoans(await loansOf(desk, 1));
    expect(address()).toBe('/loans');
  });

  test('leads from either end to the other and no further', async () => {
    const user = await renderDesk('/loans');
    await expectLoans(await loansOf(desk, 1));
    expect(screen.getByRole('link', { name: 'Previous page' })).toHaveAttribute('aria-disabled', 'true');
    await user.click(screen.getByRole('link', { name: 'Last page' }));
    await expectLoans(await loansOf(desk, 6));
    expect(address()).toBe('/loans?page=6');
    expect(screen.getByRole('link', { name: 'Next page' })).toHaveAttribute('aria-disabled', 'true');
    await user.click(screen.getByRole('link', { name: 'First page' }));
    await expectLoans(await loansOf(desk, 1));
    expect(address()).toBe('/loans');
  });

  test('keeps the first row in view when the page size changes, and whatever else the address says', async () => {
    const user = await renderDesk('/loans?page=3&seen=yes');
    await expectLoans(await loansOf(desk, 3));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Rows a page' }), '10');
    await expectLoans(await loansOf(desk, 6, 10));
    expect(Object.fromEntries(new URLSearchParams(location.search))).toEqual({
      page: '6',
      limit: '10',
      seen: 'yes',
    });
  });

  test('never shows the rows of one page as those of another', async () => {
    let release = () => {};
    desk.fault(/loans\?page=2/, async (_request, pass) => {
      await new Promise<void>((resolve) => (release = resolve));
      return await pass();
    });
    const user = await renderDesk('/loans');
    await expectLoans(await loansOf(desk, 1));
    await user.click(screen.getByRole('link', { name: 'Next page' }));
    expect(screen.getByRole('region', { name: 'Loans' })).toHaveAttribute('aria-busy', 'true');
    release();
    await expectLoans(await loansOf(desk, 2));
    expect(screen.getByRole('region', { name: 'Loans' })).toHaveAttribute('aria-busy', 'false');
  });
});

describe('an organisation without loans', () => {
  test('is told so, and what to do', async () => {
    const { pool } = desk.gateway.service.database;
    await pool.query('delete from service.loan_collateral');
    await pool.query('delete from service.loan');
    await desk.signIn(CRESTLINE);
    const user = await renderDesk('/loans?page=1');
    expect(await screen.findByText('You have no loans yet')).toBeVisible();
    expect(screen.queryByRole('navigation', { name: 'Pages of the list' })).toBeNull();
    desk.asked();
    await user.click(screen.getByRole('button', { name: 'Look again' }));
    await waitFor(() => expect(loanRequests()).toHaveLength(1));
  });
});
