/** The first of the known words that is at most so many letters away from a word. */
export function nearest(word: string, known: readonly string[], most: number): string | undefined {
  return known.find((one) => distance(word, one) <= most);
}

/** How many letters to add, drop, change or swap with the next one to turn one word into the other. */
function distance(a: string, b: string): number {
  let [previous, current]: number[][] = [[], Array.from({ length: b.length + 1 }, (_, at) => at)];
  for (let row = 1; row <= a.length; row++) {
    const next = [row];
    for (let column = 1; column <= b.length; column++) {
      const change = a[row - 1] === b[column - 1] ? 0 : 1;
      const isSwap = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      next[column] = Math.min(
        (current?.[column] ?? 0) + 1,
        (next[column - 1] ?? 0) + 1,
        (current?.[column - 1] ?? 0) + change,
        isSwap ? (previous?.[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [previous, current] = [current, next];
  }
  return current?.[b.length] ?? 0;
}
