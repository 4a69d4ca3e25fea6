import { Big } from 'big.js';
import { isClosed } from '#contract/loan-timing.ts';
import { minorDigits } from '#contract/money.ts';
import { eachInSlices, type Slices } from '#dashboard/lib/slices.ts';
import type { LoanRow } from './loans.ts';

/** What a set of loans of one currency comes to; money as decimal strings of that currency. */
export type Totals = ReturnType<TotalsSum['totals']>[number];

/** Adds loans up, per currency. Exact: sums are of decimals, not of floats. */
export class TotalsSum {
  readonly #sums = new Map<string, Sum>();

  add(loan: LoanRow): void {
    const sum = this.#sums.get(loan.currency) ?? emptySum();
    this.#sums.set(loan.currency, sum);
    const amount = new Big(loan.amount);
    sum.count += 1;
    if (isClosed(loan.status)) sum.closed += 1;
    sum.principal = sum.principal.plus(amount);
    sum.repayment = sum.repayment.plus(loan.repayment_amount);
    if (loan.interest_rate !== undefined) {
      sum.weighted = sum.weighted.plus(amount.times(loan.interest_rate));
      sum.rated = sum.rated.plus(amount);
    }
  }

  totals() {
    return [...this.#sums]
      .map(([currency, sum]) => ({
        currency,
        count: sum.count,
        /** How many of them are repaid, liquidated or cancelled. */
        closed: sum.closed,
        principal: written(sum.principal, currency),
        repayment: written(sum.repayment, currency),
        /** What is to be repaid beyond the principal. */
        interest: written(sum.repayment.minus(sum.principal), currency),
        /** The monthly rate weighted by principal, as a decimal; null if no loan has a rate. */
        rate: sum.rated.gt(0) ? sum.weighted.div(sum.rated) : null,
      }))
      .sort((a, b) => b.count - a.count || a.currency.localeCompare(b.currency));
  }
}

export function* totalsOf(loans: Iterable<LoanRow>): Slices<Totals[]> {
  const sum = new TotalsSum();
  yield* eachInSlices(loans, (loan) => sum.add(loan));
  return sum.totals();
}

/** Loans that have a key in common: a borrower, or a month. */
export interface LoanGroup {
  key: string;
  count: number;
  totals: Totals[];
}

/** Groups loans by a key; the groups come in the order in which their first loan does. */
export function* groupsOf(loans: Iterable<LoanRow>, keyOf: (loan: LoanRow) => string): Slices<LoanGroup[]> {
  const sums = new Map<string, TotalsSum>();
  yield* eachInSlices(loans, (loan) => {
    const key = keyOf(loan);
    const sum = sums.get(key) ?? new TotalsSum();
    sums.set(key, sum);
    sum.add(loan);
  });
  const groups: LoanGroup[] = [];
  const write = ([key, sum]: [string, TotalsSum]) => {
    const totals = sum.totals();
    groups.push({ key, count: totals.reduce((count, total) => count + total.count, 0), totals });
  };
  yield* eachInSlices(sums, write);
  return groups;
}

type Sum = ReturnType<typeof emptySum>;

function emptySum() {
  const zero = new Big(0);
  return { count: 0, closed: 0, principal: zero, repayment: zero, weighted: zero, rated: zero };
}

function written(sum: Big, currency: string): string {
  const [, fraction = ''] = sum.toFixed().split('.');
  return sum.toFixed(Math.max(minorDigits(currency), fraction.length));
}
