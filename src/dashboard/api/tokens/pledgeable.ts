import { keepPreviousData, type QueryClient, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Seen } from '#contract/reading.ts';
import type { FoundToken } from '#contract/tokens.ts';
import { decimalOf } from '#dashboard/lib/decimal.ts';
import { bestByName } from '#dashboard/lib/name-rank.ts';
import { useAllRows } from '../http/all-rows.ts';
import { ApiError, isAbsence } from '../http/api-error.ts';
import { call } from '../http/client.ts';
import { listSource } from '../http/list-source.ts';
import { endSession } from '../session/session.ts';
import type { TokenRow } from './token-fields.ts';
import { toTokenPage } from './tokens.ts';

/** What a token says of itself that matters where it is to be pledged. */
export type Pledgeable = ReturnType<typeof toPledgeable>;

/** The most tokens that are shown at once; typing narrows them down. */
export const MOST_FOUND = 20;

/** The tokens that have not exited, as the search lists them: that list knows their categories. */
const unexited = listSource<'searchTokens', TokenRow>({
  name: 'tokens that have not exited',
  endpoint: 'searchTokens',
  query: { exited: false },
  read: toTokenPage,
  idOf: ({ _id }) => _id,
  isPassing: true,
});

/** Tokens to choose from before anything is typed, loaded while `wanted`. `isWhole` if there are no others. */
export function useListedPledgeable(wanted: boolean) {
  const { rows, shown } = useAllRows(unexited, wanted && 500);
  const tokens = useMemo(() => rows.map(toPledgeable), [rows]);
  return { tokens, isWhole: shown.state === 'complete' };
}

/** The tokens that a text fits, each once: first those that can be pledged, then by how well it fits. */
export function pledgeableFor(
  text: string,
  tokens: Iterable<Pledgeable>,
  isEligible: (token: Pledgeable) => boolean,
): Pledgeable[] {
  const each = new Map(Array.from(tokens, (token) => [token.id, token]));
  const found = bestByName(each.values(), text, ({ name, symbol, category }) => [name, symbol, category]);
  return found
    .sort((a, b) => Number(isEligible(b.item)) - Number(isEligible(a.item)) || a.rank - b.rank)
    .map(({ item }) => item);
}

/**
 * Tokens whose name or symbol holds a text, those that have exited left out. What is `typed` may be ahead of the text that
 * has settled: the look-up is done once it is not.
 */
export function usePledgeable(settled: string, typed: string) {
  const text = settled.trim().slice(0, 50);
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ['pledgeable', text] as const,
    queryFn: ({ signal }) => findPledgeable(text, signal),
    enabled: text !== '',
    placeholderData: keepPreviousData,
  });
  const isDone = settled === typed && data !== undefined && !isPlaceholderData;
  return { data, lookup: { error, refetch, isDone } };
}

/** Two searches, because the service looks for a name and a symbol together, not for the one or the other. */
async function findPledgeable(text: string, signal: AbortSignal) {
  const query = { exited: false, page: 1, limit: MOST_FOUND };
  const answers = await Promise.all([
    call('searchTokens', { query: { ...query, symbol: text } }, signal),
    call('searchTokens', { query: { ...query, name: text } }, signal),
  ]);
  const found = answers.flatMap(({ data }) => data.tokens ?? []).map(toPledgeable);
  const tokens = [...new Map(found.map((token) => [token.id, token])).values()].slice(0, MOST_FOUND);
  const most = Math.max(...answers.map(({ data }) => data.total ?? 0));
  return { tokens, more: Math.max(0, most - tokens.length) };
}

/** A token as it is now. `missing`: the service knows it no longer. Throws an ApiError. */
export async function pledgeableNow(client: QueryClient, id: string): Promise<Pledgeable | 'missing'> {
  try {
    const { data } = await call('getToken', { params: { tokenId: id } });
    return toPledgeable(data);
  } catch (error) {
    if (isAbsence(error)) return 'missing';
    if (error instanceof ApiError && error.kind === 'session') endSession(client);
    throw error;
  }
}

export function toPledgeable(token: Seen<FoundToken> | TokenRow) {
  return {
    id: token._id,
    name: token.name || token.symbol || token._id,
    symbol: token.symbol,
    currency: token.currency,
    category: token.investment_category,
    exited: token.exited,
    cancelled: token.cancelled,
    /** The sell price as a plain decimal; null where the service gave none, or a negative one. */
    price: decimalOf(token.price.sell),
    isPriceNegative: (token.price.sell ?? 0) < 0,
    /** When the service last changed the token, and with it perhaps the price. */
    priceAt: token.updatedAt ?? null,
  };
}
