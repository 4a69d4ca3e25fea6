import { encodeSegment } from '../lib/encode.ts';
import { type LoanFilter, NO_FILTER, withLoanFilter } from './loans/loan-filter.ts';

/** The loan's page. `at` tells where in the list to look for it: when it was created, as the service wrote it. */
export function loanAddress(id: string, at: string | undefined): string {
  return `/loans/${encodeSegment(id)}${at ? `?at=${encodeSegment(at)}` : ''}`;
}

export function loansAddress(filter: Partial<LoanFilter>): string {
  const search = withLoanFilter(new URLSearchParams(), { ...NO_FILTER, ...filter });
  return search.size === 0 ? '/loans' : `/loans?${search}`;
}

export function entryAddress(id: string): string {
  return `/activity/${encodeSegment(id)}`;
}

/** The member's page, by the member's own id. */
export function memberAddress(id: string): string {
  return `/members/${encodeSegment(id)}`;
}

export function tokenAddress(id: string): string {
  return `/tokens/${encodeSegment(id)}`;
}

/** Where tokens are shown side by side. */
export function compareAddress(ids: readonly string[]): string {
  return `/tokens/compare${ids.length === 0 ? '' : `?${new URLSearchParams({ ids: ids.join(',') })}`}`;
}

/** The customer's page, by the key that stands for their email. */
export function customerKeyAddress(key: string): string {
  return `/customers/${encodeSegment(key)}`;
}

/** What Activity has about an order. */
export function orderAddress(id: string): string {
  return `/activity?order=${encodeSegment(id)}`;
}

/** Where orders are cancelled: for one member where it is known. */
export function cancelOrdersAddress(member?: string): string {
  return `/orders/cancel${member === undefined ? '' : `?by=member&member=${encodeSegment(member)}`}`;
}

export function cancelOrderAddress(order: string, member?: string): string {
  const of = member === undefined ? '' : `&member=${encodeSegment(member)}`;
  return `/orders/cancel?by=one&order=${encodeSegment(order)}${of}`;
}

export const RULES_ADDRESS = '/approvals/rules';

export function approvalAddress(id: string): string {
  return `/approvals/${encodeURIComponent(id)}`;
}

export const RUNS_ADDRESS = '/orders/runs';

export function runAddress(id: string): string {
  return `${RUNS_ADDRESS}/${encodeSegment(id)}`;
}
