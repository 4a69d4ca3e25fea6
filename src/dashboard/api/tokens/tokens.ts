import type { QueryClient } from '@tanstack/react-query';
import type { TokenRow } from '#dashboard/api/tokens/token-fields.ts';
import { answersWith, type TokenQuery } from '#dashboard/api/tokens/token-query.ts';
import type { Paging } from '#dashboard/lib/paging.ts';
import { ApiError } from '../http/api-error.ts';
import type { Answer } from '../http/client.ts';
import { endpointQuery } from '../http/queries.ts';
import type { ListPage } from '../loans/loans.ts';

/** One page of the active tokens, narrowed by what that list knows. */
export function activeTokensQuery(query: TokenQuery, { page, limit }: Paging) {
  const { name: _, symbol: __, completed_raise: ___, ...known } = query;
  return {
    ...endpointQuery('listTokens', { query: { page, limit, ...given(known) } }),
    select: (answer: Answer<'listTokens'>) => toTokenPage(answer, limit),
  };
}

/** One page of what a search finds, narrowed by what the search knows. */
export function foundTokensQuery(query: TokenQuery, { page, limit }: Paging) {
  const { closed: _, primary_raise: __, ...known } = query;
  return {
    ...endpointQuery('searchTokens', { query: { page, limit, ...given(known) } }),
    select: (answer: Answer<'searchTokens'>) => toTokenPage(answer, limit),
  };
}

/** One token. */
export function tokenQuery(id: string) {
  return endpointQuery('getToken', { params: { tokenId: id } });
}

/** Fetches a page of tokens before it is shown, from the list that answers. */
export function prefetchTokens(client: QueryClient, query: TokenQuery, paging: Paging): Promise<void> {
  return answersWith(query) === 'listTokens'
    ? client.prefetchQuery(activeTokensQuery(query, paging))
    : client.prefetchQuery(foundTokensQuery(query, paging));
}

/** One page of tokens out of an answer. Throws an ApiError where it holds no list. */
export function toTokenPage(
  { data, drift, requestId }: Answer<'listTokens'> | Answer<'searchTokens'>,
  limit: number,
): ListPage<TokenRow> {
  if (data.tokens === undefined) {
    throw new ApiError('unreadable', { message: 'The answer held no list of tokens.', requestId });
  }
  const unreadable = drift.filter(({ path }) => path === 'tokens[]').length;
  return {
    rows: data.tokens,
    unreadable,
    page: data.page,
    limit: limitTaken(data, data.tokens.length + unreadable, limit),
    total: data.total,
    pages: data.pages,
  };
}

/**
 * The page size that an answer was made with. These lists don't echo it, but a page that isn't the last one is
 * full, and none holds more.
 */
function limitTaken(
  { page, pages }: { page?: number | undefined; pages?: number | undefined },
  here: number,
  asked: number,
): number | undefined {
  const isFull = page !== undefined && pages !== undefined && page < pages;
  return here > asked || (isFull && here > 0) ? here : undefined;
}

/** The narrowings that are there; nothing is sent for the others. */
function given<Known extends Record<string, unknown>>(known: Known) {
  return Object.fromEntries(Object.entries(known).filter(([, value]) => value !== null && value !== '')) as {
    [Name in keyof Known]?: Exclude<Known[Name], null>;
  };
}
