/** A text with its middle left out where it is long; both ends tell ids apart. */
export function truncateMiddle(text: string): string {
  const characters = Array.from(text.length > 400 ? text.slice(0, 200) + text.slice(-200) : text);
  if (characters.length <= 13) return text;
  return `${characters.slice(0, 6).join('')}…${characters.slice(-6).join('')}`;
}

/** The beginning of a text, never cut in the middle of a character. */
export function cut(text: string, length: number): string {
  return text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
}

/** A text cut to a length that a page can carry, and marked as cut. */
export function clip(text: string, length: number): string {
  return text.length > length ? `${cut(text, length)}…` : text;
}
