import { encodeSegment } from '#dashboard/lib/encode.ts';
import { NO_FILTER, type TokenFilter, withTokenFilter } from './token-filter.ts';

/** The addresses of tokens and of lists of them, for links from page to page. */

export function tokenAddress(id: string): string {
  return `/tokens/${encodeSegment(id)}`;
}

export function tokensAddress(filter: Partial<TokenFilter>): string {
  return addressOf(withTokenFilter(new URLSearchParams(), { ...NO_FILTER, ...filter }));
}

export function compareAddress(ids: readonly string[]): string {
  const search = new URLSearchParams();
  if (ids.length > 0) search.set('ids', ids.join(','));
  return addressOf(search, '/tokens/compare');
}

function addressOf(search: URLSearchParams, path = '/tokens'): string {
  return search.size === 0 ? path : `${path}?${search}`;
}
