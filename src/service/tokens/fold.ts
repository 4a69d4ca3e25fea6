/**
 * A text as searches compare it: one form for composed and decomposed accents, lower case by JavaScript's
 * rules, so that a search means the same on every database locale. A Greek sigma has one form: JavaScript gives it another
 * at the end of a word, and the end of a search may be within one.
 */
export function fold(text: string): string {
  return text.normalize('NFC').toLowerCase().replaceAll('ς', 'σ');
}
