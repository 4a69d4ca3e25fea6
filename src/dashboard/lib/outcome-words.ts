import { type ErrorCode, errorCodeOf } from '#contract/errors.ts';
import { isFinal, type JournalEntry, type JournalKind, type JournalOutcome } from '#contract/operations.ts';

export interface OutcomeWords {
  /** The outcome in a word or two. */
  label: string;
  tone: 'neutral' | 'info' | 'success' | 'warning' | 'danger';
  /** The outcome as a heading. */
  title: string;
  meaning: string;
  /** What to do about it; empty if there is nothing to do. */
  next: string;
}

/** What decides how an outcome is described. A line of a run has all of it, too. */
type Described = Pick<JournalEntry, 'outcome' | 'by' | 'code' | 'status'>;

/** How the outcome of a write is described. */
export function wordsOf(kind: JournalKind, entry: Described): OutcomeWords {
  return kind === 'createLoan' ? LOAN[entry.outcome] : cancellationWords(entry);
}

/** An outcome's label in a list of several kinds. */
export function outcomeLabel(outcome: JournalOutcome): string {
  const [loan, cancellation] = [LOAN, CANCELLATION].map((words) => words[outcome].label);
  return loan === cancellation ? (loan ?? outcome) : `${loan} or ${cancellation?.toLowerCase()}`;
}

/** Whether an outcome proves that a write had no effect, so that it can be requested again. */
export function hadNoEffect(outcome: JournalOutcome): boolean {
  return isFinal(outcome) && outcome !== 'done' && outcome !== 'undetermined';
}

function cancellationWords({ outcome, by, code, status }: Described): OutcomeWords {
  if (outcome === 'done' && by === 'this-or-earlier') return CANCELLED_BY_EITHER;
  if (outcome !== 'refused') return CANCELLATION[outcome];
  const known = errorCodeOf({ code });
  if (known) return REFUSALS[known];
  return status === 404 ? NOT_FOUND : CANCELLATION.refused;
}

const LOAN: Record<JournalOutcome, OutcomeWords> = {
  waiting: { label: 'Waiting', tone: 'neutral', title: 'Loan waiting', meaning: '', next: '' },
  pending: {
    label: 'In progress',
    tone: 'info',
    title: 'Creating the loan',
    meaning: 'Pledge has sent the loan and is waiting for the answer.',
    next: '',
  },
  unknown: {
    label: 'Checking',
    tone: 'warning',
    title: 'Checking whether the loan was created',
    meaning: 'The answer was lost, so the loan may or may not have been created. It won’t be sent again.',
    next: 'You can leave this page: the checks continue in Pledge.',
  },
  done: { label: 'Created', tone: 'success', title: 'Loan created', meaning: '', next: '' },
  refused: {
    label: 'Refused',
    tone: 'danger',
    title: 'Loan refused',
    meaning: 'No loan was created.',
    next: 'Correct the loan and create it again.',
  },
  'not-sent': {
    label: 'Not sent',
    tone: 'neutral',
    title: 'Loan not sent',
    meaning: 'The loan never left Pledge. Nothing was created.',
    next: 'You can create it again.',
  },
  'not-done': {
    label: 'Not created',
    tone: 'neutral',
    title: 'Loan not created',
    meaning: 'The checks found no such loan.',
    next: 'You can create it again.',
  },
  undetermined: {
    label: 'Not determined',
    tone: 'warning',
    title: 'Outcome not determined',
    meaning: 'It is not known whether the loan was created.',
    next: '',
  },
};

const CANCELLATION: Record<JournalOutcome, OutcomeWords> = {
  waiting: { label: 'Waiting', tone: 'neutral', title: 'Cancellation waiting', meaning: '', next: '' },
  pending: {
    label: 'In progress',
    tone: 'info',
    title: 'Cancelling the order',
    meaning: 'Pledge has sent the cancellation and is waiting for the answer.',
    next: '',
  },
  unknown: {
    label: 'Checking',
    tone: 'warning',
    title: 'Checking whether the order was cancelled',
    meaning: 'The answer was lost, so the order may or may not have been cancelled.',
    next: 'You can close this: the checks continue in Pledge, and Activity shows the outcome.',
  },
  done: {
    label: 'Cancelled',
    tone: 'success',
    title: 'Order cancelled',
    meaning: 'Escrowed funds are returned to the member.',
    next: '',
  },
  refused: {
    label: 'Refused',
    tone: 'danger',
    title: 'Cancellation refused',
    meaning: 'The order was not cancelled.',
    next: 'Correct the problem, then try again.',
  },
  'not-sent': {
    label: 'Not sent',
    tone: 'neutral',
    title: 'Cancellation not sent',
    meaning: 'Nothing was sent, and nothing was changed.',
    next: 'Try again in a moment.',
  },
  'not-done': {
    label: 'Not cancelled',
    tone: 'neutral',
    title: 'Order not cancelled',
    meaning: 'The checks showed that the order was not cancelled.',
    next: 'You can try again.',
  },
  undetermined: {
    label: 'Not determined',
    tone: 'warning',
    title: 'Outcome not determined',
    meaning: 'It is not known whether the order was cancelled.',
    next: '',
  },
};

const CANCELLED_BY_EITHER: OutcomeWords = {
  label: 'Cancelled',
  tone: 'success',
  title: 'Order cancelled, by this or an earlier request',
  meaning: 'The answer was lost. A check found the order cancelled.',
  next: '',
};

const REFUSALS: Record<ErrorCode, OutcomeWords> = {
  ORDER_TERMINATED_ERROR: {
    label: 'Already cancelled',
    tone: 'neutral',
    title: 'This order had already been cancelled',
    meaning: 'Nothing was changed.',
    next: '',
  },
  ORDER_FULFILLED_ERROR: {
    label: 'Already fulfilled',
    tone: 'warning',
    title: 'This order is already fulfilled',
    meaning: 'Nothing was changed.',
    next: 'Tell the member it was filled. To reverse it they must place a new order.',
  },
  USER_MISMATCH_ERROR: {
    label: 'Wrong member',
    tone: 'danger',
    title: 'This order belongs to another member',
    meaning: 'Nothing was changed.',
    next: 'Check both IDs and try again.',
  },
  ORDER_OPERATION_NOT_ALLOWED_ERROR: {
    label: 'Can’t be cancelled',
    tone: 'danger',
    title: 'This order can’t be cancelled',
    meaning: 'Orders of this type or in this state can’t be cancelled. Nothing was changed.',
    next: 'It can’t be cancelled from Pledge. Contact your service administrator.',
  },
};

const NOT_FOUND: OutcomeWords = {
  label: 'Not found',
  tone: 'danger',
  title: 'Member or order not found',
  meaning: 'Nothing was changed.',
  next: 'Check both IDs: one may be mistyped or belong to another organisation.',
};
