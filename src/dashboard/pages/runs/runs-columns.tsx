import type { Run, RunCounts } from '#contract/runs.ts';
import { countOf, formatCount } from '#dashboard/lib/figures.ts';
import { runAddress } from '#dashboard/lib/run-addresses.ts';
import { endedLines, pauseReason, RUN_STATE_LABELS } from '#dashboard/lib/run-labels.ts';
import { readTimestamp } from '#dashboard/lib/times.ts';
import { clip } from '#dashboard/lib/truncate.ts';
import type { Column } from '#dashboard/table/column.ts';
import { RowLink } from '#dashboard/table/row-link.tsx';
import { Badge } from '#dashboard/ui/badge.tsx';
import { DateTime } from '#dashboard/ui/date-time.tsx';

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

export const runsColumns: Column<Run>[] = [
  {
    id: 'created',
    header: 'Created',
    width: 'w-40',
    skeleton: 'w-28',
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
export function RunCard({ run }: { run: Run }) {
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
