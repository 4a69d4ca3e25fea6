import { Big } from 'big.js';
import fc from 'fast-check';
import { writeRepaymentDate } from '#contract/dates.ts';
import type { ListedLoan } from '#contract/loans.ts';
import type { Seen } from '#contract/reading.ts';
import type { Totals } from '#dashboard/api/loans/loan-book.ts';

export type Loan = Seen<ListedLoan>;

/** When the loans are looked at. */
export const NOW = Date.UTC(2026, 10, 21, 12);
const DAY = 86_400_000;
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined, freq: 8 });
const amount = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 0, max: 10 ** 12 }).map((cents) => cents / 100) },
  // None, more than a float holds exactly, and less than nothing.
  fc.constantFrom(0, 2 ** 60, 1e21, -5),
);
const date = fc
  .integer({ min: -400, max: 700 })
  .map((days) => writeRepaymentDate(NOW + days * DAY, 'Africa/Lagos'));
const loan: fc.Arbitrary<Loan> = fc.record({
  id: fc.uuid(),
  borrower: fc.constantFrom('a', 'b', 'c', 'd'),
  currency: fc.constantFrom('NGN', 'USD', 'JPY', 'KWD', 'XQQ'),
  amount,
  repayment_amount: amount,
  interest_rate: maybe(fc.constantFrom(0, 0.015, 0.03, 0.3)),
  status: fc.constantFrom('ACTIVE', 'OVERDUE', 'DEFAULTED', 'REPAID', 'CANCELLED', 'RESTRUCTURED'),
  repayment_date: maybe(fc.oneof({ weight: 6, arbitrary: date }, fc.constantFrom('', 'soon', '2026-12-01'))),
  grace_period: maybe(fc.constantFrom(0, 3, 7, 30)),
  grace_period_unit: maybe(fc.constantFrom('DAYS', 'WEEKS', 'MONTHS', 'FORTNIGHTS')),
});
/** Loans of every kind that the service could list. */
export const loans = fc.array(loan, { maxLength: 60 });

const sum = (texts: string[]) => texts.reduce((total, text) => total.plus(text), new Big(0));
/** What sums add up to. */
export const sumsOf = (parts: Totals[]) => ({
  count: parts.reduce((total, part) => total + part.count, 0),
  principal: sum(parts.map((part) => part.principal)).toFixed(),
  repayment: sum(parts.map((part) => part.repayment)).toFixed(),
  interest: sum(parts.map((part) => part.interest)).toFixed(),
});
