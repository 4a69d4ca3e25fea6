import type { RunRow } from '#dashboard/lib/cancel-run.ts';
import { probeNote, STATE_WORDS } from '#dashboard/lib/cancel-words.ts';
import { formatCount } from '#dashboard/lib/figures.ts';
import { readTimestamp } from '#dashboard/lib/times.ts';
import { clip } from '#dashboard/lib/truncate.ts';
import type { Column } from '#dashboard/table/column.ts';
import { Badge } from '#dashboard/ui/badge.tsx';
import { CopyId } from '#dashboard/ui/copy-id.tsx';
import { DateTime } from '#dashboard/ui/date-time.tsx';

export const runColumns: Column<RunRow>[] = [
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
    cell: ({ member }) => <CopyId id={member} name="member id" />,
  },
  {
    id: 'order',
    header: 'Order',
    width: 'w-44',
    skeleton: 'w-28',
    cell: ({ order }) => <CopyId id={order} name="order id" />,
  },
  { id: 'outcome', header: 'Outcome', width: 'w-38', skeleton: 'w-20', cell: (row) => <State row={row} /> },
  {
    id: 'detail',
    header: 'What it rests on',
    width: 'w-80',
    skeleton: 'w-48',
    cell: (row) => <Detail row={row} />,
  },
  {
    id: 'at',
    header: 'When',
    width: 'w-38',
    skeleton: 'w-24',
    cell: (row) => <When row={row} />,
  },
];

/** An order of a run where there is no room for columns. */
export function RunCard({ row }: { row: RunRow }) {
  return (
    <>
      <div className="flex items-center justify-between gap-3">
        <span className="tabular text-muted text-table">Line {formatCount(row.line)}</span>
        <State row={row} />
      </div>
      <div className="mt-1 flex flex-wrap items-center justify-between gap-x-3">
        <CopyId id={row.member} name="member id" />
        <CopyId id={row.order} name="order id" />
      </div>
      <p className="text-table wrap-anywhere">
        <Detail row={row} wraps />
      </p>
    </>
  );
}

function State({ row }: { row: RunRow }) {
  const { label, tone, meaning } = STATE_WORDS[row.state];
  return (
    <span title={meaning}>
      <Badge tone={tone}>{label}</Badge>
    </span>
  );
}

function Detail({ row, wraps = false }: { row: RunRow; wraps?: boolean }) {
  const { next } = STATE_WORDS[row.state];
  const speaks = row.state === 'refused' || row.state === 'unknown' || row.state === 'waiting';
  const parts = [
    speaks && row.message ? `“${clip(row.message, 300)}”` : '',
    probeNote(row),
    row.state === 'unknown' || row.state === 'refused' ? '' : next,
  ].filter((part) => part !== '');
  const text = parts.join(' ');
  return (
    <span title={text} className={`text-soft ${wraps ? '' : 'block max-w-140 truncate'}`}>
      {text}
    </span>
  );
}

function When({ row }: { row: RunRow }) {
  const at = readTimestamp(row.at);
  return at === null || row.state === 'waiting' || row.state === 'not-sent' ? null : <DateTime at={at} />;
}
