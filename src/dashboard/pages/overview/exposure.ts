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
import type { TimingState } from '#dashboard/api/loans/loan-filter.ts';
import type { LoanRow } from '#dashboard/api/loans/loans.ts';
import { eachInSlices, type Slices } from '#dashboard/lib/slices.ts';
import { readTimestamp } from '#dashboard/lib/times.ts';

/** The states of loans that are not known to be closed: what the whole overview is about. */
export const OPEN_STATES = ['due', 'grace', 'past', 'unknown'] as const satisfies TimingState[];
export type OpenState = (typeof OPEN_STATES)[number];

/** The windows of days in which it says what falls due. */
export const WINDOWS = [7, 30, 90] as const;
export type Window = (typeof WINDOWS)[number];

/** How many borrowers, late loans and changed loans it names. */
const TOP = 10;
const LINES = 6;
const DAY = 86_400_000;

/** What is asked of all loans. */
export interface ExposureQuestion {
  rows: readonly LoanRow[];
  now: number;
  monthOf: (at: number) => string;
  /** The last visit's end, in milliseconds since 1970; null where there was none. */
  since: number | null;
}

export interface BorrowerShare {
  /** Null for loans that name no borrower. */
  borrower: string;
  totals: Totals;
  /** Share of the open principal of the currency, from 0 to 1; null if that is nothing. */
  share: number | null;
}

/** What is open in one currency. */
export interface CurrencyExposure {
  currency: string;
  open: Totals;
  states: Record<OpenState, Totals>;
  within: Record<Window, Totals>;
  rungs: Rung[];
  borrowers: number;
  top: BorrowerShare[];
}

export interface Exposure {
  looked: number;
  open: number;
  /** The currency with most loans first. */
  currencies: CurrencyExposure[];
  /** Past grace first and in grace after that, each with the earliest date first. */
  late: LoanRow[];
  /** All that are late, as they are listed. */
  allLate: LoanRow[];
  /** The loans that fall due soonest. */
  next: LoanRow[];
  /** Loans made or changed since the last visit, the latest first. */
  changed: { made: number; altered: number; latest: LoanRow[] };
  /** When time alone will change one of these figures. */
  holdsUntil: number;
}

/** Works out the overview. */
export function* exposureOf(question: ExposureQuestion): Slices<Exposure> {
  const { rows, now, monthOf } = question;
  const parts = yield* partsOf(question);
  const rungs = yield* ladderOf(parts.open, { now, monthOf });
  const totals = yield* totalsOf(parts.open);
  const windows: Totals[][] = [];
  for (const loans of parts.windows) windows.push(yield* totalsOf(loans));
  const currencies: CurrencyExposure[] = [];
  for (const open of totals) {
    const { currency } = open;
    const own = rungs.filter((rung) => rung.currency === currency);
    const upTo = (count: number) =>
      sumOf(
        currency,
        windows.slice(0, count).flatMap((all) => all.filter((part) => part.currency === currency)),
      );
    currencies.push({
      currency,
      open,
      states: Object.fromEntries(
        OPEN_STATES.map((state) => [
          state,
          sumOf(
            currency,
            own.filter((rung) => rung.state === state).map((rung) => rung.totals),
          ),
        ]),
      ) as Record<OpenState, Totals>,
      within: { 7: upTo(1), 30: upTo(2), 90: upTo(3) },
      rungs: own,
      borrowers: 0,
      top: [],
    });
  }
  yield* addBorrowers(currencies, parts.open);
  return {
    looked: rows.length,
    open: parts.open.length,
    currencies,
    late: parts.late.rows(),
    allLate: parts.allLate,
    next: parts.next.rows(),
    changed: { made: parts.made, altered: parts.altered, latest: parts.latest.rows() },
    holdsUntil: parts.holdsUntil,
  };
}

