import { useEffect, useState } from 'react';
import type { LoadProgress } from '#dashboard/lib/load-pages.ts';
import type { ListRows } from './use-list-rows.ts';

/** An infinite query of the gateway; its error stays while it is tried again. */
interface Growing {
  data: unknown;
  error: Error | null;
  dataUpdatedAt: number;
  hasNextPage: boolean;
  isFetching: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: (options?: { cancelRefetch: boolean }) => Promise<unknown>;
  refetch: () => Promise<unknown>;
}

interface Grown<Row> {
  /** Undefined until every source has a page. */
  rows: readonly Row[] | undefined;
  total: number | undefined;
  /** Names what is listed: a load of all of it ends when it changes. */
  of: string;
}

const NONE: never[] = [];

/**
 * Rows that the gateway returns page after page, as a page lists them. Pages after the first are fetched when they are
 * asked for: such a list is refreshed as a whole, again and again while it changes.
 */
export function useGrowingRows<Row>(sources: readonly Growing[], grown: Grown<Row>): ListRows<Row> {
  const { rows, total, of } = grown;
  const [asked, setAsked] = useState<{ of: string; state: 'loading' | 'paused' | 'stopped' } | null>(null);
  const state = asked?.of === of ? asked.state : null;
  const next = sources.find(({ hasNextPage }) => hasNextPage);
  const failed = sources.find(({ isFetchNextPageError }) => isFetchNextPageError);
  const due = state === 'loading' && !failed && !next?.isFetching ? next : undefined;
  useEffect(() => void due?.fetchNextPage({ cancelRefetch: false }), [due]);

  const stale = sources.find(({ error, isFetchNextPageError }) => error && !isFetchNextPageError);
  const rests = rows !== undefined && next !== undefined && !failed && state === null;
  const stateNow = (): LoadProgress['state'] => {
    const lacking = rows ? failed : stale;
    if (lacking) return lacking.isFetching ? 'loading' : 'partial';
    if (!rows) return 'loading';
    return next ? (state ?? 'paused') : 'complete';
  };
  const progress: LoadProgress = {
    ...{ state: stateNow(), loaded: rows?.length ?? 0, total, unreadable: 0, doubt: 'none' },
    failedPages: failed ? 1 : 0,
    error: (rows ? failed : stale)?.error ?? undefined,
  };
  const refresh = () => void Promise.all(sources.map((source) => source.refetch()));
  const go = (to: 'loading' | 'paused' | 'stopped') => () => setAsked({ of, state: to });
  return {
    rows: rows ?? NONE,
    progress,
    shown: progress,
    asOf: rows ? Math.min(...sources.map(({ dataUpdatedAt }) => dataUpdatedAt)) : 0,
    rests,
    pause: go('paused'),
    resume: go('loading'),
    stop: go('stopped'),
    retry: failed ? () => void failed.fetchNextPage() : rows ? go('loading') : refresh,
    refresh,
    loadAll: go('loading'),
    error: (rows && stale?.error) ?? null,
    look: refresh,
    busy: sources.some(({ isFetching, isFetchingNextPage }) => isFetching && !isFetchingNextPage),
    more: {
      load: () => void Promise.all(sources.map((source) => source.hasNextPage && source.fetchNextPage())),
      busy: sources.some(({ isFetchingNextPage }) => isFetchingNextPage),
    },
  };
}
