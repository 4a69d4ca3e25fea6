export const REASONS = [
  'The member asked for it',
  'Duplicate order',
  'Wrong price or amount',
  'The token is closing or has exited',
  'Compliance or risk',
  'Test order',
  'Another reason',
] as const;

/** The reason that has to be put into words. */
export const OTHER_REASON: string = 'Another reason' satisfies (typeof REASONS)[number];

export const MAX_REASON_TEXT = 400;

export function reasonOf(choice: string, text: string): string {
  const { reason, note } = reasonAndNote(choice, text);
  return note === '' ? reason : `${reason}: ${note}`;
}

export function reasonAndNote(choice: string, text: string): { reason: string; note: string } {
  const words = text.trim();
  return choice === OTHER_REASON ? { reason: words, note: '' } : { reason: choice, note: words };
}

/** What a reason lacks, as a sentence; null if nothing. */
export function reasonProblem(choice: string, text: string): string | null {
  if (choice === '') return 'Choose a reason.';
  if (choice === OTHER_REASON && text.trim() === '') return 'Enter the reason.';
  if (text.length > MAX_REASON_TEXT) return `Enter at most ${MAX_REASON_TEXT} characters.`;
  return null;
}
