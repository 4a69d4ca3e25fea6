/**
 * A text as searches compare it: without accents, in lower case by JavaScript's rules, so that a search means the same on
 * every database locale. A Greek sigma has one form: JavaScript gives it another at the end of a word, and the end of a
 * search may be within one.
 */
export function fold(text: string): string {
  const bare = text.normalize('NFKD').replace(/[\u0300-\u036f]/g, '');
  return bare.toLowerCase().replaceAll('ς', 'σ');
}
