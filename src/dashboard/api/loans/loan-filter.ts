import { type LoanTiming, loanTiming } from '#contract/loan-timing.ts';
import { isWithin, NO_BOUNDS, readBounds, writtenBounds } from '#dashboard/lib/bounds.ts';
import { holdsWords, meantIds, searchWords } from '#dashboard/lib/name-rank.ts';
import { withParams } from '#dashboard/lib/search-params.ts';
import { calendarDays, monthOf, readTimestamp } from '#dashboard/lib/times.ts';
import type { LoanRow } from './loans.ts';

export type TimingState = LoanTiming['state'];

/** The states of loans that are not known to be closed. */
export const OPEN_STATES = ['due', 'grace', 'past', 'unknown'] as const satisfies TimingState[];
export type OpenState = (typeof OPEN_STATES)[number];

export const LATE_STATES = ['grace', 'past'] as const satisfies TimingState[];

/** What a list of loans is narrowed by. An empty list or null narrows nothing. */
export type LoanFilter = ReturnType<typeof readLoanFilter>;

/** What lists of loans need besides their rows. */
export interface LoanContext {
  /** Milliseconds since 1970: decides what is due. */
  now: number;
  nameOf: (userId: string) => string | undefined;
}

export const UNREADABLE_MONTH = 'unreadable';

const STATES: readonly TimingState[] = ['due', 'grace', 'past', 'closed', 'unknown'];
const LONGEST_TEXT = 200;

/** The filter of an address; a value that makes no sense narrows nothing. */
export function readLoanFilter(search: URLSearchParams) {
  const texts = (name: string) =>
    [...new Set(search.getAll(name))].filter((text) => text !== '').slice(0, 50);
  const text = (name: string) => (search.get(name) ?? '').slice(0, LONGEST_TEXT);
  const within = Number(text('within'));
  return {
    status: texts('status'),
    currency: texts('currency'),
    /** The place of loans between their date and the end of their grace. */
    state: STATES.filter((state) => texts('state').includes(state)),
    borrower: text('borrower'),
    /** Due within so many calendar days. */
    within: Number.isInteger(within) && within > 0 && within <= 3_650 ? within : null,
    /** The month of the repayment date, `2026-12`, or `unreadable` for dates that can't be read. */
    month: /^(\d{4}-(0[1-9]|1[0-2])|unreadable)$/.test(text('month')) ? text('month') : null,
    /** Created on these days of the chosen zone, as the list reads them: other pages need not carry the code for it. */
    created: text('created'),
    /** Created or changed at or after this ISO 8601 instant. */
    since: Number.isNaN(Date.parse(text('since'))) ? null : text('since'),
    /** The amount, in units of its own currency. */
    amount: readBounds(text('amount')) ?? NO_BOUNDS,
    /** The monthly rate as a decimal. */
    rate: readBounds(text('rate')) ?? NO_BOUNDS,
  };
}

export const NO_FILTER = readLoanFilter(new URLSearchParams());

/** An address's query with another filter. Its other parameters stay, except those that only older addresses had. */
export function withLoanFilter(search: URLSearchParams, filter: LoanFilter): URLSearchParams {
  const others = new URLSearchParams(search);
  for (const name of [...Object.keys(NO_FILTER), 'page', 'limit', 'all']) others.delete(name);
  return withParams(others, {
    ...filter,
    within: filter.within?.toString(),
    amount: writtenBounds(filter.amount),
    rate: writtenBounds(filter.rate),
  });
}

/** Whether a loan passes all of a filter but the days of its creation. A loan that lacks what is asked about does not. */
export function passes(loan: LoanRow, filter: LoanFilter, context: LoanContext): boolean {
  if (filter.status.length > 0 && !filter.status.includes(loan.status)) return false;
  if (filter.currency.length > 0 && !filter.currency.includes(loan.currency)) return false;
  if (!isWithin(loan.amount, filter.amount) || !isWithin(loan.interest_rate, filter.rate)) return false;
  if (filter.borrower !== '' && !isBorrower(loan.borrower, filter.borrower, context)) return false;
  if (filter.since !== null && !isSince(loan, Date.parse(filter.since))) return false;
  if (filter.state.length === 0 && filter.within === null && filter.month === null) return true;
  const timing = loanTiming(loan, context.now);
  if (filter.state.length > 0 && !filter.state.includes(timing.state)) return false;
  if (filter.within !== null && !isDueWithin(timing, filter.within, context.now)) return false;
  return filter.month === null || monthOfTiming(timing) === filter.month;
}

/** The month of the reader's zone in which a loan is to be repaid, or UNREADABLE_MONTH. */
export function monthOfTiming({ dueAt }: LoanTiming): string {
  return dueAt === null ? UNREADABLE_MONTH : monthOf(dueAt);
}

/** Whether a loan is still due, and within so many calendar days of the chosen zone. */
export function isDueWithin(timing: LoanTiming, days: number, now: number): boolean {
  if (timing.state !== 'due') return false;
  const ahead = (timing.dueAt - now) / DAY;
  // Asking the calendar is slow, and only near the limit it could say anything else.
  if (ahead < days - 1) return true;
  return ahead < days + 2 && calendarDays(now, timing.dueAt) <= days;
}

const DAY = 86_400_000;

function isBorrower(id: string, part: string, { nameOf }: LoanContext): boolean {
  return holdsWords(searchWords(part), [...meantIds(part, [id]), nameOf(id)]);
}

function isSince(loan: LoanRow, from: number): boolean {
  return [loan.created_at, loan.updated_at].some((text) => (readTimestamp(text ?? '') ?? -1) >= from);
}
