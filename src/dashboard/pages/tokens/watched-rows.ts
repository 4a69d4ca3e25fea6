import { useQueries } from '@tanstack/react-query';
import { ApiError } from '#dashboard/api/http/api-error.ts';
import { useStandingErrors } from '#dashboard/api/http/use-standing-error.ts';
import type { TokenRow } from '#dashboard/api/tokens/token-fields.ts';
import { tokenQuery } from '#dashboard/api/tokens/tokens.ts';
import type { Star } from '#dashboard/api/tokens/watched-prices.ts';
import type { Column } from '#dashboard/table/column.ts';
import { compareValues, type Sort } from '#dashboard/table/sorting.ts';

/** A watched token, if it has been loaded, with its star. */
export type WatchedRow = TokenRow & { star: Star };

/** Every watched token, each asked for by its id: they needn't be on any page of a list. */
export function useWatchedRows(stars: readonly Star[]) {
  const queries = useQueries({ queries: stars.map(({ id }) => tokenQuery(id)) });
  const rows = stars.map((star, place): WatchedRow => {
    const token = queries[place]?.data?.data;
    return token ? { ...token, _id: star.id, star } : { _id: star.id, name: star.name, star };
  });
  const errors = useStandingErrors(
    stars.map(({ id }) => id),
    queries,
  );
  const gone = stars.filter((_, place) => isGone(errors[place]));
  const failed = queries.filter((_, place) => errors[place] && !isGone(errors[place]));
  const times = queries.map(({ dataUpdatedAt }) => dataUpdatedAt).filter((at) => at > 0);
  return {
    rows,
    /** The service says that there is no such token. */
    gone,
    /** How many could not be loaded or refreshed, and why. */
    failures: {
      missing: failed.filter(({ data }) => !data).length,
      count: failed.length,
      why: errors.find((error) => error && !isGone(error)) ?? null,
    },
    /** How many are here with their figures. */
    here: queries.filter(({ data }) => data !== undefined).length,
    /** How many nothing is known of yet. */
    pending: queries.filter(({ isPending }, place) => isPending && !errors[place]).length,
    /** When the oldest of them was fetched. */
    asOf: times.length > 0 ? Math.min(...times) : 0,
    fetching: queries.some(({ isFetching }) => isFetching),
    refetch: () => {
      for (const query of queries) void query.refetch();
    },
  };
}

function isGone(error: Error | null | undefined): boolean {
  return error instanceof ApiError && error.kind === 'not-found';
}

/** The rows in the order of a sort: so few are sorted at once. */
export function sortWatched(
  rows: readonly WatchedRow[],
  columns: readonly Column<WatchedRow>[],
  sort: Sort | null,
): readonly WatchedRow[] {
  const sortable = columns.find(({ id }) => id === sort?.column)?.sortable;
  if (!sort || typeof sortable !== 'object') return rows;
  const sign = sort.direction === 'asc' ? 1 : -1;
  return rows.toSorted((a, b) => compareValues(sortable.by(a), sortable.by(b), sign));
}
