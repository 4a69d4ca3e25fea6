import { Big } from 'big.js';
import { type LoanTiming, loanTiming } from '#contract/loan-timing.ts';
import {
  groupsOf,
  type LoanGroup,
  ladderOf,
  type Rung,
  type Totals,
  totalsOf,
} from '#dashboard/api/loans/loan-book.ts';
import { isDueWithin, type OpenState } from '#dashboard/api/loans/loan-filter.ts';
import type { LoanRow } from '#dashboard/api/loans/loans.ts';
import { urgencyOf } from '#dashboard/api/loans/standing.ts';
import { eachInSlices, type Slices } from '#dashboard/lib/slices.ts';
import { boundsOfDay, dayOf, monthOf, readTimestamp } from '#dashboard/lib/times.ts';

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

/** What is open in one currency. */
export interface CurrencyExposure {
  currency: string;
  open: Totals;
  within: Record<Window, Totals>;
  rungs: Rung[];
  borrowers: number;
  /** The borrowers who owe most. */
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
  const take = (loan: LoanRow) => {
    const own = parts.get(loan.currency) ?? new CurrencyLoans();
    parts.set(loan.currency, own);
    const timing = loanTiming(loan, now);
    own.take(loan, timing, now);
    if (since !== null) own.noteChange(loan, since);
    if (timing.state !== 'closed') holdsUntil = Math.min(holdsUntil, nextTurn(timing, now));
  };
  yield* eachInSlices(rows, take);
  const currencies: CurrencyExposure[] = [];
  for (const [currency, own] of parts) {
    if (own.open.length > 0) currencies.push(yield* currencyExposure(currency, own, now));
  }
  return {
    looked: rows.length,
    currencies: currencies.sort(
      (a, b) => b.open.count - a.open.count || a.currency.localeCompare(b.currency),
    ),
    changed: new Map(
      [...parts].map(([currency, { made, altered, latest }]) => [
        currency,
        { made, altered, latest: latest.rows() },
      ]),
    ),
    holdsUntil,
  };
}

/** The loans of one currency, told apart. */
class CurrencyLoans {
  readonly open: LoanRow[] = [];
  /** Due within 7 days, in 8 to 30, in 31 to 90. */
  readonly windows = WINDOWS.map((): LoanRow[] => []);
  readonly late: { loan: LoanRow; urgency: number }[] = [];
  readonly next = new Best<LoanRow>(LINES);
  readonly latest = new Best<LoanRow>(LINES);
  made = 0;
  altered = 0;

  take(loan: LoanRow, timing: LoanTiming, now: number): void {
    if (timing.state === 'closed') return;
    this.open.push(loan);
    if (timing.state === 'due') {
      this.windows[WINDOWS.findIndex((days) => isDueWithin(timing, days, now))]?.push(loan);
      this.next.offer(loan, timing.dueAt);
    } else if (timing.state !== 'unknown') {
      this.late.push({ loan, urgency: urgencyOf(loan, now) });
    }
  }

  /** Counts a loan as new or altered if it was created or updated since. */
  noteChange(loan: LoanRow, since: number): void {
    const made = instantOf(loan.created_at);
    const altered = instantOf(loan.updated_at);
    if (made >= since) this.made += 1;
    else if (altered >= since) this.altered += 1;
    else return;
    this.latest.offer(loan, -Math.max(made, altered));
  }
}

/** The few with the smallest rank of many, in that order; of equals those that came first. */
class Best<Row> {
  readonly #most: number;
  #entries: { row: Row; rank: number }[] = [];

  constructor(most: number) {
    this.#most = most;
  }

  offer(row: Row, rank: number): void {
    const last = this.#entries.at(-1);
    if (this.#entries.length === this.#most && last && rank >= last.rank) return;
    const place = this.#entries.findIndex((entry) => entry.rank > rank);
    this.#entries.splice(place < 0 ? this.#entries.length : place, 0, { row, rank });
    this.#entries.length = Math.min(this.#entries.length, this.#most);
  }

  rows(): Row[] {
    return this.#entries.map(({ row }) => row);
  }
}

function instantOf(text: string | undefined): number {
  return readTimestamp(text ?? '') ?? -1;
}

/** When a loan's state next changes by itself. */
function nextTurn(timing: LoanTiming, now: number): number {
  const turns = [timing.dueAt ?? 0, ('graceEndsAt' in timing && timing.graceEndsAt) || 0];
  return Math.min(Number.POSITIVE_INFINITY, ...turns.filter((turn) => turn > now));
}

function* currencyExposure(
  currency: string,
  { open, windows, late, next }: CurrencyLoans,
  now: number,
): Slices<CurrencyExposure> {
  const [whole = sumOf(currency, [])] = yield* totalsOf(open);
  const rungs = yield* ladderOf(open, { now, monthOf });
  const sums: Totals[][] = [];
  for (const loans of windows) sums.push(yield* totalsOf(loans));
  const upTo = (count: number) => sumOf(currency, sums.slice(0, count).flat());
  const borrowers = yield* groupsOf(open, (loan) => loan.borrower);
  const top = new Best<Debt>(TOP);
  const rank = ({ key: borrower, totals: [totals] }: LoanGroup) => {
    if (totals) top.offer({ borrower, totals }, -Number(totals.principal));
  };
  yield* eachInSlices(borrowers, rank, 64);
  return {
    currency,
    open: whole,
    within: { 7: upTo(1), 30: upTo(2), 90: upTo(3) },
    rungs,
    borrowers: borrowers.length,
    top: top.rows(),
    late: late.sort((a, b) => a.urgency - b.urgency).map(({ loan }) => loan),
    next: next.rows(),
  };
}

/** Adds up totals of one currency that have no loan in common. The rate is left out: it can't be added up. */
export function sumOf(currency: string, parts: readonly Totals[]): Totals {
  const add = (name: 'principal' | 'repayment' | 'interest') =>
    parts.reduce((sum, part) => sum.plus(part[name]), new Big(0)).toFixed();
  return {
    currency,
    count: parts.reduce((sum, part) => sum + part.count, 0),
    closed: parts.reduce((sum, part) => sum + part.closed, 0),
    principal: add('principal'),
    repayment: add('repayment'),
    interest: add('interest'),
    rate: null,
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
  return sumOf(
    currency,
    own.map(({ totals }) => totals),
  );
}
