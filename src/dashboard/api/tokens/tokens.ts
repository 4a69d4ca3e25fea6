import type { TokenRow } from '#dashboard/api/tokens/token-fields.ts';
import type { LoadedPage } from '#dashboard/lib/loaded-page.ts';
import { ApiError } from '../http/api-error.ts';
import type { Answer } from '../http/client.ts';
import { type ListSource, listSource } from '../http/list-source.ts';
import { endpointQuery } from '../http/queries.ts';
import type { TokenQuestion } from './token-filter.ts';

const LONGEST_SYMBOL = 50;

/** The list that answers a question; of a search, those that have the text in their names and in their symbols. */
export interface TokenLists {
  main: ListSource<TokenRow>;
  also: ListSource<TokenRow> | undefined;
}

/** The lists of the service that answer a question. */
export function tokenLists({ endpoint, query, text }: TokenQuestion): TokenLists {
  const list = (found: object) => {
    const asked = { ...query, ...found };
    return listSource<'listTokens' | 'searchTokens', TokenRow>({
      name: `tokens ${JSON.stringify([endpoint, asked])}`,
      endpoint,
      query: asked,
      read: toTokenPage,
      idOf: ({ _id }) => _id,
      isPassing: Object.keys(asked).length > 0,
    });
  };
  if (text === '') return { main: list({}), also: undefined };
  const maySymbol = text.length <= LONGEST_SYMBOL;
  return { main: list({ name: text }), also: maySymbol ? list({ symbol: text }) : undefined };
}

/** The first tokens whose name holds a text. */
export function foundTokensQuery(name: string, limit: number) {
  return {
    ...endpointQuery('searchTokens', { query: { page: 1, limit, ...(name !== '' && { name }) } }),
    select: (answer: Answer<'searchTokens'>) => toTokenPage(answer, limit),
  };
}

/** One token. */
export function tokenQuery(id: string) {
  return endpointQuery('getToken', { params: { tokenId: id } });
}

/** One page of tokens out of an answer. Throws an ApiError where it holds no list. */
export function toTokenPage(
  { data, drift, requestId }: Answer<'listTokens'> | Answer<'searchTokens'>,
  limit: number,
): LoadedPage<TokenRow> {
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
