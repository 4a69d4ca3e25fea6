import type { InfiniteData, UseInfiniteQueryResult, UseQueryResult } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { LoadProgress } from '#dashboard/lib/load-pages.ts';
import { useSettings } from '#dashboard/lib/use-settings.ts';
import type { ListRows } from './use-list-rows.ts';
import { useStanding } from './use-standing-error.ts';

/** A query that holds rows; an infinite one has pages. Its error stays while it is tried again. */
type Source = Pick<UseQueryResult, 'error' | 'dataUpdatedAt' | 'isFetching'> &
  Partial<Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError'>> & {
    refetch: () => Promise<unknown>;
    fetchNextPage?: (options?: { cancelRefetch: boolean }) => Promise<unknown>;
  };

interface Held<List> {
  /** Undefined until every source has some. */
  rows: List | undefined;
  total: number | undefined;
  /** Rows of two sources may be one: until all are here, there may be fewer than the total. */
  isMost?: boolean;
  unreadable?: number;
  /** Names what is listed: a load of all of it ends when it changes. */
  of: string;
}

/** The rows of a list, loaded by pages or held by queries. */
export type Listed<List> = Omit<ListRows<unknown>, 'rows'> & { rows: List };

const NONE: never[] = [];

/**
 * The rows of queries: as many as the person chose in Settings, or all on request. A refresh reads all of them again. The
 * next page is that of the first source that has one.
 */
export function useQueryRows<List extends { readonly length: number }>(
  sources: readonly Source[],
  { rows, total, isMost = false, unreadable = 0, of }: Held<List>,
): Listed<List | never[]> {
  const { listRows } = useSettings();
  const [asked, setAsked] = useState<{ of: string; all: boolean; held?: 'paused' | 'stopped' } | null>(null);
  const { all = false, held } = asked?.of === of ? asked : {};
  const next = sources.find(({ hasNextPage }) => hasNextPage);
  const failed = sources.find(({ isFetchNextPageError }) => isFetchNextPageError);
  const isEnough = !rows || (!all && rows.length >= listRows);
  const due = isEnough || held || failed || next?.isFetching ? undefined : next;
  useEffect(() => void due?.fetchNextPage?.({ cancelRefetch: false }), [due]);

  const stale = sources.find(({ error, isFetchNextPageError }) => error && !isFetchNextPageError);
  const stateNow = (): LoadProgress['state'] => {
    const lacking = rows ? failed : stale;
    if (lacking) return lacking.isFetching ? 'loading' : 'partial';
    // The first rows come by themselves: nothing of their load can be paused.
    if (!rows) return 'resting';
    if (!next) return 'complete';
    return held ?? (isEnough ? 'resting' : 'loading');
  };
  const progress: LoadProgress = {
    state: stateNow(),
    loaded: rows?.length ?? 0,
    total,
    isMost: isMost && next !== undefined,
    unreadable,
    doubt: 'none',
    failedPages: failed ? 1 : 0,
    error: (rows ? failed : stale)?.error ?? undefined,
  };
  const refresh = () => void Promise.all(sources.map((source) => source.refetch()));
  const hold = (held: 'paused' | 'stopped') => () => setAsked({ of, all, held });
  const resume = () => setAsked({ of, all });
  return {
    rows: rows ?? NONE,
    progress,
    shown: progress,
    asOf: rows ? Math.min(...sources.map(({ dataUpdatedAt }) => dataUpdatedAt)) : 0,
    pause: hold('paused'),
    resume,
    stop: hold('stopped'),
    retry: failed ? () => void failed.fetchNextPage?.() : rows ? resume : refresh,
    refresh,
    loadAll: () => setAsked({ of, all: true }),
    error: (rows && stale?.error) ?? null,
    look: refresh,
    busy: sources.some(({ isFetching, isFetchingNextPage }) => isFetching && !isFetchingNextPage),
  };
}

type Page<Name extends string, Row> = Record<Name, Row[]> & {
  total?: number | null | undefined;
  unreadable?: number;
};

/**
 * The rows of a query of pages; `name` is that of the rows in a page, `of` names what is listed, and `total` is how many rows
 * there are, where no page says so.
 */
export function usePageRows<Name extends string, Row>(
  query: UseInfiniteQueryResult<InfiniteData<Page<Name, Row>>>,
  name: Name,
  { of = name, total }: { of?: string; total?: number } = {},
) {
  const standing = useStanding(query);
  const pages = standing.data?.pages;
  const rows = useMemo(() => pages?.flatMap((page) => page[name]), [pages, name]);
  const unreadable = pages?.reduce((sum, page) => sum + (page.unreadable ?? 0), 0) ?? 0;
  return useQueryRows([standing], { rows, total: total ?? pages?.[0]?.total ?? undefined, unreadable, of });
}
