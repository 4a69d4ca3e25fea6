import { hashKey, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type Load, type LoadProgress, loadPages, NO_PROGRESS } from '#dashboard/lib/load-pages.ts';
import type { Setback } from '#dashboard/lib/run.ts';
import { endSession, useDesk } from '../session/session.ts';
import { ApiError } from './api-error.ts';
import { fetchPage, keptRows, type ListSource, PAGE_SIZE } from './list-source.ts';

export interface AllRows<Row> extends Pick<Load, 'pause' | 'resume' | 'stop' | 'retry'> {
  /** In the order of the list. A new array whenever there are more. */
  rows: readonly Row[];
  progress: LoadProgress;
  /** How far the load came whose rows these are: the one of before, while others are fetched in their place. */
  shown: LoadProgress;
  /** When the load of these rows began, in milliseconds since 1970; 0 where none has. */
  asOf: number;
  /** Loads everything again; the present rows stay until the new ones are complete. */
  refresh(): void;
  /** Loads the rows beyond those that are loaded unasked. */
  loadAll(): void;
}

/** How old rows in the cache may be for a load to begin with them, or not to begin if they are all. */
const FRESH_MS = 15_000;

/** All rows of a list, or as many as are `wanted`, once a component wants them; kept for the session. */
export function useAllRows<Row>(source: ListSource<Row>, wanted: boolean | number): AllRows<Row> {
  const client = useQueryClient();
  const create = () => storedRows(client, source);
  const { data: all } = useQuery({
    queryKey: keyOf(source.name),
    queryFn: create,
    initialData: create,
    // It is there at once, and changed by its load alone.
    enabled: false,
    structuralSharing: false,
    // A passing list is kept, and goes on loading, for a moment after its page is left.
    gcTime: source.isPassing ? 10_000 : Number.POSITIVE_INFINITY,
  });
  const { session, ended } = useDesk();
  const isOpen = session !== null && !ended;
  const failedBySession = isSessionError(all.progress.error);
  const most = wanted === true ? Number.POSITIVE_INFINITY : Number(wanted);
  useEffect(() => {
    if (isOpen && most > 0) all.want(most);
    if (isOpen && failedBySession) all.retry();
  }, [isOpen, most, failedBySession, all.want, all.retry]);
  return all;
}

export function rowsOf<Row>(client: QueryClient, name: string): AllRows<Row> | undefined {
  return client.getQueryData<AllRows<Row>>(keyOf(name));
}

/** The rows of every list in the cache whose name begins so. */
export function rowsNamed<Row>(client: QueryClient, beginning: string): Row[] {
  const lists = client.getQueriesData<AllRows<Row>>({ queryKey: ['all'] });
  return lists.flatMap(([[, name], all]) => (String(name).startsWith(beginning) ? (all?.rows ?? []) : []));
}

/** Loads again what the page shows: its lists and its other queries. */
export function refreshShown(client: QueryClient): void {
  const others = ['desk', 'all', 'lookup'];
  void client.invalidateQueries({
    type: 'active',
    predicate: ({ queryKey }) => !others.includes(String(queryKey[0])),
  });
  for (const query of client.getQueryCache().findAll({ queryKey: ['all'] })) {
    const all = query.state.data as AllRows<unknown> | undefined;
    if (all && all.asOf > 0 && query.getObserversCount() > 0) all.refresh();
  }
}

const keyOf = (name: string) => ['all', name];

interface StoredRows<Row> extends AllRows<Row> {
  /** Loads as many rows as are wanted, if they aren't here or on their way. */
  want(most: number): void;
}