/** Adds up totals of one currency that have no loan in common. The rate is left out: it can't be added up. */
export function sumOf(currency: string, parts: readonly Totals[]): Totals {
  const add = (name: 'principal' | 'repayment' | 'interest') => {
    const sum = parts.reduce((sum, part) => sum.plus(part[name]), new Big(0));
    const digits = parts.map((part) => part[name].split('.')[1]?.length ?? 0);
    return sum.toFixed(Math.max(0, ...digits));
  };
  return {
    currency,
    count: parts.reduce((sum, part) => sum + part.count, 0),
    principal: add('principal'),
    repayment: add('repayment'),
    interest: add('interest'),
    rate: null,
  };
}

/** One walk over all loans that tells them apart. */
function* partsOf({ rows, now, since }: ExposureQuestion) {
  const parts = {
    open: [] as LoanRow[],
    /** Due within 7 days, in 8 to 30, in 31 to 90. */
    windows: WINDOWS.map((): LoanRow[] => []),
    late: new Best<LoanRow>(LINES),
    allLate: [] as LoanRow[],
    next: new Best<LoanRow>(LINES),
    made: 0,
    altered: 0,
    latest: new Best<LoanRow>(LINES),
    holdsUntil: Number.POSITIVE_INFINITY,
  };
  const take = (loan: LoanRow) => {
    if (since !== null) noteChange(parts, loan, since);
    const timing = loanTiming(loan, now);
    if (timing.state === 'closed') return;
    parts.open.push(loan);
    parts.holdsUntil = Math.min(parts.holdsUntil, nextTurn(timing, now));
    if (timing.state === 'due') {
      const days = (timing.dueAt - now) / DAY;
      parts.windows[WINDOWS.findIndex((window) => days <= window)]?.push(loan);
      parts.next.offer(loan, timing.dueAt);
    } else if (timing.state !== 'unknown') {
      parts.allLate.push(loan);
      parts.late.offer(loan, latenessOf(timing));
    }
  };
  yield* eachInSlices(rows, take);
  return parts;
}

/** Past grace before in grace, and the earliest date first. */
function latenessOf({ state, dueAt }: LoanTiming): number {
  return state === 'past' ? dueAt - 1e15 : (dueAt ?? 0);
}

/** The few of these late loans that are the worst. */
export function worstOf(loans: readonly LoanRow[], now: number): LoanRow[] {
  const worst = new Best<LoanRow>(LINES);
  for (const loan of loans) worst.offer(loan, latenessOf(loanTiming(loan, now)));
  return worst.rows();
}

function noteChange(
  parts: { made: number; altered: number; latest: Best<LoanRow> },
  loan: LoanRow,
  since: number,
) {
  const at = (text: string | undefined) => (text === undefined ? null : readTimestamp(text)) ?? -1;
  const [made, altered] = [at(loan.created_at), at(loan.updated_at)];
  if (made >= since) parts.made += 1;
  else if (altered >= since) parts.altered += 1;
  else return;
  parts.latest.offer(loan, -Math.max(made, altered));
}

/** When a loan next goes over into another window or state by itself. */
function nextTurn(timing: LoanTiming, now: number): number {
  const { dueAt } = timing;
  const turns =
    dueAt === null ? [] : [...WINDOWS.map((days) => dueAt - days * DAY), dueAt, graceEnd(timing) ?? 0];
  return Math.min(Number.POSITIVE_INFINITY, ...turns.filter((turn) => turn > now));
}

function graceEnd(timing: LoanTiming): number | null {
  return 'graceEndsAt' in timing ? timing.graceEndsAt : null;
}

function* addBorrowers(currencies: CurrencyExposure[], open: readonly LoanRow[]) {
  const best = new Map(currencies.map((own) => [own.currency, { own, best: new Best<BorrowerShare>(TOP) }]));
  const take = ({ key, totals }: LoanGroup) => {
    for (const part of totals) {
      const entry = best.get(part.currency);
      if (!entry) continue;
      entry.own.borrowers += 1;
      entry.best.offer({ borrower: key, totals: part, share: null }, -Number(part.principal));
    }
  };
  yield* eachInSlices(yield* groupsOf(open, (loan) => loan.borrower), take, 64);
  for (const { own, best: top } of best.values()) {
    const whole = new Big(own.open.principal);
    own.top = top.rows().map((row) => ({
      ...row,
      share: whole.gt(0) ? Number(new Big(row.totals.principal).div(whole)) : null,
    }));
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
