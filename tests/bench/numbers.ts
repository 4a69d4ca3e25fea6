/** The value below which a share of the values lies: 0.5 is the median. Between two values it goes by the nearer. */
export function quantile(values: readonly number[], share: number): number {
  if (values.length === 0) throw new RangeError('There is no quantile of nothing');
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] as number;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const upper = quantile(sorted, 0.5);
  return Number.isInteger(middle) ? (upper + (sorted[middle - 1] as number)) / 2 : upper;
}

/** Writes milliseconds with as many digits as they are worth. */
export function ms(value: number): string {
  return `${value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0)} ms`;
}

/** The least and the greatest of some values: `3.1–4.7`. */
export function spread(values: readonly number[], digits = 0): string {
  return `${Math.min(...values).toFixed(digits)}–${Math.max(...values).toFixed(digits)}`;
}

/**
 * Runs every contestant once per round, alternately forwards and backwards, so that other load on the machine affects
 * all of them alike. Returns the results of each, round by round.
 */
export async function interleave<Name extends string>(
  rounds: number,
  contestants: Record<Name, () => Promise<number>>,
): Promise<Record<Name, number[]>> {
  const names = Object.keys(contestants) as Name[];
  const results = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  for (let round = 0; round < rounds; round++) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      results[name].push(await contestants[name]());
    }
  }
  return results;
}

/** How much of a reference something comes to: by the medians, with the spread of the rounds. */
export function ratioTo(
  own: readonly number[],
  reference: readonly number[],
): { ratio: number; spread: string } {
  const each = own.map((value, round) => value / (reference[round] as number));
  return { ratio: median(own) / median(reference), spread: spread(each, 2) };
}
