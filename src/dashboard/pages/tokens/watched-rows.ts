import { useQueries } from '@tanstack/react-query';
import { tokenQuery } from '#dashboard/api/tokens.ts';
import type { TokenRow } from '#dashboard/lib/token-fields.ts';
import type { Star } from '#dashboard/lib/watchlist.ts';

/** A watched token, as far as it is here, with its star. */
export type WatchedRow = TokenRow & { star: Star };

/** Every watched token, each asked for by its id: they needn't be on any page of a list. */
export function useWatchedRows(stars: readonly Star[]) {
  const queries = useQueries({ queries: stars.map(({ id }) => tokenQuery(id)) });
  const rows = stars.map((star, place): WatchedRow => {
    const token = queries[place]?.data?.data;
    return token ? { ...token, _id: star.id, star } : { _id: star.id, name: star.name, star };
  });
  const failures = stars.flatMap((star, place) => {
    const error = queries[place]?.error;
    return error ? [{ star, error }] : [];
  });
  const times = queries.map(({ dataUpdatedAt }) => dataUpdatedAt).filter((at) => at > 0);
  return {
    rows,
    failures,
    pending: queries.filter(({ isPending }) => isPending).length,
    /** When the oldest of them was fetched. */
    asOf: times.length > 0 ? Math.min(...times) : 0,
    fetching: queries.some(({ isFetching }) => isFetching),
    refetch: () => {
      for (const query of queries) void query.refetch();
    },
  };
}
