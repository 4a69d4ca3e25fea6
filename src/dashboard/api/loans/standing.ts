import { loanTiming } from '#contract/loan-timing.ts';
import { countOf } from '#dashboard/lib/figures.ts';
import type { Label } from '#dashboard/lib/label.ts';
import { calendarDays } from '#dashboard/lib/times.ts';
import { clip } from '#dashboard/lib/truncate.ts';
import type { LoanRow } from './loans.ts';

type Loan = Pick<LoanRow, 'status' | 'repayment_date' | 'grace_period' | 'grace_period_unit'>;

/** How a loan is doing: derived from its dates, its grace period and its status. */
interface Standing {
  /** `Due in 12 days`, `In grace, 3 days left`, `19 days past grace`, `Repaid`. */
  words: string;
  tone: Label['tone'];
  /** What differs from it or is unknown: the service's own status (`status: Active`), or the missing field. */
  note: string | null;
}

const LOOKS = new Map<string, Label>([
  ['ACTIVE', { label: 'Active', tone: 'info' }],
  ['REPAID', { label: 'Repaid', tone: 'success' }],
  ['OVERDUE', { label: 'Overdue', tone: 'warning' }],
  ['DEFAULTED', { label: 'Defaulted', tone: 'danger' }],
  ['LIQUIDATED', { label: 'Liquidated', tone: 'danger' }],
  ['CANCELLED', { label: 'Cancelled', tone: 'neutral' }],
]);

/** A loan's status as it is shown: an unknown one as it came (docs/decisions.md, row 7). */
export function lookOfStatus(status: string): Label {
  return LOOKS.get(status) ?? { label: clip(status, 100), tone: 'neutral' };
}

/** The statuses that say the same as a phase of an open loan. */
const AGREES = { due: ['ACTIVE'], grace: ['ACTIVE', 'OVERDUE'], past: ['OVERDUE'] };

/** A loan's standing at `now` (ms since 1970): phases change at instants, days are the chosen zone's. */
export function standingOf(loan: Loan, now: number): Standing {
  const timing = loanTiming(loan, now);
  const { label, tone } = lookOfStatus(loan.status);
  if (timing.state === 'closed') return { words: label, tone, note: null };
  if (timing.state !== 'unknown') {
    return {
      words: wordsOf(timing.state, timing.state === 'due' ? timing.dueAt : timing.graceEndsAt, now),
      tone: loan.status === 'DEFAULTED' ? 'danger' : TONES[timing.state],
      note: AGREES[timing.state].includes(loan.status) ? null : `status: ${label}`,
    };
  }
  if (timing.lacks !== 'grace')
    return { words: label, tone: 'neutral', note: timing.lacks === 'date' ? 'due date unknown' : null };
  const days = calendarDays(timing.dueAt ?? now, now);
  const words = days === 0 ? 'Due date passed today' : `${countOf(days, 'day')} past due`;
  return { words, tone: 'warning', note: 'grace period unknown' };
}

/** How many calendar days ago a late loan was due, even if its grace is unknown; null for a loan that isn't known to be late. */
export function daysLate(loan: Loan, now: number): number | null {
  const timing = loanTiming(loan, now);
  const { state, dueAt } = timing;
  const isLate = state === 'grace' || state === 'past' || (state === 'unknown' && timing.lacks === 'grace');
  return isLate && dueAt !== null ? calendarDays(dueAt, now) : null;
}

/** What loans are sorted by so that the most urgent come first: past grace, in grace, due, unknown, closed. */
export function urgencyOf(loan: Loan, now: number): number {
  const { state, dueAt } = loanTiming(loan, now);
  return RANK[state] * 2 * FAR + Math.max(-FAR, Math.min(dueAt ?? FAR, FAR));
}

const TONES = { due: 'info', grace: 'warning', past: 'danger' } as const;
const RANK = { past: 0, grace: 1, due: 2, unknown: 3, closed: 4 };
/** Further from 1970 than any date of a loan, in milliseconds. */
const FAR = 1e14;

function wordsOf(state: keyof typeof TONES, at: number, now: number): string {
  const days = Math.abs(calendarDays(now, at));
  const text = countOf(days, 'day');
  if (state === 'due') return days === 0 ? 'Due today' : `Due in ${text}`;
  if (state === 'grace') return days === 0 ? 'Last day of grace' : `In grace, ${text} left`;
  return days === 0 ? 'Past grace since today' : `${text} past grace`;
}
