import { isFinal, type JournalEntry, type JournalKind, type JournalOutcome } from '#contract/operations.ts';
import {
  type FinalRefusal,
  finalRefusal,
  labelOfCancellation,
  labelOfOutcome,
} from '#contract/outcome-labels.ts';
import type { Label } from '#dashboard/lib/label.ts';

export interface OutcomeWords extends Label {
  title: string;
  meaning: string;
  /** What to do about it; empty if there is nothing to do. */
  next: string;
}

/** What decides how an outcome is described. A line of a run has all of it, too. */
type Described = Pick<JournalEntry, 'outcome' | 'by' | 'code' | 'status'>;

export function wordsOf(kind: JournalKind, entry: Described): OutcomeWords {
  return kind === 'createLoan' ? outcomeWords(kind, entry.outcome) : cancellationWords(entry);
}

/** An outcome's label in a list of several kinds. */
export function outcomeLabel(outcome: JournalOutcome): string {
  const loan = labelOfOutcome('createLoan', outcome);
  const cancellation = labelOfOutcome('cancelOrder', outcome);
  return loan === cancellation ? loan : `${loan} or ${cancellation.toLowerCase()}`;
}

/** Whether an outcome proves that a write had no effect, so that it can be requested again. */
export function hadNoEffect(outcome: JournalOutcome): boolean {
  return isFinal(outcome) && outcome !== 'done' && outcome !== 'undetermined';
}

function cancellationWords(entry: Described): OutcomeWords {
  const words = outcomeWords('cancelOrder', entry.outcome);
  if (entry.outcome === 'done' && entry.by === 'this-or-earlier') return { ...words, ...BY_EITHER };
  const refusal = entry.outcome === 'refused' ? finalRefusal(entry) : null;
  if (!refusal) return words;
  return { label: labelOfCancellation(entry), meaning: UNCHANGED, next: '', ...REFUSALS[refusal] };
}

function outcomeWords(kind: JournalKind, outcome: JournalOutcome): OutcomeWords {
  const [title, meaning = '', next = ''] = SENTENCES[kind][outcome];
  return { label: labelOfOutcome(kind, outcome), tone: TONES[outcome], title, meaning, next };
}

const TONES: Record<JournalOutcome, Label['tone']> = {
  waiting: 'neutral',
  pending: 'info',
  unknown: 'warning',
  done: 'success',
  refused: 'danger',
  'not-sent': 'neutral',
  'not-done': 'neutral',
  undetermined: 'warning',
  'awaiting-approval': 'warning',
  rejected: 'danger',
  expired: 'neutral',
};

type Sentences = [title: string, meaning?: string, next?: string];

const LOAN: Record<JournalOutcome, Sentences> = {
  waiting: ['Loan waiting'],
  pending: ['Creating the loan', 'Pledge has sent the loan and is waiting for the answer.'],
  unknown: [
    'Checking whether the loan was created',
    'The answer was lost, so the loan may or may not have been created. It won’t be sent again.',
    'You can leave this page: the checks continue in Pledge.',
  ],
  done: ['Loan created'],
  refused: ['Loan refused', 'No loan was created.', 'Correct the loan and create it again.'],
  'not-sent': [
    'Loan not sent',
    'The loan never left Pledge. Nothing was created.',
    'You can create it again.',
  ],
  'not-done': ['Loan not created', 'The checks found no such loan.', 'You can create it again.'],
  undetermined: ['Outcome not determined', 'It is not known whether the loan was created.'],
  'awaiting-approval': [
    'Loan waiting for approval',
    'Someone else has to approve this loan. Nothing was sent yet.',
    'You can leave this page: the loan is sent as soon as it is approved.',
  ],
  rejected: ['Loan rejected', 'Nothing was sent.', 'Change the loan, then request it again.'],
  expired: [
    'Approval expired',
    'No one approved the loan in time. Nothing was sent.',
    'You can request it again.',
  ],
};

const CANCELLATION: Record<JournalOutcome, Sentences> = {
  waiting: ['Cancellation waiting'],
  pending: ['Cancelling the order', 'Pledge has sent the cancellation and is waiting for the answer.'],
  unknown: [
    'Checking whether the order was cancelled',
    'The answer was lost, so the order may or may not have been cancelled.',
    'You can close this: the checks continue in Pledge, and Activity shows the outcome.',
  ],
  done: ['Order cancelled', 'Escrowed funds are returned to the member.'],
  refused: ['Cancellation refused', 'The order was not cancelled.', 'Correct the problem, then try again.'],
  'not-sent': ['Cancellation not sent', 'Nothing was sent, and nothing was changed.', 'You can try again.'],
  'not-done': [
    'Order not cancelled',
    'The checks showed that the order was not cancelled.',
    'You can try again.',
  ],
  undetermined: ['Outcome not determined', 'It is not known whether the order was cancelled.'],
  'awaiting-approval': ['Waiting for approval'],
  rejected: ['Rejected'],
  expired: ['Approval expired'],
};

const SENTENCES = { createLoan: LOAN, cancelOrder: CANCELLATION };

const BY_EITHER = {
  title: 'Order cancelled, by this or an earlier request',
  meaning: 'The answer was lost. A check found the order cancelled.',
};

const UNCHANGED = 'Nothing was changed.';

type Refusal = Pick<OutcomeWords, 'tone' | 'title'> & Partial<Pick<OutcomeWords, 'meaning' | 'next'>>;

const REFUSALS: Record<FinalRefusal, Refusal> = {
  ORDER_TERMINATED_ERROR: { tone: 'neutral', title: 'This order had already been cancelled' },
  ORDER_FULFILLED_ERROR: {
    tone: 'warning',
    title: 'This order is already fulfilled',
    next: 'Tell the member it was filled. To reverse it they must place a new order.',
  },
  USER_MISMATCH_ERROR: {
    tone: 'danger',
    title: 'This order belongs to another member',
    next: 'Check both IDs and try again.',
  },
  ORDER_OPERATION_NOT_ALLOWED_ERROR: {
    tone: 'danger',
    title: 'This order can’t be cancelled',
    meaning: `Orders of this type or in this state can’t be cancelled. ${UNCHANGED}`,
    next: 'It can’t be cancelled from Pledge. Contact your service administrator.',
  },
  NOT_FOUND: {
    tone: 'danger',
    title: 'Member or order not found',
    next: 'Check both IDs: one may be mistyped or belong to another organisation.',
  },
};
