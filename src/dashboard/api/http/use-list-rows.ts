import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { LoadedPage } from '#dashboard/lib/loaded-page.ts';
import { useDesk } from '../session/session.ts';
import { type AllRows, useAllRows } from './all-rows.ts';
import type { ListSource } from './list-source.ts';
import { useStandingError } from './use-standing-error.ts';

export interface ListRows<Row> extends AllRows<Row> {
  /** Why the newest look at its first page failed. */
  error: Error | null;
  /** These are the rows of the question before, until something is known of this one. */
  isPrevious?: boolean;
  look(): void;
  busy: boolean;
}

/** So many rows of a list, loaded again when its first page is found to be another, as after a write. */
export function useListRows<Row>(source: ListSource<Row>, wanted: number): ListRows<Row> {
  const all = useAllRows(source, wanted);
  const { session, ended } = useDesk();
  const { state, doubt } = all.progress;
  // If the newest load brought nothing that is shown, or its rows are in doubt, another would end the same way.
  const isShort = state === 'stopped' || state === 'partial';
  const isSound = all.shown === all.progress && doubt === 'none' && all.rows.length > 0;
  const isSettled = state === 'resting' || state === 'complete' || (isShort && isSound);
  const query = useQuery({
    ...source.pageQuery(1),
    enabled: session !== null && !ended && isSettled,
    // A person who stopped a load wants another only after a write, or when they refresh: not because a page has aged.
    ...(isShort && { staleTime: Number.POSITIVE_INFINITY }),
  });
  const error = useStandingError(query);
  const { data, dataUpdatedAt } = query;
  const isOther = isSettled && data !== undefined && dataUpdatedAt > all.asOf && !isFront(data, all);
  useEffect(() => {
    if (isOther) all.refresh();
  }, [isOther, all.refresh]);
  return {
    ...all,
    error: all.rows.length > 0 ? error : null,
    look: () => void query.refetch(),
    busy: state === 'loading',
  };
}

/** Whether the rows begin with a page, and are as many as it says. */
function isFront<Row>(page: LoadedPage<Row>, { rows, shown }: AllRows<Row>): boolean {
  if (page.total !== shown.total) return false;
  return JSON.stringify(page.rows) === JSON.stringify(rows.slice(0, page.rows.length));
}

/** A list whose question changes as a search is typed: until something is known of it, the rows of before stay. */
export function useKeptRows<Row>(list: ListRows<Row>, question: string): ListRows<Row> {
  const [last, setLast] = useState({ question, list });
  const isKnown = list.rows.length > 0 || list.shown.state !== 'loading';
  const isLast = last.question === question && last.list.rows === list.rows;
  if (isKnown && !isLast) setLast({ question, list });
  if (isKnown || last.question === question || last.list.rows.length === 0) return list;
  const { rows, shown, asOf } = last.list;
  return { ...list, rows, shown, asOf, isPrevious: true };
}
