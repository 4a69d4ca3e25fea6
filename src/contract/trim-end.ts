/**
 * A text without those of `characters` that it ends with. An expression such as `/0+$/` would take time that grows with
 * the square of a long text.
 */
export function trimEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
