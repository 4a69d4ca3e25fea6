import type { ReactNode } from 'react';
import { Failed, MoreFailed, RefreshFailed } from '#dashboard/table/failures.tsx';
import { Button } from '#dashboard/ui/button.tsx';
import { RowList, type RowListProps } from './row-list.tsx';

interface GrowingListProps<Row> extends Omit<RowListProps<Row>, 'busy' | 'children'> {
  /** The query of its pages. */
  query: {
    error: Error | null;
    dataUpdatedAt: number;
    isFetching: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    hasNextPage: boolean;
    refetch: () => unknown;
    fetchNextPage: () => unknown;
  };
  /** Why there is nothing to show, or nothing newer. */
  error: Error | null;
  /** What the rows are, and what those of the next page are: `older runs`. */
  what: string;
  whatMore: string;
  /** The button that loads them, and how many there are. */
  more: string;
  count: ReactNode;
  /** Shown instead of a list without rows. */
  empty: ReactNode;
}

/** A list of the gateway that grows a page at a time at its end. */
export function GrowingList<Row>(props: GrowingListProps<Row>) {
  const { query, error, what, whatMore, more, count, empty, ...list } = props;
  const { rows } = list;
  const failure = error && { what, error, retrying: query.isFetching, retry: () => void query.refetch() };
  const isMoreFailed = query.isFetchNextPageError;
  return (
    <>
      {rows && failure && !isMoreFailed && <RefreshFailed at={query.dataUpdatedAt} {...failure} />}
      <RowList {...list} busy={false}>
        {failure && !rows ? <Failed {...failure} /> : rows?.length === 0 ? empty : undefined}
      </RowList>
      {rows && error && isMoreFailed && <MoreFailed what={whatMore} error={error} />}
      {rows && query.hasNextPage && (
        <div className="flex flex-wrap items-center gap-3 text-muted text-table">
          <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {more}
          </Button>
          {count}
        </div>
      )}
    </>
  );
}
