import type { UseQueryResult } from '@tanstack/react-query';

type Tried = Pick<UseQueryResult, 'isFetching' | 'refetch' | 'dataUpdatedAt'>;

/** How queries that failed are tried again, and as of when their oldest data are; 0 without any. */
export function retryOf(...queries: readonly Tried[]) {
  const times = queries.map(({ dataUpdatedAt }) => dataUpdatedAt).filter((at) => at > 0);
  return {
    retrying: queries.some(({ isFetching }) => isFetching),
    retry: () => void Promise.all(queries.map(({ refetch }) => refetch())),
    at: times.length > 0 ? Math.min(...times) : 0,
  };
}
