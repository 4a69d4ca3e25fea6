import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writeRepaymentDate } from '#contract/dates.ts';
import { loanTiming } from '#contract/loan-timing.ts';
import { NO_FILTER } from '#dashboard/api/loans/loan-filter.ts';
import type { LoanRow } from '#dashboard/api/loans/loans.ts';
import { atOnce } from '#dashboard/lib/slices.ts';
import { monthOf } from '#dashboard/lib/times.ts';
import type { SortValue } from '#dashboard/table/column.ts';
import { eachRow } from '#dashboard/table/rows.ts';
import { compareValues } from '#dashboard/table/sorting.ts';
import { groupColumns } from './loan-groups.tsx';
import { viewLoans } from './loan-view.ts';
import { loanColumns } from './loans-columns.tsx';

const NOW = Date.UTC(2026, 10, 21, 12);
const DAY = 86_400_000;
const context = { now: NOW, nameOf: (id: string) => (id === 'b1' ? 'Ngozi' : undefined) };

const loan = fc.record(
  {
    id: fc.uuid(),
    borrower: fc.constantFrom('b1', 'b2', 'b3'),
    amount: fc.integer({ min: 1, max: 10 ** 9 }).map((cents) => cents / 100),
    repayment_amount: fc.integer({ min: 1, max: 10 ** 9 }).map((cents) => cents / 100),
    currency: fc.constantFrom('NGN', 'KES', 'XOF'),
    interest_rate: fc.constantFrom(0.01, 0.02, 0.3),
    duration: fc.integer({ min: 1, max: 12 }),
    status: fc.constantFrom('ACTIVE', 'REPAID', 'OVERDUE', 'NEW_ONE'),
    grace_period: fc.constantFrom(0, 7),
    grace_period_unit: fc.constantFrom('DAYS', 'MOONS'),
    created_at: fc
      .date({ min: new Date(NOW - 400 * DAY), max: new Date(NOW), noInvalidDate: true })
      .map((date) => date.toISOString()),
    repayment_date: fc.oneof(
      fc.integer({ min: -200, max: 300 }).map((days) => writeRepaymentDate(NOW + days * DAY, 'Africa/Lagos')),
      fc.constant('soon'),
    ),
  },
  { requiredKeys: ['id', 'borrower', 'amount', 'repayment_amount', 'currency', 'status'] },
) as fc.Arbitrary<LoanRow>;
const loans = fc.array(loan, { maxLength: 60 });

const columns = loanColumns([], { now: NOW, nameOf: context.nameOf });
const grouped = { filter: NO_FILTER, nameOf: context.nameOf };
const sortable = columns.filter((column) => typeof column.sortable === 'object').map((column) => column.id);

const ask = (rows: LoanRow[], parts: Partial<Parameters<typeof viewLoans>[1]>) =>
  atOnce(viewLoans(rows, { filter: NO_FILTER, sort: null, columns, grouping: null, context, ...parts }));

