import {
  type InferDataFromTag,
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

/** Has queries read again, and a first read that is under way made once more: its answer may be from before the change. */
export async function readAgain(client: QueryClient, filters: QueryFilters): Promise<void> {
  const first = client
    .getQueryCache()
    .findAll({ ...filters, fetchStatus: 'fetching' })
    .filter(({ state }) => state.data === undefined);
  // A page that isn't shown yet asks by itself; one that waits gets its first answer meanwhile.
  void client.cancelQueries({ type: 'inactive', predicate: (query) => first.includes(query) });
  await client.invalidateQueries(filters);
  await client.invalidateQueries({ type: 'active', predicate: (query) => first.includes(query) });
}
