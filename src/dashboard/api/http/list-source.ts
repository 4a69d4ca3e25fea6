import { CancelledError, type FetchQueryOptions, type QueryClient } from '@tanstack/react-query';
import type { EndpointName } from '#contract/contract.ts';
import type { LoadedPage } from '#dashboard/lib/loaded-page.ts';
import { type Answer, call, type Input } from './client.ts';
import { endpointQuery } from './queries.ts';

/** A list that can be loaded whole. */
export interface ListSource<Row> {
  /** The name under which the rows are kept: one for each list. */
  name: string;
  fetchPage: (page: number, limit: number, signal: AbortSignal) => Promise<LoadedPage<Row>>;
  idOf: (row: Row) => string | undefined;
  /** The query of its first page, which a loader fetches. */
  first: FirstPage<Row>;
  /** It answers a passing question, such as a search: it isn't kept for long once no page shows it. */
  isPassing?: boolean | undefined;
}

type FirstPage<Row> = FetchQueryOptions<unknown> & { select: (answer: unknown) => LoadedPage<Row> };

/** The largest page that the service gives (docs/interface.md, "Limits"; docs/decisions.md, row 14). */
export const PAGE_SIZE = 100;

interface SourceOptions<Name extends EndpointName, Row> {
  name: string;
  endpoint: Name;
  /** What the list is narrowed to by the service. */
  query?: object;
  read: (answer: Answer<Name>, limit: number) => LoadedPage<Row>;
  idOf: (row: Row) => string | undefined;
  isPassing?: boolean;
}

/** The list of an endpoint that takes pages. */
export function listSource<Name extends EndpointName, Row>(
  options: SourceOptions<Name, Row>,
): ListSource<Row> {
  const { name, endpoint, query, read, idOf, isPassing } = options;
  const input = (page: number, limit: number) => ({ query: { ...query, page, limit } }) as Input<Name>;
  return {
    ...{ name, idOf, isPassing },
    fetchPage: async (page, limit, signal) => read(await call(endpoint, input(page, limit), signal), limit),
    first: {
      ...endpointQuery(endpoint, input(1, PAGE_SIZE)),
      select: (answer: unknown) => read(answer as Answer<Name>, PAGE_SIZE),
    } as unknown as FirstPage<Row>,
  };
}

/** Fetches the first page of a list before its page is shown. */
export async function prefetchList<Row>(client: QueryClient, { first }: ListSource<Row>): Promise<void> {
  await client.prefetchQuery(first);
}

/** The first page of a list and when it was fetched, if the cache has it already. */
export function keptFirst<Row>(client: QueryClient, { first }: ListSource<Row>) {
  const state = client.getQueryState(first.queryKey);
  if (state?.data === undefined || state.isInvalidated) return undefined;
  try {
    return { page: first.select(state.data), at: state.dataUpdatedAt };
  } catch {
    // It holds no list, which the load finds, too, and reports.
    return undefined;
  }
}

/** Fetches the first page by its query, so that it is fetched once for all that want it. Throws an ApiError. */
export async function fetchFirst<Row>(
  client: QueryClient,
  { first }: ListSource<Row>,
  staleTime: number,
  signal: AbortSignal,
): Promise<LoadedPage<Row>> {
  for (;;) {
    try {
      return first.select(await client.fetchQuery({ ...first, staleTime }));
    } catch (error) {
      // A component that unmounts cancels its request; this load still wants the answer.
      if (!(error instanceof CancelledError) || signal.aborted) throw error;
    }
  }
}
