import { useMemo } from 'react';
import type { LoadProgress } from '#dashboard/lib/load-pages.ts';
import type { ListRows } from './use-list-rows.ts';

/** The furthest from complete first. */
const STATES = ['loading', 'resting', 'paused', 'partial', 'stopped', 'complete'] as const;

/** Two lists as one: the rows of the first, then those that only the second has. */
export function useJoinedRows<Row>(
  first: ListRows<Row>,
  second: ListRows<Row> | undefined,
  idOf: (row: Row) => string,
): ListRows<Row> {
  const [a, b] = [first.rows, second?.rows];
  const rows = useMemo(() => {
    if (!b?.length) return a;
    const ids = new Set(a.map(idOf));
    return [...a, ...b.filter((row) => !ids.has(idOf(row)))];
  }, [a, b, idOf]);
  if (!second) return first;
  const both = (name: 'pause' | 'resume' | 'stop' | 'retry' | 'refresh' | 'loadAll' | 'look') => () => {
    first[name]();
    second[name]();
  };
  const twice = a.length + second.rows.length - rows.length;
  const progress = joined(first.progress, second.progress, twice);
  // One object where both halves show what they loaded: pages tell by it that no earlier rows are shown.
  const isNewest = first.shown === first.progress && second.shown === second.progress;
  return {
    rows,
    progress,
    shown: isNewest ? progress : joined(first.shown, second.shown, twice),
    asOf: Math.min(first.asOf, second.asOf || first.asOf),
    error: first.error ?? second.error,
    busy: first.busy || second.busy,
    pause: both('pause'),
    resume: both('resume'),
    stop: both('stop'),
    retry: both('retry'),
    refresh: both('refresh'),
    loadAll: both('loadAll'),
    look: both('look'),
  };
}

function joined(a: LoadProgress, b: LoadProgress, twice: number): LoadProgress {
  const isKnown = a.total !== undefined && b.total !== undefined;
  const state = STATES.find((state) => state === a.state || state === b.state) ?? 'complete';
  return {
    state,
    loaded: a.loaded + b.loaded - twice,
    total: isKnown ? (a.total ?? 0) + (b.total ?? 0) - twice : undefined,
    isMost: state !== 'complete' && Math.min(a.total ?? 0, b.total ?? 0) > twice,
    unreadable: a.unreadable + b.unreadable,
    failedPages: a.failedPages + b.failedPages,
    error: a.error ?? b.error,
    doubt: a.doubt === 'none' ? b.doubt : a.doubt,
  };
}
