import { type QueryClient, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import { runListQuery } from '#dashboard/api/operations/runs.ts';
import { useStandingError } from '#dashboard/api/use-standing-error.ts';
import { countOf, formatCount } from '#dashboard/lib/figures.ts';
import { cancelOrdersAddress } from '#dashboard/lib/member-addresses.ts';
import { runAddress } from '#dashboard/lib/run-addresses.ts';
import { zoneSentence } from '#dashboard/lib/times.ts';
import { CardList } from '#dashboard/table/card-list.tsx';
import { DataTable } from '#dashboard/table/data-table.tsx';
import { Failed, MoreFailed, RefreshFailed } from '#dashboard/table/failures.tsx';
import { Freshness } from '#dashboard/table/freshness.tsx';
import { Button, buttonClass } from '#dashboard/ui/button.tsx';
import { Notice } from '#dashboard/ui/notice.tsx';
import { PageHead } from '#dashboard/ui/page-title.tsx';
import { useMedia } from '#dashboard/ui/use-media.ts';
import { useSettings } from '#dashboard/ui/use-settings.ts';
import { RunCard, runsColumns } from './runs-columns.tsx';

export async function loader(client: QueryClient): Promise<void> {
  await client.prefetchInfiniteQuery(runListQuery);
}

/** The runs of the organisation, newest first. */
export default function RunsPage() {
  const query = useInfiniteQuery(runListQuery);
  const error = useStandingError(query);
  const wide = useMedia('(min-width: 48rem)');
  const { density, shortcuts } = useSettings();
  const pages = query.data?.pages;
  const runs = useMemo(() => pages?.flatMap((page) => page.runs), [pages]);
  const refresh = () => void query.refetch();
  const failure = { error: error as Error, retrying: query.isFetching, retry: refresh };
  const list = {
    label: 'Runs',
    rows: runs,
    busy: false,
    rowHref: ({ id }: { id: string }) => runAddress(id),
    children:
      error && !runs ? (
        <Failed what="runs" {...failure} />
      ) : runs?.length === 0 ? (
        <Notice
          title="No runs yet"
          action={
            <Link to={cancelOrdersAddress()} className={buttonClass()}>
              Cancel orders
            </Link>
          }
        >
          Runs that cancel several orders at once appear here.
        </Notice>
      ) : undefined,
  };
  return (
    <div className="mx-auto flex max-w-400 flex-col gap-3 px-4 py-4 md:px-6">
      <PageHead title="Cancellation runs">
        <div className="flex flex-wrap items-center gap-2">
          <Freshness at={query.dataUpdatedAt} refreshing={query.isRefetching} refresh={refresh} />
          <Link to={cancelOrdersAddress()} className={buttonClass('primary')}>
            Cancel orders
          </Link>
        </div>
      </PageHead>
      {error && runs && !query.isFetchNextPageError && (
        <RefreshFailed what="runs" at={query.dataUpdatedAt} {...failure} />
      )}
      {wide ? (
        <DataTable {...list} columns={runsColumns} view="runs" density={density} shortcuts={shortcuts} />
      ) : (
        <CardList {...list} card={(run) => <RunCard run={run} />} rowLabel={() => 'this run'} />
      )}
      {error && runs && query.isFetchNextPageError && <MoreFailed what="older runs" error={error} />}
      {runs && query.hasNextPage && (
        <div className="flex flex-wrap items-center gap-3 text-muted text-table">
          <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            Load older
          </Button>
          {formatCount(runs.length)} of {countOf(pages?.[0]?.total ?? 0, 'run')}
        </div>
      )}
      <p className="text-label text-muted">{zoneSentence(Date.now())}</p>
    </div>
  );
}
