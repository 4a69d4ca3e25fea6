import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { NO_PROGRESS } from '#dashboard/lib/load-pages.ts';
import { rowsOf, useAllRows } from './all-rows.ts';
import { findByTime, type Sought } from './find-by-time.ts';
import { type ListSource, PAGE_SIZE, prefetchList, rowOnPage } from './list-source.ts';
import { useStandingError } from './use-standing-error.ts';

export type FoundRow<Row> = ReturnType<typeof useFoundRow<Row>>;

/**
 * One row of a list, as no endpoint gives it: from what is loaded, else by its time, else from the list as it loads,
 * twice as far each time.
 */
export function useFoundRow<Row>(source: ListSource<Row>, sought: Sought<Row>) {
  const client = useQueryClient();
  const [seen, setSeen] = useState(NO_PROGRESS);
  const [far, setFar] = useState(PAGE_SIZE);
  const queryKey = ['found', source.name, sought.id, sought.time?.sought];
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      setSeen(NO_PROGRESS);
      return await findByTime(source, sought, {
        signal,
        onPage: ({ rows, total }) =>
          setSeen((last) => ({ ...last, loaded: last.loaded + rows.length, total })),
      });
    },
    initialData: () => listedRow(client, source, sought)?.row,
    initialDataUpdatedAt: () => listedRow(client, source, sought)?.at,
    enabled: sought.time !== undefined,
    // A row from a list is as old as that list; while it is fresh, it is searched for again only on request.
    staleTime: 5 * 60_000,
    refetchOnWindowFocus: false,
    // A copy would have forgotten what reading left out of the row.
    structuralSharing: false,
  });
  const placeError = useStandingError(query);
  // A row that isn't where its time belongs may be anywhere.
  const usesList = sought.time === undefined || query.data === null;
  const all = useAllRows(source, usesList && far);
  const progress = usesList ? all.progress : seen;
  const { state, loaded } = all.progress;
  const rowInAll = all.rows.find(sought.is);
  const isResting = usesList && !rowInAll && state === 'resting';
  if (isResting && loaded >= far) setFar(2 * loaded);
  const listed = listedRow(client, source, sought);
  const isListNewer = listed && listed.at > query.dataUpdatedAt;
  const row = (isListNewer ? listed.row : query.data) ?? rowInAll;
  return {
    /** Undefined if it wasn't found, or not yet. */
    row,
    /** When the row was so, in milliseconds since 1970. */
    asOf: isListNewer ? listed.at : query.data ? query.dataUpdatedAt : all.asOf,
    isLooking: query.isFetching || isResting || (usesList && state === 'loading'),
    progress,
    error: placeError ?? (row ? undefined : progress.error),
    stop: usesList ? all.stop : () => void client.cancelQueries({ queryKey }),
    lookOn: !usesList ? () => void query.refetch() : state === 'complete' ? all.refresh : all.retry,
  };
}

/** Looks for a row before its page is shown, and keeps the page of the list that it is on. */
export async function prefetchRow<Row>(client: QueryClient, source: ListSource<Row>, sought: Sought<Row>) {
  if (typeof sought.time?.sought !== 'number') return await prefetchList(client, source);
  if (listedRow(client, source, sought)) return;
  await findByTime(source, sought, {
    // One that takes longer is for the page to show, and to stop.
    signal: AbortSignal.timeout(1_000),
    onPage: ({ rows }, { queryKey, answer, askedAt }) => {
      const kept = client.getQueryState(queryKey);
      // The answer may be from before what was read, or changed, meanwhile.
      const isLate = kept && (kept.isInvalidated || kept.dataUpdatedAt >= askedAt);
      if (rows.some(sought.is) && !isLate) client.setQueryData(queryKey, answer, { updatedAt: askedAt });
    },
  });
}

/** The row as the list last had it, among all rows or on one of its pages, and when that was. */
function listedRow<Row>(client: QueryClient, source: ListSource<Row>, { is }: Sought<Row>) {
  const { rows = [], asOf = 0 } = rowsOf<Row>(client, source.name) ?? {};
  const row = rows.find(is);
  const onPage = rowOnPage(client, source, is);
  return row && !(onPage && onPage.at > asOf) ? { row, at: asOf } : onPage;
}