describe('all loans', () => {
  it('are all there, in the order of the service, where nothing is asked', () => {
    fc.assert(
      fc.property(loans, (rows) => {
        const view = ask(rows, {});
        expect(view.rows).toEqual(rows);
        expect(view.totals.reduce((sum, { count }) => sum + count, 0)).toBe(rows.length);
      }),
    );
  });

  it('are sorted by when they were created, however that is written', () => {
    const times = ['2026-01-02T03:04:05.25Z', '2026-01-02T04:34:05+01:30', '2026-01-02T03:04:05.5Z'];
    const money = { amount: 1, repayment_amount: 1, currency: 'NGN' };
    const rows = times.map((created_at) => ({ id: created_at, created_at, ...money }));
    const view = ask(rows as LoanRow[], { sort: { column: 'created', direction: 'asc' } });
    expect(view.rows.map(({ id }) => id)).toEqual([times[1], times[0], times[2]]);
  });

  it('are sorted by any column, what is missing last whichever way', () => {
    fc.assert(
      fc.property(loans, fc.constantFrom(...sortable), (rows, column) => {
        for (const direction of ['asc', 'desc'] as const) {
          const view = ask(rows, { sort: { column, direction } });
          const by = columns.find((one) => one.id === column)?.sortable as {
            by: (row: LoanRow) => SortValue;
          };
          const keys = view.rows.map((row) => by.by(row)).map((key) => key ?? null);
          const known = keys.filter((key) => key !== null && key !== '');
          expect(keys.slice(0, known.length)).toEqual(known);
          for (let i = 1; i < known.length; i++) {
            expect(compareValues(known[i - 1], known[i], direction === 'asc' ? 1 : -1)).toBeLessThanOrEqual(
              0,
            );
          }
          expect([...view.rows].map((row) => row.id).sort()).toEqual(rows.map((row) => row.id).sort());
        }
      }),
    );
  });

  it('are grouped so that the groups add up to the whole, in the order that is asked for', () => {
    const by = fc.constantFrom('borrower' as const, 'month' as const);
    fc.assert(
      fc.property(
        loans,
        by,
        fc.constantFrom(null, 'asc' as const, 'desc' as const),
        (rows, by, direction) => {
          const sort = direction && { column: 'amount', direction };
          const view = ask(rows, { grouping: { by, sort, columns: groupColumns([], { ...grouped, by }) } });
          const groups = [...eachRow(view.groups?.rows ?? [])];
          expect(groups.reduce((sum, { count }) => sum + count, 0)).toBe(rows.length);
          const keys = groups.map(({ key, currency }) => `${key} ${currency}`);
          expect(new Set(keys).size).toBe(keys.length);
          for (const total of view.totals) {
            const parts = groups.filter(({ currency }) => currency === total.currency);
            const cents = (text: string) => BigInt(Math.round(Number(text) * 100));
            expect(parts.reduce((sum, part) => sum + cents(part.principal), 0n)).toBe(cents(total.principal));
            expect(parts.reduce((sum, part) => sum + part.count, 0)).toBe(total.count);
          }
          const amounts = groups.map(({ principal }) => Number(principal));
          const sorted = amounts.toSorted((a, b) => (direction === 'asc' ? a - b : b - a));
          if (direction) expect(amounts).toEqual(sorted);
          else if (by === 'month')
            expect(groups.map(({ key }) => key)).toEqual(groups.map(({ key }) => key).sort());
        },
      ),
    );
  });

  it('of a month and a state are exactly those that have it', () => {
    fc.assert(
      fc.property(loans, (rows) => {
        const view = ask(rows, { filter: { ...NO_FILTER, state: ['past'], month: '2026-10' } });
        const expected = rows.filter((row) => {
          const timing = loanTiming(row, NOW);
          return timing.state === 'past' && monthOf(timing.dueAt) === '2026-10';
        });
        expect(view.rows).toEqual(expected);
      }),
    );
  });

  it('are found by the name of the borrower or a part of the id', async () => {
    const money = { amount: 1, repayment_amount: 1, currency: 'NGN', status: 'ACTIVE' };
    const rows: LoanRow[] = ['b1', 'b2', 'c3'].map((borrower) => ({ id: borrower, borrower, ...money }));
    expect(ask(rows, { filter: { ...NO_FILTER, borrower: 'ngo' } }).rows).toEqual([rows[0]]);
    expect(ask(rows, { filter: { ...NO_FILTER, borrower: 'B2' } }).rows).toEqual([rows[1]]);
  });

  it('of a borrower’s whole id are theirs alone, as the figures are that link to them', async () => {
    const money = { amount: 1, repayment_amount: 1, currency: 'NGN', status: 'ACTIVE' };
    const rows: LoanRow[] = ['u-1', 'u-12'].map((borrower) => ({ id: borrower, borrower, ...money }));
    expect(ask(rows, { filter: { ...NO_FILTER, borrower: 'u-1' } }).rows).toEqual([rows[0]]);
    expect(ask(rows, { filter: { ...NO_FILTER, borrower: 'u-' } }).rows).toEqual(rows);
  });
});
