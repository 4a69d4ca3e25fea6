import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { type LoadProgress, loadPages, NO_PROGRESS, type PageLoad } from '#dashboard/lib/load-pages.ts';
import type { Setback } from '#dashboard/lib/run.ts';
import { endSession, useDesk } from '../session/session.ts';
import { ApiError } from './api-error.ts';
import { fetchPage, keptRows, type ListSource, MOST_PAGES, PAGE_SIZE } from './list-source.ts';

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

/** How old rows in the cache may be for a load to begin with them, or not to begin if they are all. */
const FRESH_MS = 15_000;

/** How long a passing list is kept and loaded on after no page shows it. */
const PASSING_MS = 10_000;

/** How often progress is reported: rows arrive faster than they can be rendered. */
const TELL_MS = 200;

/**
 * New rows are published the later the more there are, a millisecond for so many: filters and sorts go through all of
 * them each time, which for a long list would be hundreds of times.
 */
const ROWS_PER_MS = 50;

/**
 * All rows of a list, loaded as soon as a component wants them and kept until the session changes. If only so many are
 * `wanted`, the load rests once they are here, until more are wanted.
 */
export function useAllRows<Row>(source: ListSource<Row>, wanted: boolean | number): AllRows<Row> {
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

const NOT_BEGUN: LoadProgress = { ...NO_PROGRESS, state: 'stopped' };

interface Store<Row> {
  /** Loads as many rows as are wanted, if they aren't here or on their way. */
  want(most: number): void;
  subscribe: (listener: () => void) => () => void;
  read: () => AllRows<Row>;
}

/** The store of a list in a client's cache: it goes when the cache is emptied for another session. */
function storeOf<Row>(client: QueryClient, source: ListSource<Row>): Store<Row> {
  const queryKey = ['all', source.name];
  const kept = client.getQueryData<Store<Row>>(queryKey);
  if (kept) return kept;
  const { store, dispose } = createStore(client, source);
  client.setQueryDefaults(['all'], {
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

function createStore<Row>(client: QueryClient, source: ListSource<Row>) {
  let leaving: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<() => void>();
  let load: PageLoad<Row> | null = null;
  const kept = keptRows(client, source);
  let progress: LoadProgress = kept
    ? {
        ...NO_PROGRESS,
        ...{ loaded: kept.rows.length, total: kept.total, state: kept.isWhole ? 'complete' : 'loading' },
      }
    : NOT_BEGUN;
  let shown = progress;
  let asOf = kept?.at ?? 0;
  let begunAt = asOf;
  let flat: readonly Row[] = kept?.rows ?? [];
  let flatAt = 0;
  let replacing = kept?.isWhole ?? false;
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

  const begin = (mayUseCache: boolean) => {
    rests = false;
    begunAt = mayUseCache && flat.length > 0 ? asOf : Date.now();
    if (!replacing) asOf = begunAt;
    // Each of them is taken from the cache once: a page that is asked for again is to be the newest.
    const mayBeKept = new Set(mayUseCache ? Array.from({ length: MOST_PAGES }, (_, place) => place + 1) : []);
    load = loadPages<Row>({
      fetchPage: (page, limit, signal) => {
        const isKept = mayBeKept.delete(page);
        if (page > 1 && !isKept) return source.fetchPage(page, limit, signal);
        return fetchPage(client, source, { page, signal, staleTime: isKept ? FRESH_MS : 0 });
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
      else begin(false);
    },
    refresh: () => {
      load?.stop();
      replacing = flat.length > 0;
      begin(false);
    },
    loadAll: () => store.want(Number.POSITIVE_INFINITY),
  };
  const store: Store<Row> = {
    want: (most) => {
      wanted = Math.max(wanted, most);
      const hasAll = kept?.isWhole && Date.now() - kept.at < FRESH_MS;
      if (!load) {
        if (!hasAll) begin(!kept?.isWhole);
      } else if (rests && progress.loaded < wanted) {
        rests = false;
        load.resume();
      }
    },
    subscribe: (listener) => {
      clearTimeout(leaving);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0 || !source.isPassing) return;
        leaving = setTimeout(() => {
          const queryKey = ['all', source.name];
          if (client.getQueryData(queryKey) === store) client.removeQueries({ queryKey });
        }, PASSING_MS);
      };
    },
    read: () => snapshot,
  };
  return { store, dispose: () => load?.stop() };
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
