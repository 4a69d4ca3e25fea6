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
import { isDueWithin, OPEN_STATES, type OpenState } from '#dashboard/api/loans/loan-filter.ts';
import type { LoanRow } from '#dashboard/api/loans/loans.ts';
import { urgencyOf } from '#dashboard/api/loans/standing.ts';
import { eachInSlices, type Slices } from '#dashboard/lib/slices.ts';
import { boundsOfDay, dayOf, readTimestamp } from '#dashboard/lib/times.ts';
import { Best } from './best.ts';

/** The windows of days in which it says what falls due. */
export const WINDOWS = [7, 30, 90] as const;
export type Window = (typeof WINDOWS)[number];

/** How many borrowers, late loans and changed loans it names. */
const TOP = 10;
const LINES = 6;

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
  /** Past grace first and in grace after that, each with the earliest date first. */
  late: LoanRow[];
  /** All that are late, as they are listed. */
  allLate: LoanRow[];
  /** The loans that are due soonest. */
  next: LoanRow[];
}

/** Loans created or updated since the last visit, the latest first. */
export interface Changes {
  made: number;
  altered: number;
  latest: LoanRow[];
}

export interface Exposure {
  looked: number;
  open: number;
  /** The currency with most loans first. */
  currencies: CurrencyExposure[];
  /** By currency, closed loans among them. */
  changed: ReadonlyMap<string, Changes>;
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
      late: parts.of(currency).late.rows(),
      allLate: parts.of(currency).allLate,
      next: parts.of(currency).next.rows(),
    });
  }
  yield* addBorrowers(currencies, parts.open);
  return {
    looked: rows.length,
    open: parts.open.length,
    currencies,
    changed: new Map(
      [...parts.lists].map(([currency, { made, altered, latest }]) => [
        currency,
        { made, altered, latest: latest.rows() },
      ]),
    ),
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
    closed: parts.reduce((sum, part) => sum + part.closed, 0),
    principal: add('principal'),
    repayment: add('repayment'),
    interest: add('interest'),
    rate: null,
  };
}

const emptyLists = () => ({
  late: new Best<LoanRow>(LINES),
  allLate: [] as LoanRow[],
  next: new Best<LoanRow>(LINES),
  made: 0,
  altered: 0,
  latest: new Best<LoanRow>(LINES),
});
type Lists = ReturnType<typeof emptyLists>;

/** One walk over all loans that tells them apart. */
function* partsOf({ rows, now, since }: ExposureQuestion) {
  const lists = new Map<string, Lists>();
  const parts = {
    open: [] as LoanRow[],
    /** Due within 7 days, in 8 to 30, in 31 to 90. */
    windows: WINDOWS.map((): LoanRow[] => []),
    /** What is listed of each currency. */
    lists,
    of(currency: string): Lists {
      const own = lists.get(currency) ?? emptyLists();
      lists.set(currency, own);
      return own;
    },
    // At midnight every loan is a day nearer.
    holdsUntil: boundsOfDay(dayOf(now)).to + 1,
  };
  const take = (loan: LoanRow) => {
    const own = parts.of(loan.currency);
    if (since !== null) noteChange(own, loan, since);
    const timing = loanTiming(loan, now);
    if (timing.state === 'closed') return;
    parts.open.push(loan);
    parts.holdsUntil = Math.min(parts.holdsUntil, nextTurn(timing, now));
    if (timing.state === 'due') {
      parts.windows[WINDOWS.findIndex((days) => isDueWithin(timing, days, now))]?.push(loan);
      own.next.offer(loan, timing.dueAt);
    } else if (timing.state !== 'unknown') {
      own.allLate.push(loan);
      own.late.offer(loan, urgencyOf(loan, now));
    }
  };
  yield* eachInSlices(rows, take);
  return parts;
}

/** The few of these late loans that are the worst. */
export function worstOf(loans: readonly LoanRow[], now: number): LoanRow[] {
  const worst = new Best<LoanRow>(LINES);
  for (const loan of loans) worst.offer(loan, urgencyOf(loan, now));
  return worst.rows();
}

function noteChange(own: Lists, loan: LoanRow, since: number) {
  const at = (text: string | undefined) => (text === undefined ? null : readTimestamp(text)) ?? -1;
  const [made, altered] = [at(loan.created_at), at(loan.updated_at)];
  if (made >= since) own.made += 1;
  else if (altered >= since) own.altered += 1;
  else return;
  own.latest.offer(loan, -Math.max(made, altered));
}

/** When a loan's state next changes by itself. */
function nextTurn(timing: LoanTiming, now: number): number {
  const turns = [timing.dueAt ?? 0, ('graceEndsAt' in timing && timing.graceEndsAt) || 0];
  return Math.min(Number.POSITIVE_INFINITY, ...turns.filter((turn) => turn > now));
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
