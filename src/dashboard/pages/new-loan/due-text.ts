import { addMonths } from '#contract/dates.ts';
import { countOf } from '#dashboard/lib/figures.ts';
import { BUSINESS_ZONE, formatDay } from '#dashboard/lib/times.ts';

/** When a loan that is created now is due: `23 May 2027 (6 months)`. */
export function dueText(months: number, now: number): string {
  return `${formatDay(addMonths(now, months, BUSINESS_ZONE))} (${countOf(months, 'month')})`;
}
