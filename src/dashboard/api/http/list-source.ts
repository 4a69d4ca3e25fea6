import { CancelledError, type FetchQueryOptions, type QueryClient } from '@tanstack/react-query';
import type { EndpointName } from '#contract/contract.ts';
import { type LoadedPage, pagesOf } from '#dashboard/lib/loaded-page.ts';
import { ApiError } from './api-error.ts';
import { type Answer, call, type Input } from './client.ts';
import { endpointQuery } from './queries.ts';

export interface ListSource<Row> {
  /** The name under which the rows are kept: one for each list. */
  name: string;
  /** Asks for a page, whose answer `pageQuery` selects from. */
  ask: (page: number, signal: AbortSignal) => Promise<unknown>;
  idOf: (row: Row) => string;
  pageQuery: (page: number) => PageQuery<Row>;
  /** It answers a passing question, such as a search: it isn't kept for long once no page shows it. */
  isPassing?: boolean | undefined;
}

type PageQuery<Row> = FetchQueryOptions<unknown> & { select: (answer: unknown) => LoadedPage<Row> };

/** The largest page that the service gives (docs/interface.md, "Limits"; docs/decisions.md, row 14). */
export const PAGE_SIZE = 100;

interface SourceOptions<Name extends EndpointName, Row>
  extends Pick<ListSource<Row>, 'name' | 'idOf' | 'isPassing'> {
  endpoint: Name;
  query?: object;
  read: (answer: Answer<Name>, limit: number) => LoadedPage<Row>;
}

export function listSource<Name extends EndpointName, Row>(
  options: SourceOptions<Name, Row>,
): ListSource<Row> {
  const { endpoint, query, read, ...source } = options;
  const select = (answer: unknown) => read(answer as Answer<Name>, PAGE_SIZE);
  const input = (page: number) => ({ query: { ...query, page, limit: PAGE_SIZE } }) as Input<Name>;
  return {
    ...source,
    ask: (page, signal) => call(endpoint, input(page), signal),
    pageQuery: (page) => ({ ...endpointQuery(endpoint, input(page)), select }) as unknown as PageQuery<Row>,
  };
}

/** One page of a list out of an answer, which holds its rows under a name. Throws an ApiError where there are none. */
export function listedPage<Row>(
  { drift, requestId }: Pick<Answer<'listLoans'>, 'drift' | 'requestId'>,
  name: string,
  rows: Row[] | undefined,
  echo: Pick<LoadedPage<Row>, 'page' | 'limit' | 'total'>,
): LoadedPage<Row> {
  if (rows === undefined)
    throw new ApiError('unreadable', { message: `The response has no list of ${name}.`, requestId });
  return { rows, unreadable: drift.filter(({ path }) => path === `${name}[]`).length, ...echo };
}

/** Fetches a list of one page or two before its page is shown, and the first page of a longer one. */
export async function prefetchList<Row>(client: QueryClient, source: ListSource<Row>): Promise<void> {
  const began = Date.now();
  await client.prefetchQuery(source.pageQuery(1));
  const first = keptPage(client, source, 1);
  if (!first || pagesOf(first.page.total, PAGE_SIZE) !== 2) return;
  if (first.at < began && keptPage(client, source, 2)) return;
  // Together, but after the first: a second page that was read before it may be of another list.
  await Promise.all([
    client.prefetchQuery({ ...source.pageQuery(2), staleTime: Date.now() - first.at }),
    client.prefetchQuery({ ...source.pageQuery(1), staleTime: 0 }),
  ]);
  const second = keptPage(client, source, 2);
  if (!second) return;
  const again = keptPage(client, source, 1);
  const idsOf = (kept: typeof again) => JSON.stringify(kept?.page.rows.map(source.idOf));
  // If something came or went while they were fetched, the page's own load sorts it out.
  if (idsOf(again) === idsOf(first)) client.setQueryData(checkedKey(source), [again?.at, second.at]);
}

/** The key of the times at which two pages were fetched that are known to fit together. */
const checkedKey = <Row>({ name }: ListSource<Row>) => ['checked', name];

/** The rows that the cache has: all, or the first page's; `at` is when the older page was fetched, in ms. */
export function keptRows<Row>(client: QueryClient, source: ListSource<Row>) {
  const first = keptPage(client, source, 1);
  if (!first) return undefined;
  const { rows, total } = first.page;
  const second = pagesOf(total, PAGE_SIZE) === 2 ? keptPage(client, source, 2) : undefined;
  const [firstAt, secondAt] = client.getQueryData<number[]>(checkedKey(source)) ?? [];
  const fits = second?.page.total === total && first.at === firstAt && second?.at === secondAt;
  const all = second && fits ? [...rows, ...second.page.rows] : rows;
  const isWhole = new Set(all.map(source.idOf)).size === total;
  if (!second || !isWhole) return { rows, total, isWhole, at: first.at };
  return { rows: all, total, isWhole, at: Math.min(first.at, second.at) };
}

function keptPage<Row>(client: QueryClient, source: ListSource<Row>, number: number) {
  const state = client.getQueryState(source.pageQuery(number).queryKey);
  const page = state?.isInvalidated ? undefined : listIn(source, state?.data);
  return page && { page, at: state?.dataUpdatedAt ?? 0 };
}

/** A row from the newest page in the cache that holds it, and when that page was fetched, in milliseconds since 1970. */
export function rowOnPage<Row>(client: QueryClient, source: ListSource<Row>, is: (row: Row) => boolean) {
  const queryKey = source.pageQuery(1).queryKey.slice(0, 1);
  const pages = client.getQueryCache().findAll({ queryKey });
  for (const { state } of pages.toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)) {
    const row = listIn(source, state.data)?.rows.find(is);
    if (row) return { row, at: state.dataUpdatedAt };
  }
  return undefined;
}

function listIn<Row>({ pageQuery }: ListSource<Row>, answer: unknown): LoadedPage<Row> | undefined {
  try {
    return answer === undefined ? undefined : pageQuery(1).select(answer);
  } catch {
    // It holds no list, which the load finds, too, and reports.
    return undefined;
  }
}

/** Fetches a page once for all that want it, unless one is younger than `staleTime`. Throws an ApiError. */
export async function fetchPage<Row>(
  client: QueryClient,
  { pageQuery }: ListSource<Row>,
  { page, staleTime, signal }: { page: number; staleTime: number; signal: AbortSignal },
): Promise<LoadedPage<Row>> {
  const query = pageQuery(page);
  const updates = () => client.getQueryState(query.queryKey)?.dataUpdateCount;
  for (;;) {
    const before = updates();
    try {
      // The load itself tries a later page again.
      const retry = page > 1 ? { retry: false } : {};
      const answer = await client.fetchQuery({ ...query, staleTime, ...retry });
      // A component that unmounts cancels its request, and the earlier answer takes the place of a new one.
      if (staleTime > 0 || updates() !== before) return query.select(answer);
    } catch (error) {
      // Without an earlier answer it rejects; this load still wants one.
      if (!(error instanceof CancelledError)) throw error;
    }
    signal.throwIfAborted();
  }
}
