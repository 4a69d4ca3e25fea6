import {
  CancelledError,
  type FetchQueryOptions,
  type QueryClient,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { EndpointName } from '#contract/contract.ts';
import { type LoadProgress, loadPages, NO_PROGRESS, type PageLoad } from '#dashboard/lib/load-pages.ts';
import type { LoadedPage } from '#dashboard/lib/loaded-page.ts';
import type { Setback } from '#dashboard/lib/run.ts';
import { endSession, useDesk } from '../session/session.ts';
import { ApiError } from './api-error.ts';
import { type Answer, call, type Input } from './client.ts';
import { endpointQuery } from './queries.ts';
import { useStandingError } from './use-standing-error.ts';

/** The rows of a list that have been loaded. */
export interface AllRows<Row> {
  /** In the order of the list. A new array whenever there are more. */
  rows: readonly Row[];
  progress: LoadProgress;
  /** How far the load came whose rows these are: the one of before, while others are fetched in their place. */
  shown: LoadProgress;
  /** When the load of these rows began, in milliseconds since 1970; 0 where none has. */
  asOf: number;
  /** The load waits: as many rows are here as the page asked for. */
  rests: boolean;
  pause(): void;
  resume(): void;
  stop(): void;
  /** Asks for what is missing. */
  retry(): void;
  /** Loads everything again; the present rows stay until the new ones are complete. */
  refresh(): void;
  /** Loads the rows beyond those that are loaded unasked. */
  loadAll(): void;
}

/** A list that can be loaded whole. */
export interface AllRowsSource<Row> {
  /** The name under which the rows are kept: one for each list. */
  name: string;
  fetchPage: (page: number, limit: number, signal: AbortSignal) => Promise<LoadedPage<Row>>;
  idOf: (row: Row) => string | undefined;
  /** The query of its first page, which a loader fetches. */
  first: FirstPage<Row>;
}

type FirstPage<Row> = FetchQueryOptions<unknown> & { select: (answer: unknown) => LoadedPage<Row> };

interface SourceOptions<Name extends EndpointName, Row> {
  name: string;
  endpoint: Name;
  /** What the list is narrowed to by the service. */
  query?: object;
  read: (answer: Answer<Name>, limit: number) => LoadedPage<Row>;
  idOf: (row: Row) => string | undefined;
}

/** The list of an endpoint that takes pages. */
export function listSource<Name extends EndpointName, Row>(
  options: SourceOptions<Name, Row>,
): AllRowsSource<Row> {
  const { name, endpoint, query, read, idOf } = options;
  const input = (page: number, limit: number) => ({ query: { ...query, page, limit } }) as Input<Name>;
  return {
    ...{ name, idOf },
    fetchPage: async (page, limit, signal) => read(await call(endpoint, input(page, limit), signal), limit),
    first: {
      ...endpointQuery(endpoint, input(1, PAGE_SIZE)),
      select: (answer: unknown) => read(answer as Answer<Name>, PAGE_SIZE),
    } as unknown as FirstPage<Row>,
  };
}

/** Fetches the first page of a list before its page is shown. */
export async function prefetchList<Row>(client: QueryClient, { first }: AllRowsSource<Row>): Promise<void> {
  await client.prefetchQuery(first);
}

/** The largest page that the service gives (docs/interface.md, "Limits"; docs/decisions.md, row 14). */
const PAGE_SIZE = 100;

/** How long a first page that somebody else fetched is new enough to go on from. */
const FRESH_MS = 15_000;

/** How often progress is reported: rows arrive faster than they can be rendered. */
const TELL_MS = 200;

/**
 * So many rows are worth a millisecond of waiting for more: whoever looks goes through all of them anew, so
 * that a long list that is shown at every step would be worked through hundreds of times.
 */
const ROWS_PER_MS = 50;

/**
 * All rows of a list, loaded from the moment that somebody wants them and kept until the session changes. Where only
 * so many are `wanted`, the load rests once they are here, until somebody wants more.
 */
export function useAllRows<Row>(source: AllRowsSource<Row>, wanted: boolean | number): AllRows<Row> {
  const client = useQueryClient();
  const store = storeOf(client, source);
  const all = useSyncExternalStore(store.subscribe, store.read, store.read);
  const { session, ended } = useDesk();
  const isOpen = session !== null && !ended;
  const failedBySession = isSessionError(all.progress.error);
  const most = wanted === true ? Number.POSITIVE_INFINITY : Number(wanted);
  useEffect(() => {
    if (most > 0 && isOpen) store.want(most);
  }, [store, most, isOpen]);
  useEffect(() => {
    if (isOpen && failedBySession) all.retry();
  }, [isOpen, failedBySession, all.retry]);
  // An effect begins it: until then it is shown as it will be.
  const begins = most > 0 && isOpen && all.progress === NOT_BEGUN;
  return useMemo(() => (begins ? { ...all, progress: NO_PROGRESS, shown: NO_PROGRESS } : all), [all, begins]);
}

/** All rows of a list, as a page lists them. */
export interface ListRows<Row> extends AllRows<Row> {
  /** Why the newest look at its first page failed. */
  error: Error | null;
  /** Looks at the first page again. */
  look(): void;
}

/**
 * So many rows of a list, the first of which are there at once if a loader fetched them. It is loaded again when its
 * first page is found to be another: after a write, on the way back to the page, or when the window comes to the front.
 */
export function useListRows<Row>(source: AllRowsSource<Row>, wanted: number): ListRows<Row> {
  const all = useAllRows(source, wanted);
  const { session, ended } = useDesk();
  const isSettled = all.rests || all.progress.state === 'complete';
  const query = useQuery({ ...source.first, enabled: session !== null && !ended && isSettled });
  const error = useStandingError(query);
  const { data, dataUpdatedAt } = query;
  const isOther = isSettled && data !== undefined && dataUpdatedAt > all.asOf && !isFront(data, all);
  useEffect(() => {
    if (isOther) all.refresh();
  }, [isOther, all.refresh]);
  return { ...all, error: all.rows.length > 0 ? error : null, look: () => void query.refetch() };
}

/** Whether the rows begin with a page, and are as many as it says. */
function isFront<Row>(page: LoadedPage<Row>, { rows, shown }: AllRows<Row>): boolean {
  if (page.total !== shown.total) return false;
  return JSON.stringify(page.rows) === JSON.stringify(rows.slice(0, page.rows.length));
}

const NOT_BEGUN: LoadProgress = { ...NO_PROGRESS, state: 'stopped' };

interface Store<Row> {
  /** Loads as many rows as are wanted, if they aren't here or on their way. */
  want(most: number): void;
  subscribe: (listener: () => void) => () => void;
  read: () => AllRows<Row>;
}

/** The store of a list in a client's cache: it goes when the cache is emptied for another session. */
function storeOf<Row>(client: QueryClient, source: AllRowsSource<Row>): Store<Row> {
  const queryKey = ['all', source.name];
  const kept = client.getQueryData<Store<Row>>(queryKey);
  if (kept) return kept;
  const { store, dispose } = createStore(client, source);
  // A server renders one page, and sends what its cache holds: no store is kept there.
  if (typeof window === 'undefined') return store;
  client.setQueryDefaults(queryKey, {
    gcTime: Number.POSITIVE_INFINITY,
    staleTime: Number.POSITIVE_INFINITY,
  });
  client.setQueryData(queryKey, store);
  const unsubscribe = client.getQueryCache().subscribe((event) => {
    if (event.type !== 'removed' || event.query.queryKey !== queryKey) return;
    dispose();
    unsubscribe();
  });
  return store;
}

function createStore<Row>(client: QueryClient, source: AllRowsSource<Row>) {
  const listeners = new Set<() => void>();
  let load: PageLoad<Row> | null = null;
  const kept = keptFirst(client, source);
  let progress: LoadProgress = kept
    ? { ...NO_PROGRESS, loaded: kept.page.rows.length, total: kept.page.total }
    : NOT_BEGUN;
  let shown = progress;
  let asOf = kept?.at ?? 0;
  let begunAt = asOf;
  let flat: readonly Row[] = kept?.page.rows ?? [];
  let flatAt = 0;
  let replacing = false;
  /** The most rows that a page has asked for so far. */
  let wanted = 0;
  /** The load rests because no page asks for more. */
  let rests = false;
  let timer: ReturnType<typeof setTimeout> | null = null;

  const publish = () => {
    timer = null;
    // A refresh shows its rows once they are all there; until then the previous ones stay.
    const isWhole = progress.state === 'complete' || rests;
    const isDue = isWhole || progress.state !== 'loading' || Date.now() - flatAt >= flat.length / ROWS_PER_MS;
    const rows = load?.rows() ?? flat;
    // The first page may be shown already when the load begins with it.
    const isBehind = !replacing && progress.state === 'loading' && rows.length < flat.length;
    if (load && !isBehind && (replacing ? isWhole : isDue)) {
      if (rows !== flat) flatAt = Date.now();
      flat = rows;
      replacing = false;
      asOf = begunAt;
    }
    if (!replacing && !isBehind) shown = progress;
    snapshot = { ...snapshot, rows: flat, progress, shown, asOf, rests };
    for (const listener of listeners) listener();
  };
  const tell = (atOnce: boolean) => {
    if (atOnce) {
      if (timer) clearTimeout(timer);
      publish();
    } else timer ??= setTimeout(publish, TELL_MS);
  };

  const begin = () => {
    rests = false;
    const isFirst = load === null;
    begunAt = isFirst && flat.length > 0 ? asOf : Date.now();
    if (!replacing) asOf = begunAt;
    let mayBeKept = isFirst;
    load = loadPages<Row>({
      fetchPage: (page, limit, signal) => {
        if (page > 1) return source.fetchPage(page, limit, signal);
        const staleTime = mayBeKept ? FRESH_MS : 0;
        mayBeKept = false;
        return fetchFirst(client, source, staleTime, signal);
      },
      idOf: source.idOf,
      limit: PAGE_SIZE,
      judge: (error) => {
        if (isSessionError(error)) endSession(client);
        // The first page was asked for as often as every other query is.
        return progress.loaded === 0 ? { again: false, ease: false } : judgeRead(error);
      },
      onProgress: (next) => {
        const settled = next.state !== progress.state;
        progress = next;
        if (next.state === 'loading' && !rests && next.loaded >= wanted && next.loaded !== next.total) {
          rests = true;
          load?.pause();
        }
        tell(settled);
      },
    });
  };

  let snapshot: AllRows<Row> = {
    rows: flat,
    progress,
    shown,
    asOf,
    rests,
    pause: () => load?.pause(),
    resume: () => load?.resume(),
    stop: () => {
      rests = false;
      load?.stop();
    },
    retry: () => {
      rests = false;
      if (load) load.retry();
      else begin();
    },
    refresh: () => {
      load?.stop();
      replacing = flat.length > 0;
      begin();
    },
    loadAll: () => store.want(Number.POSITIVE_INFINITY),
  };
  const store: Store<Row> = {
    want: (most) => {
      wanted = Math.max(wanted, most);
      if (!load) begin();
      else if (rests && progress.loaded < wanted) {
        rests = false;
        load.resume();
      }
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    read: () => snapshot,
  };
  return { store, dispose: () => load?.stop() };
}

/** The first page of a list where it is in the cache already, and when it was fetched. */
function keptFirst<Row>(client: QueryClient, { first }: AllRowsSource<Row>) {
  const state = client.getQueryState(first.queryKey);
  if (state?.data === undefined || state.isInvalidated) return undefined;
  try {
    return { page: first.select(state.data), at: state.dataUpdatedAt };
  } catch {
    // It holds no list, which the load will find and say.
    return undefined;
  }
}

/** Fetches the first page by its query, so that it is fetched once for whoever wants it. */
async function fetchFirst<Row>(
  client: QueryClient,
  { first }: AllRowsSource<Row>,
  staleTime: number,
  signal: AbortSignal,
): Promise<LoadedPage<Row>> {
  for (;;) {
    try {
      return first.select(await client.fetchQuery({ ...first, staleTime }));
    } catch (error) {
      // A component that is gone takes its request back; this load still wants the answer.
      if (!(error instanceof CancelledError) || signal.aborted) throw error;
    }
  }
}

/** What a failure of reading a page means for the load: anything that may pass is tried again. */
export function judgeRead(error: unknown): Setback {
  if (!(error instanceof ApiError)) return { again: false, ease: false };
  const passing = ['network', 'timeout', 'server', 'rate-limited'].includes(error.kind);
  const pauseMs = error.retryAfter === undefined ? undefined : error.retryAfter * 1_000;
  return { again: passing, ease: passing, pauseMs };
}

function isSessionError(error: unknown): boolean {
  return error instanceof ApiError && error.kind === 'session';
}