/** The rows of a list that are in the cache, and what loads the others and puts them there. */
function storedRows<Row>(client: QueryClient, source: ListSource<Row>): StoredRows<Row> {
  const queryKey = keyOf(source.name);
  const kept = keptRows(client, source);
  let load: Load<Row> | null = null;
  let progress: LoadProgress = {
    ...NO_PROGRESS,
    ...(kept && { loaded: kept.rows.length, total: kept.total }),
    state: kept?.isWhole ? 'complete' : 'loading',
  };
  /** The most rows that a page has asked for so far; a load brings at least a page of them. */
  let wanted = 1;
  let begunAt = kept?.at ?? 0;
  let publishedAt = 0;
  /** Until the new rows are all there, those of before are shown. */
  let replacing = kept?.isWhole ?? false;
  let isGone = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const publish = () => {
    timer = undefined;
    if (isGone) return;
    const { rows: before } = stored;
    const rows = load?.rows() ?? before;
    const isUnderWay = progress.state === 'loading';
    const isWhole = progress.state === 'complete' || progress.state === 'resting';
    stored = { ...stored, progress };
    // The first page may be shown already when the load begins with it.
    if (replacing ? isWhole : !isUnderWay || rows.length >= before.length) {
      // Filters and sorts go through all rows each time: the more there are, the longer new ones wait.
      const isDue = !isUnderWay || Date.now() - publishedAt >= before.length / 50;
      if (isDue && rows !== before) publishedAt = Date.now();
      stored = { ...stored, rows: isDue ? rows : before, shown: progress, asOf: begunAt };
      replacing = false;
    }
    client.setQueryData(queryKey, stored);
  };

  const begin = (mayUseCache: boolean) => {
    const { rows, asOf } = stored;
    begunAt = mayUseCache && rows.length > 0 ? asOf : Date.now();
    // What a loader fetched is taken from the cache once: a page that is asked for again is to be the newest.
    const mayBeKept = new Set(mayUseCache ? [1, 2] : []);
    load = loadPages<Row>({
      fetchPage: async (page, _limit, signal) => {
        const isKept = mayBeKept.delete(page);
        if (page > 1 && !isKept) return source.pageQuery(page).select(await source.ask(page, signal));
        return await fetchPage(client, source, { page, signal, staleTime: isKept ? FRESH_MS : 0 });
      },
      idOf: source.idOf,
      limit: PAGE_SIZE,
      wanted,
      judge: (error) => {
        if (isSessionError(error)) endSession(client);
        // The first page was asked for as often as every other query is.
        return progress.loaded === 0 ? { again: false } : judgeRead(error);
      },
      onProgress: (next) => {
        const isSettled = next.state !== progress.state;
        progress = next;
        if (isSettled) clearTimeout(timer);
        if (isSettled) publish();
        // Rows arrive faster than they can be rendered.
        else timer ??= setTimeout(publish, 200);
      },
    });
  };

  const unsubscribe = client.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'removed' || query.queryHash !== hashKey(queryKey)) return;
    isGone = true;
    load?.stop();
    unsubscribe();
  });
  const want = (most: number) => {
    wanted = Math.max(wanted, most);
    const hasAll = kept?.isWhole && Date.now() - kept.at < FRESH_MS;
    if (load) load.want(wanted);
    else if (!hasAll) begin(!kept?.isWhole);
  };
  let stored: StoredRows<Row> = {
    rows: kept?.rows ?? [],
    progress,
    shown: progress,
    asOf: begunAt,
    want,
    pause: () => load?.pause(),
    resume: () => load?.resume(),
    stop: () => load?.stop(),
    retry: () => {
      if (load) load.retry();
      else begin(false);
    },
    refresh: () => {
      load?.stop();
      // A list that was loaded and empty counts, too: one half of a search may find nothing while the other has rows.
      replacing = stored.rows.length > 0 || stored.shown.state === 'complete';
      begin(false);
    },
    loadAll: () => want(Number.POSITIVE_INFINITY),
  };
  return stored;
}

/** What a failure of reading a page means for the load: anything that may pass is tried again. */
function judgeRead(error: unknown): Setback {
  if (!(error instanceof ApiError)) return { again: false };
  const pauseMs = error.retryAfter === undefined ? undefined : error.retryAfter * 1_000;
  return { again: ['network', 'timeout', 'server', 'rate-limited'].includes(error.kind), pauseMs };
}

function isSessionError(error: unknown): boolean {
  return error instanceof ApiError && error.kind === 'session';
}
