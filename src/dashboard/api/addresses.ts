import { encodeSegment } from '../lib/encode.ts';
import { type LoanFilter, NO_FILTER, withLoanFilter } from './loans/loan-filter.ts';

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

/** The member's page, by the member's own id. */
export function memberAddress(id: string): string {
  return `/members/${encodeSegment(id)}`;
}

/** Where orders are cancelled: for one member where it is known. */
export function cancelOrdersAddress(member?: string): string {
  return `/orders/cancel${member === undefined ? '' : `?by=member&member=${encodeSegment(member)}`}`;
}

/** The list of runs. */
export const RUNS_ADDRESS = '/orders/runs';

/** The page of a run. */
export function runAddress(id: string): string {
  return `${RUNS_ADDRESS}/${encodeSegment(id)}`;
}
