import { type QueryClient, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import type { Run, RunCounts } from '#contract/runs.ts';
import { cancelOrdersAddress, runAddress } from '#dashboard/api/addresses.ts';
import { useStandingError } from '#dashboard/api/http/use-standing-error.ts';
import { endedLines, pauseReason, RUN_STATE_LABELS } from '#dashboard/api/operations/run-labels.ts';
import { runListQuery } from '#dashboard/api/operations/runs.ts';
import { countOf, formatCount } from '#dashboard/lib/figures.ts';
import { readTimestamp, zoneSentence } from '#dashboard/lib/times.ts';
import { clip } from '#dashboard/lib/truncate.ts';
import { GrowingList } from '#dashboard/list/growing-list.tsx';
import { head } from '#dashboard/list/head.ts';
import type { Column } from '#dashboard/table/column.ts';
import { Freshness } from '#dashboard/table/freshness.tsx';
import { RowLink } from '#dashboard/table/row-link.tsx';
import { Badge } from '#dashboard/ui/badge.tsx';
import { buttonClass } from '#dashboard/ui/button.tsx';
import { DateTime } from '#dashboard/ui/date-time.tsx';
import { Notice } from '#dashboard/ui/notice.tsx';
import { PageHead } from '#dashboard/ui/page-title.tsx';

function count(id: keyof RunCounts, header: string): Column<Run> {
  return {
    id,
    header,
    align: 'end',
    width: 'w-24',
    skeleton: 'w-8',
    cell: ({ counts }) => (
      <span className={`tabular ${counts[id] === 0 ? 'text-muted' : ''}`}>{formatCount(counts[id])}</span>
    ),
  };
}

function text(id: 'reason' | 'who', header: string): Column<Run> {
  return {
    id,
    header,
    width: 'w-48',
    skeleton: 'w-32',
    cell: (run) => (
      <bdi title={clip(run[id], 500)} className="block max-w-70 truncate">
        {clip(run[id], 100)}
      </bdi>
    ),
  };
}

const runsColumns: Column<Run>[] = [
  {
    ...head('created', 'Created', 'w-40', 'w-28'),
    cell: (run) => (
      <RowLink href={runAddress(run.id)} className="font-medium text-accent-text hover:underline">
        <Created run={run} />
      </RowLink>
    ),
  },
  { id: 'state', header: 'State', width: 'w-30', skeleton: 'w-16', cell: (run) => <State run={run} /> },
  count('total', 'Orders'),
  count('done', 'Cancelled'),
  count('refused', 'Refused'),
  count('notSent', 'Not sent'),
  count('unknown', 'Checking'),
  count('waiting', 'Waiting'),
  text('reason', 'Reason'),
  text('who', 'Started by'),
];

/** A run on a narrow screen. */
function RunCard({ run }: { run: Run }) {
  return (
    <>
      <div className="flex items-center justify-between gap-3">
        <span className="font-medium">{countOf(run.counts.total, 'order')}</span>
        <State run={run} />
      </div>
      <div className="mt-1 flex items-center justify-between gap-3 text-muted text-table">
        <Created run={run} />
        <span className="tabular">
          {formatCount(endedLines(run))} of {formatCount(run.counts.total)}
        </span>
      </div>
    </>
  );
}

function Created({ run }: { run: Run }) {
  const at = readTimestamp(run.createdAt);
  return at === null ? run.createdAt : <DateTime at={at} />;
}

function State({ run }: { run: Run }) {
  const { label, tone } = RUN_STATE_LABELS[run.state];
  return (
    <span title={pauseReason(run) || undefined}>
      <Badge tone={tone}>{label}</Badge>
    </span>
  );
}

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
