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

const REFUSALS: Record<ErrorCode, string> = {
  ORDER_TERMINATED_ERROR: 'Already cancelled',
  ORDER_FULFILLED_ERROR: 'Already fulfilled',
  USER_MISMATCH_ERROR: 'Wrong member',
  ORDER_OPERATION_NOT_ALLOWED_ERROR: 'Can’t be cancelled',
};

/** The label of an outcome of a loan or a cancellation. */
export function labelOfOutcome(kind: JournalKind, outcome: JournalOutcome): string {
  if (outcome === 'done') return DONE[kind];
  return outcome === 'not-done' ? `Not ${DONE[kind].toLowerCase()}` : LABELS[outcome];
}

/** The label of what came of a cancellation; a refusal is called by its reason (docs/interface.md, "Errors"). */
export function labelOfCancellation(line: Pick<JournalEntry, 'outcome' | 'code' | 'status'>): string {
  if (line.outcome !== 'refused') return labelOfOutcome('cancelOrder', line.outcome);
  const code = errorCodeOf({ code: line.code });
  if (code) return REFUSALS[code];
  return line.status === 404 ? 'Not found' : LABELS.refused;
}
