import { useMemo, useState } from 'react';
import { MAX_RUN_LINES } from '#contract/runs.ts';
import type { OrderLine, OrderLines } from '#dashboard/api/operations/order-lines.ts';
import { countOf, formatCount } from '#dashboard/lib/figures.ts';
import { clip } from '#dashboard/lib/truncate.ts';
import { head } from '#dashboard/list/head.ts';
import { CardList } from '#dashboard/table/card-list.tsx';
import type { Column } from '#dashboard/table/column.ts';
import { DataTable } from '#dashboard/table/data-table.tsx';
import { Badge, type Tone } from '#dashboard/ui/badge.tsx';
import { Banner } from '#dashboard/ui/banner.tsx';
import { Checkbox } from '#dashboard/ui/checkbox.tsx';
import { useMedia } from '#dashboard/ui/use-media.ts';

const verdicts: Record<OrderLine['verdict'], { label: string; tone: Tone }> = {
  ready: { label: 'Ready', tone: 'success' },
  duplicate: { label: 'Duplicate', tone: 'neutral' },
  conflict: { label: 'Two members', tone: 'warning' },
  malformed: { label: 'Invalid', tone: 'danger' },
};

const columns: Column<OrderLine>[] = [
  {
    ...head('line', 'Line', 'w-16', 'w-6'),
    align: 'end',
    cell: ({ line }) => <span className="tabular text-muted">{formatCount(line)}</span>,
  },
  { ...head('member', 'Member', 'w-48', 'w-40'), cell: ({ member }) => <Id text={member} /> },
  { id: 'order', header: 'Order', width: 'w-48', skeleton: 'w-40', cell: ({ order }) => <Id text={order} /> },
  {
    ...head('verdict', 'Status', 'w-28', 'w-14'),
    cell: ({ verdict }) => <Badge tone={verdicts[verdict].tone}>{verdicts[verdict].label}</Badge>,
  },
  {
    ...head('problem', 'Problem', 'w-60', 'w-40'),
    cell: ({ problem }) => <span className="text-soft">{problem}</span>,
  },
];

function Id({ text }: { text: string }) {
  return <bdi className="font-mono text-label">{clip(text, 100)}</bdi>;
}

interface LinesPreviewProps {
  read: OrderLines;
  busy: boolean;
  oneMember: boolean;
}

/** Every line with its number and whether it is going to be cancelled. */
export function LinesPreview({ read, busy, oneMember }: LinesPreviewProps) {
  const [onlyProblems, setOnlyProblems] = useState(false);
  const wide = useMedia('(min-width: 48rem)');
  const { counts, lines, header, beyond } = read;
  const problems = lines.length - counts.ready;
  const rows = useMemo(
    () => (onlyProblems ? lines.filter(({ verdict }) => verdict !== 'ready') : lines),
    [lines, onlyProblems],
  );
  const parts = [
    `${formatCount(counts.ready)} to cancel`,
    counts.duplicate > 0 && `${countOf(counts.duplicate, 'duplicate')} skipped`,
    counts.conflict > 0 && `${formatCount(counts.conflict)} under two members`,
    counts.malformed > 0 && `${formatCount(counts.malformed)} invalid`,
  ].filter(Boolean);
  const shown = oneMember ? columns.filter(({ id }) => id !== 'member') : columns;
  return (
    <section aria-label="Preview" className="flex min-w-0 flex-col gap-2">
      <div className="flex min-h-9 flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p role="status" className="tabular">
          {parts.join(' · ')}
          {header && (
            <span className="block text-muted">
              First row treated as a header (
              {[header.member, header.order]
                .filter((name) => name !== null)
                .map((name) => clip(name, 40))
                .join(', ')}
              ).
            </span>
          )}
        </p>
        {problems > 0 && (
          <Checkbox
            className="flex cursor-pointer items-center gap-2 text-table max-md:min-h-11"
            checked={onlyProblems}
            onChange={(event) => setOnlyProblems(event.target.checked)}
          >
            Show skipped lines only
          </Checkbox>
        )}
      </div>
      {beyond > 0 && (
        <Banner tone="warning" title={`The last ${countOf(beyond, 'line')} are left out`}>
          A run has at most {formatCount(MAX_RUN_LINES)} lines. Start another run for the rest.
        </Banner>
      )}
      {wide ? (
        <div className="flex max-h-120 flex-col">
          <DataTable label="Lines" columns={shown} rows={rows} view={String(onlyProblems)} busy={busy} />
        </div>
      ) : (
        <CardList
          label="Lines"
          rows={rows}
          busy={busy}
          card={({ line, member, order, verdict, problem }) => (
            <>
              <div className="flex items-center justify-between gap-3">
                <span className="tabular text-muted text-table">Line {formatCount(line)}</span>
                <Badge tone={verdicts[verdict].tone}>{verdicts[verdict].label}</Badge>
              </div>
              {!oneMember && (
                <p className="mt-1 truncate">
                  <Id text={member} />
                </p>
              )}
              <p className="truncate">
                <Id text={order} />
              </p>
              {problem && <p className="mt-1 text-soft text-table">{problem}</p>}
            </>
          )}
        />
      )}
    </section>
  );
}
