import type { RowState, RunRow } from './cancel-run.ts';

interface Words {
  /** What a row came to, in a word or two. */
  label: string;
  tone: 'neutral' | 'info' | 'success' | 'warning' | 'danger';
  /** What it means. */
  meaning: string;
  /** What to do about it; empty where there is nothing. */
  next: string;
}

/** How each state of an order in a run is said. */
export const STATE_WORDS: Record<RowState, Words> = {
  waiting: { label: 'Waiting', tone: 'neutral', meaning: 'Nothing has been sent for it yet.', next: '' },
  sent: { label: 'Sent', tone: 'info', meaning: 'It is under way.', next: '' },
  cancelled: {
    label: 'Cancelled',
    tone: 'success',
    meaning: 'The order is cancelled and what it held in escrow goes back.',
    next: '',
  },
  'already-cancelled': {
    label: 'Already cancelled',
    tone: 'neutral',
    meaning: 'The order was cancelled before this call. Nothing was changed.',
    next: 'There is nothing left to do for this order.',
  },
  'already-fulfilled': {
    label: 'Already fulfilled',
    tone: 'warning',
    meaning: 'The order has been carried out, so that there is nothing to cancel. Nothing was changed.',
    next: 'Tell the member that it went through; taking it back needs a new order of theirs.',
  },
  'not-this-member': {
    label: 'Not this member’s',
    tone: 'danger',
    meaning: 'The order belongs to another member. Nothing was changed.',
    next: 'Check which of the two ids is wrong, and try again with the right pair.',
  },
  'not-cancellable': {
    label: 'Can’t be cancelled',
    tone: 'danger',
    meaning: 'An order of this type, or in this state, can’t be cancelled. Nothing was changed.',
    next: 'Ask whoever runs the service: this desk has no other way to end it.',
  },
  'not-found': {
    label: 'Not found',
    tone: 'danger',
    meaning: 'The service knows no such member or order in your organisation. Nothing was changed.',
    next: 'Check both ids: one may be mistyped, or of another organisation.',
  },
  refused: {
    label: 'Refused',
    tone: 'danger',
    meaning: 'The service refused the call.',
    next: 'Read what it says, and try again once that is put right.',
  },
  unknown: {
    label: 'Unknown',
    tone: 'warning',
    meaning: 'The answer was lost. The order may or may not have been cancelled.',
    next: 'Probe it: the same call again finds out, and can’t cancel twice.',
  },
  'not-sent': {
    label: 'Not sent',
    tone: 'neutral',
    meaning: 'The run was stopped before its turn. Nothing was sent for it.',
    next: 'Run it again if it is still to be cancelled.',
  },
};

/** How a settled outcome was found out after its first answer was lost; empty where it was simply answered. */
export function probeNote(row: Pick<RunRow, 'state' | 'lost'>): string {
  if (!row.lost) return '';
  switch (row.state) {
    case 'cancelled':
      return 'Found by a probe: the lost call had not cancelled it, the probe did.';
    case 'already-cancelled':
      return 'Found by a probe: it was cancelled before the probe, most likely by the lost call.';
    case 'unknown':
      return '';
    default:
      return 'Found by a probe.';
  }
}

/** The reasons that are offered. */
export const REASONS = [
  'The member asked for it',
  'Duplicate order',
  'Wrong price or amount',
  'The token is closing or has exited',
  'Compliance or risk',
  'Test order',
  'Another reason',
] as const;

/** The last of the reasons says nothing by itself. */
export const OTHER_REASON: string = REASONS[REASONS.length - 1] as string;

/** The longest text that is kept with a reason. */
export const LONGEST_REASON_TEXT = 400;

/** A reason as the journal keeps it. */
export function reasonOf(choice: string, text: string): string {
  const words = text.trim();
  if (choice === OTHER_REASON) return words;
  return words === '' ? choice : `${choice}: ${words}`;
}

/** What a reason still lacks, as a sentence; null where nothing. */
export function reasonProblem(choice: string, text: string): string | null {
  if (choice === '') return 'Choose a reason.';
  if (choice === OTHER_REASON && text.trim() === '') return 'Say what the reason is.';
  if (text.length > LONGEST_REASON_TEXT) return `The text has at most ${LONGEST_REASON_TEXT} characters.`;
  return null;
}
