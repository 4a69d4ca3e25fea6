import { addMonths } from '#contract/dates.ts';
import { countOf, formatCount } from '#dashboard/lib/figures.ts';
import { BUSINESS_ZONE, formatDay } from '#dashboard/lib/times.ts';
import { clip } from '#dashboard/lib/truncate.ts';
import { endpointQuery } from '../http/queries.ts';

export const loanConfigurationQuery = endpointQuery('getLoanConfiguration', {});

/** A grace period in words: `5 days`. */
export function graceText(length: number, unit: string | undefined): string {
  if (unit === undefined) return `${formatCount(length)} (unit not stated)`;
  return /^[A-Z]+S$/.test(unit)
    ? countOf(length, unit.slice(0, -1).toLowerCase())
    : `${formatCount(length)} ${clip(unit, 40)}`;
}

/** When a loan that is created now is due: `23 May 2027 (6 months)`. */
export function dueText(months: number, now: number): string {
  return `${formatDay(addMonths(now, months, BUSINESS_ZONE))} (${countOf(months, 'month')})`;
}
