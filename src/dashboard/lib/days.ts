import type { Bounds } from './bounds.ts';
import { boundsOfDay } from './times.ts';

/** The first and the last of days as an address has them; empty where there is none. */
export function splitDays(days: string): [from: string, to: string] {
  const [from = '', to = ''] = days.split('..');
  return [from, to];
}

/** From the beginning of the first day to the end of the last, in the chosen zone, in milliseconds since 1970. */
export function boundsOfDays(days: string): Bounds {
  const [from, to] = splitDays(days);
  return { from: from ? boundsOfDay(from).from : null, to: to ? boundsOfDay(to).to : null };
}

/** Why nothing can be within these days, if nothing can. */
export function daysProblem({ from, to }: { from: string | undefined; to: string | undefined }) {
  return from && to && to < from ? 'To is before From. Choose a later day.' : undefined;
}
