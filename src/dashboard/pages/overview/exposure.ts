import { Big } from 'big.js';
import { type LoanTiming, loanTiming } from '#contract/loan-timing.ts';
import { groupsOf, type Totals, TotalsSum } from '#dashboard/api/loans/loan-book.ts';
import { isDueWithin, monthOfTiming, type OpenState } from '#dashboard/api/loans/loan-filter.ts';
import type { LoanRow } from '#dashboard/api/loans/loans.ts';
import { urgencyOf } from '#dashboard/api/loans/standing.ts';
import { eachInSlices, type Slices } from '#dashboard/lib/slices.ts';
import { boundsOfDay, dayOf, readTimestamp } from '#dashboard/lib/times.ts';

/** The windows of days in which it says what falls due. */
export const WINDOWS = [7, 30, 90] as const;
type Window = (typeof WINDOWS)[number];

/** How many borrowers, late loans and changed loans it names. */
const TOP = 10;
export const LINES = 6;

/** What one borrower owes in one currency. */
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
export interface CurrencyExposure {
  currency: string;
  open: Totals;
  within: Record<Window, Totals>;
  /** Each open loan is in exactly one. */
  rungs: Rung[];
  borrowers: number;
  top: Debt[];
  /** Past grace first and in grace after that, each with the earliest date first. */
  late: LoanRow[];
  /** The loans that are due soonest. */
  next: LoanRow[];
}

export interface Exposure {
  looked: number;
  /** The currency with most loans first. */
  currencies: CurrencyExposure[];
  /** The loans created or updated since the last visit by currency, the latest first, closed loans among them. */
  changed: ReadonlyMap<string, { made: number; altered: number; latest: LoanRow[] }>;
  /** When time alone will change one of these figures. */
  holdsUntil: number;
}

/** Works out the overview of all loans; `since` is the end of the last visit, null where there was none. */
export function* exposureOf(rows: readonly LoanRow[], now: number, since: number | null): Slices<Exposure> {
  const parts = new Map<string, CurrencyLoans>();
  // At midnight every loan is a day nearer.
  let holdsUntil = boundsOfDay(dayOf(now)).to + 1;
  yield* eachInSlices(rows, (loan) => {
    const own = parts.get(loan.currency) ?? new CurrencyLoans();
    parts.set(loan.currency, own);
    if (since !== null) own.noteChange(loan, since);
    const timing = loanTiming(loan, now);
    if (timing.state === 'closed') return;
    own.take(loan, timing, now);
    holdsUntil = Math.min(holdsUntil, nextTurn(timing, now));
  });
  const currencies: CurrencyExposure[] = [];
  for (const [currency, own] of parts) {
    if (own.open.length > 0) currencies.push(yield* currencyExposure(currency, own));
  }
  return {
    looked: rows.length,
    currencies: currencies.sort(
      (a, b) => b.open.count - a.open.count || a.currency.localeCompare(b.currency),
    ),
    changed: new Map(
      Array.from(parts, ([currency, { made, altered, latest }]) => [
        currency,
        { made, altered, latest: rowsOf(latest) },
      ]),
    ),
    holdsUntil,
  };
}

type OpenTiming = Exclude<LoanTiming, { state: 'closed' }>;

/** The loans of one currency, by their timing. */
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

  take(loan: LoanRow, timing: OpenTiming, now: number): void {
    this.open.push(loan);
    this.sum.add(loan);
    const { state } = timing;
    const month = monthOfTiming(timing);
    const rung = this.rungs.get(`${month} ${state}`) ?? { month, state, sum: new TotalsSum() };
    this.rungs.set(`${month} ${state}`, rung);
    rung.sum.add(loan);
    if (timing.state === 'due') {
      for (const days of WINDOWS) if (isDueWithin(timing, days, now)) this.within[days].add(loan);
      offer(this.next, LINES, { row: loan, rank: timing.dueAt });
    } else if (timing.state !== 'unknown') {
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

/** When a loan's state next changes by itself. */
function nextTurn(timing: OpenTiming, now: number): number {
  const turns = [timing.dueAt ?? 0, ('graceEndsAt' in timing && timing.graceEndsAt) || 0];
  return Math.min(Number.POSITIVE_INFINITY, ...turns.filter((turn) => turn > now));
}

function* currencyExposure(currency: string, loans: CurrencyLoans): Slices<CurrencyExposure> {
  const { open, sum, rungs, within, late, next } = loans;
  const totalsOf = (some: TotalsSum) => some.totals()[0] ?? addUp(currency, []);
  const borrowers = yield* groupsOf(open, (loan) => loan.borrower);
  const top: Ranked<Debt>[] = [];
  for (const { key: borrower, totals: own } of borrowers) {
    const [totals] = own;
    if (totals) offer(top, TOP, { row: { borrower, totals }, rank: -Number(totals.principal) });
  }
  return {
    currency,
    open: totalsOf(sum),
    within: { 7: totalsOf(within[7]), 30: totalsOf(within[30]), 90: totalsOf(within[90]) },
    rungs: Array.from(rungs.values(), ({ sum, ...rung }) => ({ ...rung, totals: totalsOf(sum) })).sort(
      (a, b) => a.month.localeCompare(b.month),
    ),
    borrowers: borrowers.length,
    top: rowsOf(top),
    late: rowsOf(late.sort((a, b) => a.rank - b.rank)),
    next: rowsOf(next),
  };
}

/** The sum of a currency's rungs in a month and a state; null for all months, or for all states. */
export function rungsOf(
  { currency, rungs }: CurrencyExposure,
  month: string | null,
  state: OpenState | null,
): Totals {
  const own = rungs.filter(
    (rung) => (month === null || rung.month === month) && (state === null || rung.state === state),
  );
  return addUp(
    currency,
    own.map(({ totals }) => totals),
  );
}

/** Adds up totals of open loans of one currency, without the rate, which can't be added up. */
function addUp(currency: string, parts: readonly Totals[]): Totals {
  const add = (name: 'principal' | 'repayment' | 'interest') =>
    parts.reduce((sum, part) => sum.plus(part[name]), new Big(0)).toFixed();
  return {
    currency,
    count: parts.reduce((sum, part) => sum + part.count, 0),
    closed: 0,
    principal: add('principal'),
    repayment: add('repayment'),
    interest: add('interest'),
    rate: null,
  };
}
