/**
 * A text as searches compare it: one form for composed and decomposed accents, lower case by JavaScript's
 * rules, so that a search means the same on every database locale.
 */
export function fold(text: string): string {
  return text.normalize('NFC').toLowerCase();
}
