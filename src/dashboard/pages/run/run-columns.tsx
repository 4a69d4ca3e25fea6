import type { RunLine } from '#contract/runs.ts';
import { formatCount } from '#dashboard/lib/figures.ts';
import { wordsOf } from '#dashboard/lib/outcome-words.ts';
import { lineDetail } from '#dashboard/lib/run-labels.ts';
import { readTimestamp } from '#dashboard/lib/times.ts';
import { clip } from '#dashboard/lib/truncate.ts';
import type { Column } from '#dashboard/table/column.ts';
import { Badge } from '#dashboard/ui/badge.tsx';
import { CopyId } from '#dashboard/ui/copy-id.tsx';
import { DateTime } from '#dashboard/ui/date-time.tsx';
import { Unknown } from '#dashboard/ui/unknown.tsx';

export const runColumns: Column<RunLine>[] = [
  {
    id: 'line',
    header: 'Line',
    align: 'end',
    width: 'w-16',
    skeleton: 'w-6',
    cell: ({ line }) => <span className="tabular text-muted">{formatCount(line)}</span>,
  },
  {
    id: 'member',
    header: 'Member',
    width: 'w-44',
    skeleton: 'w-28',
    cell: ({ memberId }) => <CopyId id={memberId} name="member ID" />,
  },
  {
    id: 'order',
    header: 'Order',
    width: 'w-44',
    skeleton: 'w-28',
    cell: ({ orderId }) => <CopyId id={orderId} name="order ID" />,
  },
  {
    id: 'outcome',
    header: 'Outcome',
    width: 'w-38',
    skeleton: 'w-20',
    cell: (line) => <Outcome line={line} />,
  },
  {
    id: 'detail',
    header: 'Details',
    width: 'w-80',
    skeleton: 'w-48',
    cell: (line) => <Detail line={line} className="block max-w-140 truncate" />,
  },
  {
    id: 'at',
    header: 'Sent',
    width: 'w-38',
    skeleton: 'w-24',
    cell: ({ at }) => {
      const instant = at === null ? null : readTimestamp(at);
      return instant === null ? <Unknown reason="Not sent." /> : <DateTime at={instant} />;
    },
  },
  {
    id: 'request',
    header: 'Request ID',
    width: 'w-40',
    skeleton: 'w-24',
    cell: ({ requestId }) =>
      requestId === null ? <Unknown reason="Not sent." /> : <CopyId id={requestId} name="request ID" />,
  },
];

/** A line of a run on a narrow screen. */
export function RunLineCard({ line }: { line: RunLine }) {
  return (
    <>
      <div className="flex items-center justify-between gap-3">
        <span className="tabular text-muted text-table">Line {formatCount(line.line)}</span>
        <Outcome line={line} />
      </div>
      <div className="mt-1 flex flex-wrap items-center justify-between gap-x-3">
        <CopyId id={line.memberId} name="member ID" />
        <CopyId id={line.orderId} name="order ID" />
      </div>
      <p className="text-table wrap-anywhere">
        <Detail line={line} />
      </p>
    </>
  );
}

function Outcome({ line }: { line: RunLine }) {
  const { label, tone, title } = wordsOf('cancelOrder', line);
  return (
    <span title={title}>
      <Badge tone={tone}>{label}</Badge>
    </span>
  );
}

function Detail({ line, className }: { line: RunLine; className?: string }) {
  const text = clip(lineDetail(line), 300);
  return (
    <span title={text} className={`text-soft ${className ?? ''}`}>
      {text}
    </span>
  );
}
