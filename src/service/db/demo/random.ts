import { createHash } from 'node:crypto';

/** A source of repeatable chance: the same seed gives the same sequence on every machine and every day. */
export interface Random {
  /** A number from 0 up to, but not including, 1. */
  next(): number;
  /** A whole number from `low` to `high`, both included. */
  int(low: number, high: number): number;
  /** A number from `low` up to `high`. */
  between(low: number, high: number): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
}

/** Chance from a seed text, by mulberry32. */
export function createRandom(seed: string): Random {
  let state = createHash('sha256').update(seed).digest().readUInt32LE(0);
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const int = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  return {
    next,
    int,
    between: (low, high) => low + next() * (high - low),
    chance: (probability) => next() < probability,
    pick: (list) => at(list, int(0, list.length - 1)),
  };
}

/** An identifier that depends only on what it names, so that it is the same on every day and machine. */
export function demoId(...names: (string | number)[]): string {
  return createHash('sha256').update(names.join('/')).digest('hex').slice(0, 24);
}

/** An item of a list by its index, which goes round at the list's end. */
export function at<T>(list: readonly T[], index: number): T {
  if (list.length === 0) throw new RangeError('The list is empty');
  return list[index % list.length] as T;
}

/** Rounds to cents, for prices and other figures that are shown. */
export function cents(value: number): number {
  return Math.round(value * 100) / 100;
}
