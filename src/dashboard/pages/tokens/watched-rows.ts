import { useQueries } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { ApiError } from '#dashboard/api/http/api-error.ts';
import type { ListRows } from '#dashboard/api/http/use-list-rows.ts';
import { useStandingErrors } from '#dashboard/api/http/use-standing-error.ts';
import type { TokenRow } from '#dashboard/api/tokens/token-fields.ts';
import { tokenQuery } from '#dashboard/api/tokens/tokens.ts';
import type { Star } from '#dashboard/api/tokens/watched-prices.ts';
import { NO_PROGRESS } from '#dashboard/lib/load-pages.ts';

/** A watched token, if it has been loaded, with its star. */
export type WatchedRow = TokenRow & { star: Star };

/** Every watched token as a list, each asked for by its id: they needn't be on any page of one. */
export function useWatchedRows(stars: readonly Star[]) {
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
  const isUnknown = stars.length > 0 && queries.every(({ isPending }, place) => isPending && !errors[place]);
  const refetch = () => {
    for (const query of queries) void query.refetch();
  };
  const progress = { ...NO_PROGRESS, state: 'complete', loaded: here, total: stars.length } as const;
  const isWhole = here === stars.length;
  const list: ListRows<WatchedRow> = {
    rows: isUnknown ? NO_ROWS : rows,
    progress,
    // Which of them are missing is said above the list.
    shown: isWhole ? progress : { ...progress, state: isUnknown ? 'loading' : 'partial', failedPages: 1 },
    asOf: times.length > 0 ? Math.min(...times) : 0,
    ...{ rests: false, error: null, busy: queries.some(({ isFetching }) => isFetching) },
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
