import {
  type InferDataFromTag,
  type Query,
  type QueryClient,
  type QueryFilters,
  type QueryKey,
  queryOptions,
  replaceEqualDeep,
} from '@tanstack/react-query';
import type { EndpointName } from '#contract/contract.ts';
import { rendering } from '#dashboard/lib/rendering.ts';
import { type Answer, call, type Input } from './client.ts';

/** The query of an endpoint that reads, the only place that makes its key: its endpoint and its parameters. */
export function endpointQuery<K extends EndpointName>(name: K, input: Input<K>) {
  return queryOptions({
    queryKey: [name, input] as const,
    queryFn: ({ signal }) => call(name, input, signal),
    // What reading left out of an answer hangs on its objects: merged with the answer before, it would be forgotten.
    // What was selected from an answer passes here, too. On the server, an answer is sent on as it came.
    structuralSharing: (before, next) =>
      rendering() || (next as Partial<Answer<K>>).drift?.length ? next : replaceEqualDeep(before, next),
  });
}

/** Puts an answer in place of what is being read under a key: that may be from before it. */
export function putAnswer<Key extends QueryKey>(
  client: QueryClient,
  queryKey: Key,
  answer: InferDataFromTag<unknown, Key>,
): void {
  void client.cancelQueries({ queryKey, exact: true }, { silent: true });
  client.setQueryData(queryKey, answer);
}

/**
 * Has queries read again after a change. A read that is under way is finished first, and made once more: its answer may be
 * from before the change, and news that comes faster than answers would otherwise call off every one of them.
 */
export async function readAgain(client: QueryClient, filters: QueryFilters): Promise<void> {
  const underWay = client.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' });
  const predicate = (query: Query) => underWay.includes(query);
  // A page that isn't shown yet asks by itself.
  void client.cancelQueries({ type: 'inactive', predicate });
  const joining = { cancelRefetch: false };
  await client.invalidateQueries(filters, joining);
  if (underWay.length > 0) await client.invalidateQueries({ type: 'active', predicate }, joining);
}
