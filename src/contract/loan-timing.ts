import { addMonths, parseRepaymentDate } from './dates.ts';
import type { ListedLoan } from './loans.ts';
import type { Seen } from './reading.ts';

/** The statuses in which money is still owed. For an unknown status this isn't known. */
const OPEN = new Set(['ACTIVE', 'OVERDUE', 'DEFAULTED']);
const CLOSED = new Set(['REPAID', 'LIQUIDATED', 'CANCELLED']);

/** Whether nothing is owed on a loan any more. */
export function isClosed(status: string): boolean {
  return CLOSED.has(status);
}

const HOUR = 3_600_000;
const FIXED_UNITS = new Map([
  ['HOURS', HOUR],
  ['DAYS', 24 * HOUR],
  ['WEEKS', 7 * 24 * HOUR],
]);

/** The longest grace that is taken at its word, in its own unit; a longer one is a mistake somewhere. */
const MAX_GRACE = 10_000;

/** A loan's phase between its repayment date and the end of its grace. Instants are milliseconds since 1970. */
export type LoanTiming =
  | { state: 'due'; dueAt: number; graceEndsAt: number | null }
  | { state: 'grace'; dueAt: number; graceEndsAt: number }
  | { state: 'past'; dueAt: number; graceEndsAt: number }
  | { state: 'closed'; dueAt: number | null }
  /** What is missing to say more: a readable date, a known status, or a grace that can be counted. */
  | { state: 'unknown'; dueAt: number | null; lacks: 'date' | 'status' | 'grace' };

type Timed = Pick<Seen<ListedLoan>, 'status' | 'repayment_date' | 'grace_period' | 'grace_period_unit'>;

/**
 * A loan's phase at an instant (`now`, milliseconds since 1970): due until its `repayment_date`, in grace
 * from that very instant until the grace is over, past grace from the very end of it. Nothing is guessed: a
 * date, status or grace unit that isn't known gives `unknown`. (Open questions, row 7.)
 */
export function loanTiming(loan: Timed, now: number): LoanTiming {
  const date = loan.repayment_date === undefined ? null : parseRepaymentDate(loan.repayment_date);
  const dueAt = date?.at ?? null;
  if (isClosed(loan.status)) return { state: 'closed', dueAt };
  if (date === null || dueAt === null) return { state: 'unknown', dueAt: null, lacks: 'date' };
  if (!OPEN.has(loan.status)) return { state: 'unknown', dueAt, lacks: 'status' };
  const graceEndsAt = endOfGrace(dueAt, date.offsetMinutes, loan.grace_period, loan.grace_period_unit);
  if (now < dueAt) return { state: 'due', dueAt, graceEndsAt };
  if (graceEndsAt === null) return { state: 'unknown', dueAt, lacks: 'grace' };
  return { state: now < graceEndsAt ? 'grace' : 'past', dueAt, graceEndsAt };
}

/**
 * The instant when a grace of `length` `unit`s (HOURS, DAYS of 24 hours, WEEKS, or calendar MONTHS at the
 * offset of the date's own text) is over; null where the length or the unit isn't known.
 */
function endOfGrace(
  dueAt: number,
  offsetMinutes: number,
  length: number | undefined,
  unit: string | undefined,
): number | null {
  if (length === undefined || unit === undefined || !(length >= 0 && length <= MAX_GRACE)) return null;
  const fixed = FIXED_UNITS.get(unit);
  if (fixed !== undefined) return dueAt + length * fixed;
  if (unit !== 'MONTHS' || !Number.isInteger(length)) return null;
  const offset = offsetMinutes * 60_000;
  return addMonths(dueAt + offset, length, 'UTC') - offset;
}
