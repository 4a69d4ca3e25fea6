/** A text with its middle left out where it is long; both ends tell ids apart. */
export function truncateMiddle(text: string, head = 6, tail = 6): string {
  const characters = Array.from(text.length > 400 ? text.slice(0, 200) + text.slice(-200) : text);
  if (characters.length <= head + tail + 1) return text;
  return `${characters.slice(0, head).join('')}…${characters.slice(-tail).join('')}`;
}

/** A text cut to a length that a page can carry, and never in the middle of a character. */
export function clip(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '')}…` : text;
}
