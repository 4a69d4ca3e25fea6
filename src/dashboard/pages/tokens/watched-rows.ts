import { useQueries, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { WatchedToken } from '#contract/watchlist.ts';
import { ApiError } from '#dashboard/api/http/api-error.ts';
import type { ListRows } from '#dashboard/api/http/use-list-rows.ts';
import { useStandingError, useStandingErrors } from '#dashboard/api/http/use-standing-error.ts';
import type { TokenRow } from '#dashboard/api/tokens/token-fields.ts';
import { tokenQuery } from '#dashboard/api/tokens/tokens.ts';
import { watchlistQuery } from '#dashboard/api/tokens/watchlist.ts';
import { NO_PROGRESS } from '#dashboard/lib/load-pages.ts';

/** A watched token, if it has been loaded, with what it was when it was starred. */
export type WatchedRow = TokenRow & { star: WatchedToken };

/** Every watched token as a list, each asked for by its id: they needn't be on any page of one. */
export function useWatchedRows() {
  const watchlist = useQuery(watchlistQuery);
  const failure = useStandingError(watchlist);
  const stars = watchlist.data ?? NO_STARS;
  const queries = useQueries({ queries: stars.map(({ id }) => tokenQuery(id)) });
  const data = queries.map((query) => query.data?.data);
  const tokens = useSame(data);
  const rows = useMemo(
    () =>
      stars.map((star, place): WatchedRow => {
        const token = tokens[place];
        if (token) return { ...token, _id: star.id, star };
        return { _id: star.id, name: star.name, currency: star.currency ?? '', price: {}, star };
      }),
    [stars, tokens],
  );
  const errors = useStandingErrors(
    stars.map(({ id }) => id),
    queries,
  );
  const gone = stars.filter((_, place) => isGone(errors[place]));
  const failed = queries.filter((_, place) => errors[place] && !isGone(errors[place]));
  const times = queries.map(({ dataUpdatedAt }) => dataUpdatedAt).filter((at) => at > 0);
  const here = data.filter((token) => token !== undefined).length;
  const isUnknown =
    !watchlist.data ||
    (stars.length > 0 && queries.every(({ isPending }, place) => isPending && !errors[place]));
  const refetch = () => {
    void watchlist.refetch();
    for (const query of queries) void query.refetch();
  };
  const progress = {
    ...{
      ...NO_PROGRESS,
      loaded: here,
      total: stars.length,
      error: (!watchlist.data && failure) || undefined,
    },
    state: 'complete',
  } as const;
  const isWhole = here === stars.length;
  const list: ListRows<WatchedRow> = {
    rows: isUnknown ? NO_ROWS : rows,
    progress,
    // Which of them are missing is said above the list.
    shown: isWhole ? progress : { ...progress, state: isUnknown ? 'loading' : 'partial', failedPages: 1 },
    asOf: times.length > 0 ? Math.min(...times) : 0,
    error: watchlist.data ? failure : null,
    busy: [watchlist, ...queries].some(({ isFetching }) => isFetching),
    ...{ look: refetch, retry: refetch, refresh: refetch },
    ...{ pause: nothing, resume: nothing, stop: nothing, loadAll: nothing },
  };
  return {
    list,
    /** The service says that there is no such token. */
    gone,
    /** How many could not be loaded or refreshed, and why. */
    failures: {
      missing: failed.filter(({ data }) => !data).length,
      count: failed.length,
      why: errors.find((error) => error && !isGone(error)) ?? null,
    },
  };
}

const NO_ROWS: readonly WatchedRow[] = [];
const NO_STARS: readonly WatchedToken[] = [];
const nothing = () => {};

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
