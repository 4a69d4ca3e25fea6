import { countOf, formatCount } from '#dashboard/lib/figures.ts';
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
