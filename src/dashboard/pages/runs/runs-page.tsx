import { type QueryClient, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import { runListQuery } from '#dashboard/api/operations/runs.ts';
import { useStandingError } from '#dashboard/api/use-standing-error.ts';
import { countOf, formatCount } from '#dashboard/lib/figures.ts';
import { cancelOrdersAddress } from '#dashboard/lib/member-addresses.ts';
import { runAddress } from '#dashboard/lib/run-addresses.ts';
import { zoneSentence } from '#dashboard/lib/times.ts';
import { GrowingList } from '#dashboard/list/growing-list.tsx';
import { Freshness } from '#dashboard/table/freshness.tsx';
import { buttonClass } from '#dashboard/ui/button.tsx';
import { Notice } from '#dashboard/ui/notice.tsx';
import { PageHead } from '#dashboard/ui/page-title.tsx';
import { RunCard, runsColumns } from './runs-columns.tsx';

export async function loader(client: QueryClient): Promise<void> {
  await client.prefetchInfiniteQuery(runListQuery);
}

/** The runs of the organisation, newest first. */
export default function RunsPage() {
  const query = useInfiniteQuery(runListQuery);
  const error = useStandingError(query);
  const pages = query.data?.pages;
  const runs = useMemo(() => pages?.flatMap((page) => page.runs), [pages]);
  const refresh = () => void query.refetch();
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
      <GrowingList
        {...{ query, error }}
        label="Runs"
        what="runs"
        whatMore="older runs"
        more="Load older"
        count={`${formatCount(runs?.length ?? 0)} of ${countOf(pages?.[0]?.total ?? 0, 'run')}`}
        rows={runs}
        columns={runsColumns}
        view="runs"
        rowHref={({ id }) => runAddress(id)}
        rowLabel={() => 'this run'}
        card={(run) => <RunCard run={run} />}
        empty={
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
        }
      />
      <p className="text-label text-muted">{zoneSentence(Date.now())}</p>
    </div>
  );
}
