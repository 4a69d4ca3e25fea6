import type { ReactNode } from 'react';
import type { StandingPage } from '#dashboard/api/http/use-standing-error.ts';
import type { ListPage } from '#dashboard/api/loans/loans.ts';
import type { Paging } from '#dashboard/lib/paging.ts';
import { BeyondEnd } from '#dashboard/table/beyond-end.tsx';
import { Failed, RefreshFailed } from '#dashboard/table/failures.tsx';
import { PageDoubts } from '#dashboard/table/page-doubts.tsx';
import { Pagination } from '#dashboard/table/pagination.tsx';
import { isBeyondEnd, lastPage, rangeOf } from '#dashboard/table/paging-facts.ts';
import { RowList, type RowListProps } from './row-list.tsx';

interface PagedListProps<Row> extends Omit<RowListProps<Row>, 'rows' | 'busy' | 'children'> {
  page: StandingPage<ListPage<Row>>;
  paging: Paging;
  /** What one row is: `loan`. */
  noun: string;
  /** Shown instead of a list without rows. */
  empty: ReactNode;
  /** Fetches a page that is likely to be requested next. */
  prefetch: (paging: Paging) => void;
  /** What may be wrong with the page; by default, that it isn't the requested one or not whole. */
  doubts?: (page: ListPage<Row>) => ReactNode;
}

/** A list of the service, one page at a time, with everything that can be said of a page. */
export function PagedList<Row>(props: PagedListProps<Row>) {
  const { page, paging, noun, empty, prefetch, doubts, ...list } = props;
  const { data, error, standsIn, isFetching, at, retry } = page;
  const failure = error && { what: `${noun}s`, error, retrying: isFetching, retry };
  const last = data && lastPage(data, paging.limit);
  const state = !data ? (
    failure && <Failed {...failure} />
  ) : isBeyondEnd(data, paging) ? (
    <BeyondEnd what={`${noun}s`} paging={paging} last={last ?? 1} />
  ) : data.rows.length === 0 && data.unreadable === 0 ? (
    empty
  ) : null;
  return (
    <>
      {data && !standsIn && (doubts?.(data) ?? <PageDoubts noun={noun} page={data} paging={paging} />)}
      {data && failure && <RefreshFailed {...failure} at={at} />}
      <RowList {...list} rows={data?.rows} busy={standsIn}>
        {state}
      </RowList>
      {!data && !error && <div className="h-8 max-md:hidden" />}
      {data && !state && (
        <Pagination
          paging={paging}
          last={last}
          more={paging.page < (last ?? Number.POSITIVE_INFINITY)}
          range={rangeOf(data, paging)}
          prefetch={prefetch}
        />
      )}
    </>
  );
}
