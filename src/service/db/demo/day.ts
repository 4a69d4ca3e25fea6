export const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** The day when the demo data are loaded: every date in them is counted from its beginning. */
export interface Day {
  /** The instant `days` before (a fraction is a part of a day). */
  before(days: number): Date;
  /** A moment of the working day that is `days` from today (negative: ago); `part` from 0 to 1 says when. */
  officeHours(days: number, part: number): number;
}

/** The UTC day of an instant. Two loads on one day make the same dates, at any time of the day. */
export function dayOf(now: number): Day {
  const start = Math.floor(now / DAY_MS) * DAY_MS;
  return {
    before: (days) => new Date(start - Math.round((days * DAY_MS) / 1000) * 1000),
    officeHours: (days, part) => start + days * DAY_MS + 7 * HOUR_MS + Math.floor(part * 36_000) * 1000,
  };
}
