import { readDay } from './search-params.ts';
import { boundsOfDay, dayOf } from './times.ts';

/** The periods that can be chosen by name: how many months each has, and how many of its length it is back. */
export const PERIODS = {
  'this-month': { label: 'This month', length: 1, back: 0 },
  'last-month': { label: 'Last month', length: 1, back: 1 },
  'this-quarter': { label: 'This quarter', length: 3, back: 0 },
  'last-quarter': { label: 'Last quarter', length: 3, back: 1 },
  'this-year': { label: 'This year', length: 12, back: 0 },
  'last-year': { label: 'Last year', length: 12, back: 1 },
} as const;

export type PeriodName = keyof typeof PERIODS;

/** The first and the last day of a period, as `dayOf` writes them; null where it is open. */
export type Days = { from: string | null; to: string | null };

/** The days of a period, as seen from an instant in the chosen zone. */
export function daysOfPeriod(name: PeriodName, now: number): { from: string; to: string } {
  const [year = 0, month = 0] = dayOf(now).split('-').map(Number);
  const { length, back } = PERIODS[name];
  const first = Math.floor((month - 1) / length) * length - back * length;
  // The last day of a month is the one before the first of the next.
  return { from: isoDay(year, first, 1), to: isoDay(year, first + length, 0) };
}

/** The period that these days are by name; null if none. */
export function nameOfPeriod(days: Days, now: number): PeriodName | null {
  const names = Object.keys(PERIODS) as PeriodName[];
  return (
    names.find((name) => {
      const { from, to } = daysOfPeriod(name, now);
      return from === days.from && to === days.to;
    }) ?? null
  );
}

/** The days that an address asks for. A last day before the first one falls away. */
export function readDays(search: URLSearchParams): Days {
  const [from, to] = [readDay(search, 'from'), readDay(search, 'to')];
  return { from, to: from !== null && to !== null && to < from ? null : to };
}

/** The first and the last instant of days in the chosen zone; infinite where they are open. */
export function boundsOfDays({ from, to }: Days): { from: number; to: number } {
  return {
    from: from === null ? Number.NEGATIVE_INFINITY : boundsOfDay(from).from,
    to: to === null ? Number.POSITIVE_INFINITY : boundsOfDay(to).to,
  };
}

function isoDay(year: number, month: number, day: number): string {
  return new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10);
}
