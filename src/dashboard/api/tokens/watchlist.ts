import { type MutationState, queryOptions, useMutationState, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { MAX_WATCHED, type WatchedContent, type WatchedToken, watchlist } from '#contract/watchlist.ts';
import type { TokenRow } from '#dashboard/api/tokens/token-fields.ts';
import { nameOfToken, plainText } from '#dashboard/api/tokens/token-names.ts';
import { encodeSegment } from '#dashboard/lib/encode.ts';
import { getOwn } from '../own-data.ts';
import { useOwnChange } from '../session/use-own-change.ts';

const KEY = ['watchlist'];

export const WATCHLIST_FULL = `You watch ${MAX_WATCHED} tokens, which is the most there can be. Remove one first.`;

/** The tokens that the person watches, newest first: the same in every browser. */
export const watchlistQuery = queryOptions({
  queryKey: KEY,
  queryFn: async ({ signal }): Promise<readonly WatchedToken[]> =>
    (await getOwn('/desk/watchlist', watchlist, signal)).tokens,
});

interface WatchChange {
  id: string;
  name: string;
  content: WatchedContent | null;
}

/** The person's watchlist, for a page: what the star of any token shows, and what it does. */
export function useWatchlist() {
  const { data, isError } = useQuery(watchlistQuery);
  const { mutate } = useWatchChange();
  const changes = useMutationState({
    filters: { mutationKey: KEY, status: 'pending' },
    select: ({ state }) => state.variables as WatchChange,
  });
  return useMemo(() => {
    const watched = new Map(data?.map((token) => [token.id, token]));
    const changing = new Map(changes.map(({ id, content }) => [id, content !== null]));
    const isWatched = (id: string) => changing.get(id) ?? watched.has(id);
    const isFull = watched.size >= MAX_WATCHED;
    const unknown = `Your watchlist ${isError ? 'could not be loaded' : 'is loading'}.`;
    return {
      watched,
      isWatched,
      /** Why a token's star can't be pressed now; undefined if it can. */
      refusal: (id: string) => (data ? (isFull && !isWatched(id) ? WATCHLIST_FULL : undefined) : unknown),
      toggle: (token: TokenRow) =>
        mutate({
          id: token._id,
          name: nameOfToken(token),
          content: isWatched(token._id) ? null : contentOf(token),
        }),
    };
  }, [data, isError, changes, mutate]);
}

/** Adds or removes a token; one change after the other. It is done once the pages show it. */
export function useWatchChange() {
  return useOwnChange(
    async ({ id, content }: WatchChange, send) =>
      await send(content ? 'PUT' : 'DELETE', addressOf(id), content ?? undefined),
    { mutationKey: KEY, scope: { id: 'watchlist' }, refresh: KEY },
  );
}

/** The last change of the watchlist if it could not be saved, and whether another one is being saved. */
export function useFailedWatch() {
  const changes = useMutationState({
    filters: { mutationKey: KEY },
    select: ({ state }) => state as MutationState<unknown, Error, WatchChange>,
  });
  const last = changes.findLast(({ status }) => status !== 'pending');
  const isFailed = last?.status === 'error';
  return {
    failed: isFailed ? last.variables : undefined,
    error: isFailed ? last.error : null,
    isSaving: changes.some(({ status }) => status === 'pending'),
  };
}

function addressOf(id: string): string {
  return `/desk/watchlist/${encodeSegment(id)}`;
}

function contentOf(token: TokenRow): WatchedContent {
  return {
    name: nameOfToken(token).toWellFormed(),
    price: token.price.exchange ?? null,
    currency: plainText(token.currency, 19).toWellFormed() || null,
    at: new Date().toISOString(),
  };
}
