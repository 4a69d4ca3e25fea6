import type { UseQueryResult } from '@tanstack/react-query';

/** How a query that failed is tried again, and as of when its last data are. */
export function retryOf(query: Pick<UseQueryResult, 'isFetching' | 'refetch' | 'dataUpdatedAt'>) {
  const { isFetching, refetch, dataUpdatedAt } = query;
  return { retrying: isFetching, retry: () => void refetch(), at: dataUpdatedAt };
}
