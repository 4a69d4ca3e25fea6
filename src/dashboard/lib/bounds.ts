import { trimEnd } from '#contract/trim-end.ts';

/** Bounds that are both inclusive; null is no bound. */
export type Bounds = { from: number | null; to: number | null };

export const NO_BOUNDS: Bounds = { from: null, to: null };

export function isBounded({ from, to }: Bounds): boolean {
  return from !== null || to !== null;
}

/** Whether a figure is within bounds; one that is missing is within none. */
export function isWithin(value: number | null | undefined, bounds: Bounds): boolean {
  if (!isBounded(bounds)) return true;
  const { from, to } = bounds;
  return value != null && (from === null || value >= from) && (to === null || value <= to);
}

/** Bounds as an address has them: `100..200`, `100..`, `..200`; empty if there are none. */
export function writtenBounds(bounds: Bounds): string {
  return isBounded(bounds) ? `${written(bounds.from)}..${written(bounds.to)}` : '';
}

/** Bounds of an address; null for anything else, bounds the wrong way round among it. */
export function readBounds(text: string): Bounds | null {
  const [first, second, ...more] = text.split('..');
  if (first === undefined || second === undefined || more.length > 0) return null;
  const from = readBound(first);
  const to = readBound(second);
  if (from === undefined || to === undefined || (from === null && to === null)) return null;
  return from !== null && to !== null && from > to ? null : { from, to };
}

/** Bounds in another unit: shares by 100 are percents. */
export function scaledBounds({ from, to }: Bounds, by: number): Bounds {
  return { from: from === null ? null : from * by, to: to === null ? null : to * by };
}

/** A bound as written in an address: `-2.5`; undefined if it is none, null if it is empty. */
export function readBound(text: string): number | null | undefined {
  if (text === '') return null;
  return /^-?\d{1,15}(\.\d{1,8})?$/.test(text) ? Number(text) : undefined;
}

/** A bound in plain digits; a `String` of small ones would have an exponent. */
export function written(bound: number | null): string {
  return bound === null ? '' : trimEnd(trimEnd(bound.toFixed(8), '0'), '.');
}
