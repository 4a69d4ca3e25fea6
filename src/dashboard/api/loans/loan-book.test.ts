import { Big } from 'big.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { writeRepaymentDate } from '#contract/dates.ts';
import { loanTiming } from '#contract/loan-timing.ts';
import type { ListedLoan } from '#contract/loans.ts';
import type { Seen } from '#contract/reading.ts';
import { atOnce, inSlices } from '#dashboard/lib/slices.ts';
import { groupsOf, ladderOf, type Totals, totalsOf } from './loan-book.ts';
import { NO_FILTER, passes, readLoanFilter, UNREADABLE_MONTH, withLoanFilter } from './loan-filter.ts';

type Loan = Seen<ListedLoan>;

const NOW = Date.UTC(2026, 10, 21, 12);
const DAY = 86_400_000;
const context = {
  now: NOW,
  monthOf: (at: number) => new Date(at).toISOString().slice(0, 7),
  nameOf: () => undefined,
};

const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined, freq: 8 });
const amount = fc.integer({ min: 0, max: 10 ** 12 }).map((cents) => cents / 100);
const date = fc
  .integer({ min: -400, max: 700 })
  .map((days) => writeRepaymentDate(NOW + days * DAY, 'Africa/Lagos'));
const loan: fc.Arbitrary<Loan> = fc.record({
  id: fc.uuid(),
  borrower: fc.constantFrom('a', 'b', 'c', 'd'),
  currency: fc.constantFrom('NGN', 'USD', 'JPY', 'KWD'),
  amount,
  repayment_amount: amount,
  interest_rate: maybe(fc.constantFrom(0, 0.015, 0.03, 0.3)),
  status: fc.constantFrom('ACTIVE', 'OVERDUE', 'DEFAULTED', 'REPAID', 'CANCELLED', 'RESTRUCTURED'),
  repayment_date: maybe(fc.oneof({ weight: 6, arbitrary: date }, fc.constantFrom('', 'soon', '2026-12-01'))),
  grace_period: maybe(fc.constantFrom(0, 3, 7, 30)),
  grace_period_unit: maybe(fc.constantFrom('DAYS', 'WEEKS', 'MONTHS', 'FORTNIGHTS')),
});
const loans = fc.array(loan, { maxLength: 60 });

const sum = (texts: string[]) => texts.reduce((total, text) => total.plus(text), new Big(0));
const sumsOf = (parts: Totals[]) => ({
  count: parts.reduce((total, part) => total + part.count, 0),
  principal: sum(parts.map((part) => part.principal)).toFixed(),
  repayment: sum(parts.map((part) => part.repayment)).toFixed(),
  interest: sum(parts.map((part) => part.interest)).toFixed(),
});
const isOpen = (one: Loan) => loanTiming(one, NOW).state !== 'closed';

test('the sums of the ladder’s rungs are the sums of the loans that are not closed, in each currency', () => {
  fc.assert(
    fc.property(loans, (all) => {
      const rungs = atOnce(ladderOf(all, context));
      const totals = atOnce(totalsOf(all.filter(isOpen)));
      expect(new Set(rungs.map(({ currency }) => currency))).toEqual(
        new Set(totals.map(({ currency }) => currency)),
      );
      for (const own of totals) {
        const parts = rungs.filter(({ currency }) => currency === own.currency).map((rung) => rung.totals);
        expect(sumsOf(parts)).toEqual(sumsOf([own]));
      }
    }),
  );
});

test('every loan that is not closed is in exactly one rung, unreadable dates in one of their own', () => {
  fc.assert(
    fc.property(loans, (all) => {
      const rungs = atOnce(ladderOf(all, context));
      const keys = rungs.map(({ currency, month, state }) => JSON.stringify([currency, month, state]));
      expect(new Set(keys).size).toBe(keys.length);
      expect(rungs.reduce((count, { totals }) => count + totals.count, 0)).toBe(all.filter(isOpen).length);
      const undated = all.filter((one) => isOpen(one) && loanTiming(one, NOW).dueAt === null);
      const unreadable = rungs.filter(({ month }) => month === UNREADABLE_MONTH);
      expect(unreadable.reduce((count, { totals }) => count + totals.count, 0)).toBe(undated.length);
    }),
  );
});

test('the link of each rung leads to exactly its loans', () => {
  fc.assert(
    fc.property(loans, (all) => {
      for (const rung of atOnce(ladderOf(all, context))) {
        const link = withLoanFilter(new URLSearchParams(), {
          ...NO_FILTER,
          month: rung.month,
          state: [rung.state],
          currency: [rung.currency],
        });
        const filter = readLoanFilter(new URLSearchParams(link.toString()));
        const behind = all.filter((one) => passes(one, filter, context));
        expect(sumsOf(atOnce(totalsOf(behind)))).toEqual(sumsOf([rung.totals]));
      }
    }),
  );
});

test('the groups of a list hold each of its loans once, and their sums are its own', () => {
  fc.assert(
    fc.property(loans, (all) => {
      const groups = atOnce(groupsOf(all, (one) => one.borrower));
      expect(new Set(groups.map(({ key }) => key)).size).toBe(groups.length);
      expect(groups.reduce((count, group) => count + group.count, 0)).toBe(all.length);
      for (const own of atOnce(totalsOf(all))) {
        const parts = groups.flatMap((group) =>
          group.totals.filter(({ currency }) => currency === own.currency),
        );
        expect(sumsOf(parts)).toEqual(sumsOf([own]));
      }
    }),
  );
});

const one = (parts: Partial<Loan>): Loan => ({
  id: 'l',
  borrower: 'b',
  currency: 'NGN',
  amount: 1,
  repayment_amount: 1,
  status: 'ACTIVE',
  ...parts,
});

test('sums are exact, carry the currency’s digits, and weigh only the rates that are there', () => {
  const [ngn, usd] = atOnce(
    totalsOf([
      one({ amount: 0.1, repayment_amount: 0.3, interest_rate: 0.02 }),
      one({ amount: 0.2, repayment_amount: 0.3, interest_rate: 0.05 }),
      one({ amount: 0.7, repayment_amount: 0.7 }),
      one({ amount: 5, repayment_amount: 6, currency: 'USD' }),
    ]),
  );
  expect(ngn).toEqual({
    currency: 'NGN',
    count: 3,
    closed: 0,
    principal: '1.00',
    repayment: '1.30',
    interest: '0.30',
    rate: 0.04,
  });
  expect(usd).toMatchObject({ currency: 'USD', count: 1, principal: '5.00', interest: '1.00', rate: null });
});

test('work that was taken back ends', async () => {
  const abort = new AbortController();
  abort.abort();
  const many = Array.from({ length: 600 }, () => one({}));
  await expect(inSlices(totalsOf(many), abort.signal)).rejects.toThrow();
  await expect(inSlices(ladderOf(many, context), abort.signal)).rejects.toThrow();
  await expect(
    inSlices(
      groupsOf(many, () => 'a'),
      abort.signal,
    ),
  ).rejects.toThrow();
});
