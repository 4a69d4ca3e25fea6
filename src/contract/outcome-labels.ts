import { type ErrorCode, errorCodeOf } from './errors.ts';
import type { JournalEntry, JournalKind, JournalOutcome } from './operations.ts';

/** What an outcome is called on pages and in reports. */
const LABELS: Record<Exclude<JournalOutcome, 'done' | 'not-done'>, string> = {
  waiting: 'Waiting',
  pending: 'In progress',
  unknown: 'Checking',
  refused: 'Refused',
  'not-sent': 'Not sent',
  undetermined: 'Not determined',
  'awaiting-approval': 'Awaiting approval',
  rejected: 'Rejected',
  expired: 'Expired',
};

const DONE: Record<JournalKind, string> = { createLoan: 'Created', cancelOrder: 'Cancelled' };

/** Why the service refuses a cancellation for good: by its code, or because it knows no such member or order. */
export type FinalRefusal = ErrorCode | 'NOT_FOUND';

const REFUSALS: Record<FinalRefusal, string> = {
  ORDER_TERMINATED_ERROR: 'Already cancelled',
  ORDER_FULFILLED_ERROR: 'Already fulfilled',
  USER_MISMATCH_ERROR: 'Wrong member',
  ORDER_OPERATION_NOT_ALLOWED_ERROR: 'Can’t be cancelled',
  NOT_FOUND: 'Not found',
};

/** The label of an outcome of a loan or a cancellation. */
export function labelOfOutcome(kind: JournalKind, outcome: JournalOutcome): string {
  if (outcome === 'done') return DONE[kind];
  return outcome === 'not-done' ? `Not ${DONE[kind].toLowerCase()}` : LABELS[outcome];
}

/**
 * Why no other attempt can change a refusal of a cancellation; null if one may (docs/interface.md, "Errors"). Lines of a
 * run that are refused so aren't retried either.
 */
export function finalRefusal({ code, status }: Pick<JournalEntry, 'code' | 'status'>): FinalRefusal | null {
  return errorCodeOf({ code }) ?? (status === 404 ? 'NOT_FOUND' : null);
}

/** The label of the outcome of a cancellation; a final refusal has its reason for a label. */
export function labelOfCancellation(entry: Pick<JournalEntry, 'outcome' | 'code' | 'status'>): string {
  const refusal = entry.outcome === 'refused' ? finalRefusal(entry) : null;
  return refusal ? REFUSALS[refusal] : labelOfOutcome('cancelOrder', entry.outcome);
}
