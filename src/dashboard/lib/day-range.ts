import type { Bounds } from './bounds.ts';
import { asDay } from './search-params.ts';
import { boundsOfDay } from './times.ts';

/** The first and the last of days as an address has them; empty where there is none. */
export function splitDayRange(days: string): [from: string, to: string] {
  const [from = '', to = ''] = days.split('..');
  return [from, to];
}

/** Days as an address has them, both inclusive, `2026-11-17..2026-11-20`, or one of them; empty for anything else. */
export function readDayRange(text: string): string {
  const days = text.split('..');
  const isRead = days.length === 2 && text !== '..' && days.every((day) => day === '' || asDay(day));
  return isRead ? text : '';
}

/** From the beginning of the first day to the end of the last, in the chosen zone, in milliseconds since 1970. */
export function boundsOfDayRange(days: string): Bounds {
  const [from, to] = splitDayRange(days);
  return { from: from ? boundsOfDay(from).from : null, to: to ? boundsOfDay(to).to : null };
}

/** Why nothing can be within these days, if nothing can. */
export function daysProblem(days: string) {
  const [from, to] = splitDayRange(days);
  return from && to && to < from ? 'To is before From. Choose a later day.' : undefined;
}
