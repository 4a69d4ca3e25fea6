import { Big } from 'big.js';
import { loanTiming } from '#contract/loan-timing.ts';
import { groupsOf, type Totals, TotalsSum } from '#dashboard/api/loans/loan-book.ts';
import { isDueWithin, monthOfTiming, type OpenState } from '#dashboard/api/loans/loan-filter.ts';
import type { LoanRow } from '#dashboard/api/loans/loans.ts';
import { urgencyOf } from '#dashboard/api/loans/standing.ts';
import { eachInSlices, type Slices } from '#dashboard/lib/slices.ts';
import { readTimestamp } from '#dashboard/lib/times.ts';

/** The windows of days in which it says what falls due. */
export const WINDOWS = [7, 30, 90] as const;

/** How many late, due and changed loans it names. */
export const LINES = 6;

export interface Debt {
  borrower: string;
  totals: Totals;
}

/** A rung of the maturity ladder: the loans to be repaid in one month, in one state. */
interface Rung {
  month: string;
  state: OpenState;
  totals: Totals;
}

/** What is open in one currency. */
export type CurrencyExposure = ResultOf<ReturnType<CurrencyLoans['exposure']>>;

export type Exposure = ResultOf<ReturnType<typeof exposureOf>>;

type ResultOf<Work> = Work extends Slices<infer Result> ? Result : never;

/** Works out the overview of all loans; `since` is the end of the last visit, null where there was none. */
export function* exposureOf(rows: readonly LoanRow[], now: number, since: number | null) {
  const parts = new Map<string, CurrencyLoans>();
  yield* eachInSlices(rows, (loan) => {
    const own = parts.get(loan.currency) ?? new CurrencyLoans();
    parts.set(loan.currency, own);
    if (since !== null) own.noteChange(loan, since);
    own.take(loan, now);
  });
  const currencies: CurrencyExposure[] = [];
  for (const [currency, own] of parts) {
    if (own.open.length > 0) currencies.push(yield* own.exposure(currency));
  }
  return {
    looked: rows.length,
    /** The currency with most loans first. */
    currencies: currencies.sort(
      (a, b) => b.open.count - a.open.count || a.currency.localeCompare(b.currency),
    ),
    /** The loans created or updated since the last visit by currency, the latest first, closed loans among them. */
    changed: new Map(
      Array.from(parts, ([currency, { made, altered, latest }]) => [
        currency,
        { made, altered, latest: rowsOf(latest) },
      ]),
    ),
  };
}

class CurrencyLoans {
  readonly open: LoanRow[] = [];
  readonly sum = new TotalsSum();
  readonly rungs = new Map<string, Omit<Rung, 'totals'> & { sum: TotalsSum }>();
  readonly within = { 7: new TotalsSum(), 30: new TotalsSum(), 90: new TotalsSum() };
  readonly late: Ranked<LoanRow>[] = [];
  readonly next: Ranked<LoanRow>[] = [];
  readonly latest: Ranked<LoanRow>[] = [];
  made = 0;
  altered = 0;

  take(loan: LoanRow, now: number): void {
    const timing = loanTiming(loan, now);
    const { state } = timing;
    if (state === 'closed') return;
    this.open.push(loan);
    this.sum.add(loan);
    const month = monthOfTiming(timing);
    const rung = this.rungs.get(`${month} ${state}`) ?? { month, state, sum: new TotalsSum() };
    this.rungs.set(`${month} ${state}`, rung);
    rung.sum.add(loan);
    if (state === 'due') {
      for (const days of WINDOWS) if (isDueWithin(timing, days, now)) this.within[days].add(loan);
      offer(this.next, LINES, { row: loan, rank: timing.dueAt });
    } else if (state !== 'unknown') {
      this.late.push({ row: loan, rank: urgencyOf(loan, now) });
    }
  }

  /** Counts a loan as new or altered if it was created or updated since. */
  noteChange(loan: LoanRow, since: number): void {
    const made = instantOf(loan.created_at);
    const altered = instantOf(loan.updated_at);
    if (made >= since) this.made += 1;
    else if (altered >= since) this.altered += 1;
    else return;
    offer(this.latest, LINES, { row: loan, rank: -Math.max(made, altered) });
  }

  *exposure(currency: string) {
    const { within, rungs, late, next } = this;
    const nothing = rungsOf({ currency, rungs: [] }, null, null);
    const totalsOf = (sum: TotalsSum) => sum.totals()[0] ?? nothing;
    const borrowers = yield* groupsOf(this.open, ({ borrower }) => borrower);
    const top: Ranked<Debt>[] = [];
    for (const { key: borrower, totals: own } of borrowers) {
      const [totals] = own;
      if (totals) offer(top, 10, { row: { borrower, totals }, rank: -Number(totals.principal) });
    }
    return {
      currency,
      open: totalsOf(this.sum),
      within: { 7: totalsOf(within[7]), 30: totalsOf(within[30]), 90: totalsOf(within[90]) },
      /** Each open loan is in exactly one. */
      rungs: Array.from(rungs.values(), ({ sum, ...rung }) => ({ ...rung, totals: totalsOf(sum) })).sort(
        (a, b) => a.month.localeCompare(b.month),
      ),
      borrowers: borrowers.length,
      top: rowsOf(top),
      /** Past grace first and in grace after that, each with the earliest date first. */
      late: rowsOf(late.sort((a, b) => a.rank - b.rank)),
      next: rowsOf(next),
    };
  }
}

interface Ranked<Row> {
  row: Row;
  rank: number;
}

/** Keeps the few of many that have the smallest rank, in its order; of equals those that came first. */
function offer<Row>(best: Ranked<Row>[], most: number, entry: Ranked<Row>): void {
  best.splice(best.findLastIndex(({ rank }) => rank <= entry.rank) + 1, 0, entry);
  best.length = Math.min(best.length, most);
}

function rowsOf<Row>(ranked: readonly Ranked<Row>[]): Row[] {
  return ranked.map(({ row }) => row);
}

/** When a record was created or updated; -1 if that is unknown. */
export function instantOf(text: string | undefined): number {
  return readTimestamp(text ?? '') ?? -1;
}

/**
 * The sum of a currency's rungs in a month and a state; null for all months, or for all states. It has no rate, which
 * can't be added up.
 */
export function rungsOf(
  { currency, rungs }: { currency: string; rungs: readonly Rung[] },
  month: string | null,
  state: OpenState | null,
): Totals {
  const own = rungs.filter(
    (rung) => (month === null || rung.month === month) && (state === null || rung.state === state),
  );
  const add = (name: 'principal' | 'repayment' | 'interest') =>
    own.reduce((sum, { totals }) => sum.plus(totals[name]), new Big(0)).toFixed();
  return {
    currency,
    count: own.reduce((sum, { totals }) => sum + totals.count, 0),
    closed: 0,
    principal: add('principal'),
    repayment: add('repayment'),
    interest: add('interest'),
    rate: null,
  };
}
