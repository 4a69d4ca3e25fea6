import { useQueries, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { WatchedToken } from '#contract/watchlist.ts';
import { ApiError } from '#dashboard/api/http/api-error.ts';
import { useQueryRows } from '#dashboard/api/http/use-query-rows.ts';
import { useStanding, useStandingErrors } from '#dashboard/api/http/use-standing-error.ts';
import type { TokenRow } from '#dashboard/api/tokens/token-fields.ts';
import { tokenQuery } from '#dashboard/api/tokens/tokens.ts';
import { watchlistQuery } from '#dashboard/api/tokens/watchlist.ts';

/** A watched token, if it has been loaded, with what it was when it was starred. */
export type WatchedRow = TokenRow & { star: WatchedToken };

/** Every watched token as a list, each asked for by its id: they needn't be on any page of one. */
export function useWatchedRows() {
  const watchlist = useStanding(useQuery(watchlistQuery));
  const stars = watchlist.data ?? NO_STARS;
  const ids = stars.map(({ id }) => id);
  const queries = useQueries({ queries: ids.map(tokenQuery) });
  const tokens = useSame(queries.map(({ data }) => data?.data));
  const rows = useMemo(
    () =>
      stars.map((star, place): WatchedRow => {
        const token = tokens[place];
        if (token) return { ...token, _id: star.id, star };
        return { _id: star.id, name: star.name, currency: star.currency ?? '', price: {}, star };
      }),
    [stars, tokens],
  );
  const errors = useStandingErrors(ids, queries);
  const failed = queries.filter((_, place) => errors[place] && !isGone(errors[place]));
  const times = queries.map(({ dataUpdatedAt }) => dataUpdatedAt).filter((at) => at > 0);
  const loaded = tokens.filter((token) => token !== undefined).length;
  const isUnknown =
    !watchlist.data ||
    (stars.length > 0 && queries.every(({ isPending }, place) => isPending && !errors[place]));
  const held = useQueryRows([watchlist], {
    rows: isUnknown ? undefined : rows,
    total: stars.length,
    of: 'watched tokens',
  });
  const refresh = () => {
    for (const query of [watchlist, ...queries]) void query.refetch();
  };
  const { progress } = held;
  const isShort = !isUnknown && loaded < stars.length;
  return {
    list: {
      ...held,
      // Which of them are missing is said above the list.
      shown: isShort ? { ...progress, state: 'partial' as const, loaded, failedPages: 1 } : progress,
      asOf: times.length > 0 ? Math.min(...times) : 0,
      busy: [watchlist, ...queries].some(({ isFetching }) => isFetching),
      ...{ look: refresh, retry: refresh, refresh },
    },
    /** The service says that there is no such token. */
    gone: stars.filter((_, place) => isGone(errors[place])),
    /** How many could not be loaded or refreshed, and why. */
    failures: {
      missing: failed.filter(({ data }) => !data).length,
      count: failed.length,
      why: errors.find((error) => error && !isGone(error)) ?? null,
    },
  };
}

const NO_STARS: readonly WatchedToken[] = [];

/** The same array until one of its entries is another. */
function useSame<Entry>(entries: readonly Entry[]): readonly Entry[] {
  const [kept, setKept] = useState(entries);
  if (kept.length === entries.length && kept.every((entry, place) => entry === entries[place])) return kept;
  setKept(entries);
  return entries;
}

function isGone(error: Error | null | undefined): boolean {
  return error instanceof ApiError && error.kind === 'not-found';
}
