/** A text as one segment of an address. Half of a surrogate pair can't be in one: U+FFFD takes its place. */
export function encodeSegment(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}
