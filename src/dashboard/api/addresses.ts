import { encodeSegment } from '../lib/encode.ts';
import { type LoanFilter, NO_FILTER, withLoanFilter } from './loans/loan-filter.ts';

export const RULES_ADDRESS = '/approvals/rules';
export const RUNS_ADDRESS = '/orders/runs';

const pageUnder = (list: string) => (id: string) => `${list}/${encodeSegment(id)}`;

export const entryAddress = pageUnder('/activity');
/** The member's page, by the member's own id. */
export const memberAddress = pageUnder('/members');
export const tokenAddress = pageUnder('/tokens');
export const approvalAddress = pageUnder('/approvals');
export const runAddress = pageUnder(RUNS_ADDRESS);
/** The customer's page, by the key that stands for their email. */
export const customerKeyAddress = pageUnder('/customers');

/** The loan's page. `at` tells where in the list to look for it: when it was created, as the service wrote it. */
export function loanAddress(id: string, at: string | undefined): string {
  return `/loans/${encodeSegment(id)}${at ? `?at=${encodeSegment(at)}` : ''}`;
}

/** The address of the open loans whose collateral holds a token. */
export function coverAddress(token: string): string {
  return `/loans/cover?${new URLSearchParams({ token })}`;
}

export function loansAddress(filter: Partial<LoanFilter>): string {
  const search = withLoanFilter(new URLSearchParams(), { ...NO_FILTER, ...filter });
  return search.size === 0 ? '/loans' : `/loans?${search}`;
}

/** The most tokens that are shown side by side. */
export const MOST_COMPARED = 6;

/** Where tokens are shown side by side. */
export function compareAddress(ids: readonly string[]): string {
  return `/tokens/compare${ids.length === 0 ? '' : `?${new URLSearchParams({ ids: ids.join(',') })}`}`;
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
