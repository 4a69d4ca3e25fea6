import { encodeSegment } from './encode.ts';
import { type LoanFilter, NO_FILTER, withLoanFilter } from './loan-filter.ts';

/** The addresses of records and lists, for links from page to page. Every id is encoded. */

/** The loan's page. `at` tells where in the list to look for it: when it was created, as the service wrote it. */
export function loanAddress(id: string, at: string | undefined): string {
  return `/loans/${encodeSegment(id)}${at ? `?at=${encodeSegment(at)}` : ''}`;
}

/** The list of all loans, narrowed. */
export function loansAddress(filter: Partial<LoanFilter>): string {
  return `/loans?${withLoanFilter(new URLSearchParams({ all: '1' }), { ...NO_FILTER, ...filter })}`;
}

/** The page of a journal entry: its outcome, its checks and what was sent. */
export function entryAddress(id: string): string {
  return `/activity/${encodeSegment(id)}`;
}
