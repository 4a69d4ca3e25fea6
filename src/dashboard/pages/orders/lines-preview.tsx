import { useMemo, useState } from 'react';
import { MAX_RUN_LINES } from '#contract/runs.ts';
import type { MemberIndex } from '#dashboard/api/members/members.ts';
import type { OrderLine, OrderLines } from '#dashboard/api/operations/order-lines.ts';
import { countOf, formatCount } from '#dashboard/lib/figures.ts';
import type { Label } from '#dashboard/lib/label.ts';
import { clip, truncateMiddle } from '#dashboard/lib/truncate.ts';
import { head } from '#dashboard/list/columns.tsx';
import { RowList } from '#dashboard/list/row-list.tsx';
import type { Column } from '#dashboard/table/column.ts';
import { LabelBadge } from '#dashboard/ui/badge.tsx';
import { Banner } from '#dashboard/ui/banner.tsx';
import { Checkbox } from '#dashboard/ui/checkbox.tsx';
import { nameOf } from './confirm-run.ts';
import type { ReadText } from './use-order-lines.ts';

/** A line with what is said of it: its own problem, or what looks wrong about it. */
type ShownLine = Omit<OrderLine, 'verdict'> & { verdict: OrderLine['verdict'] | 'check' };

const verdicts: Record<ShownLine['verdict'], Label> = {
  ready: { label: 'Ready', tone: 'success' },
  check: { label: 'Check', tone: 'warning' },
  duplicate: { label: 'Duplicate', tone: 'neutral' },
  conflict: { label: 'Two members', tone: 'warning' },
  malformed: { label: 'Invalid', tone: 'danger' },
};

function columnsFor(members: MemberIndex): Column<ShownLine>[] {
  return [
    {
      ...head('line', 'Line', 'w-16', 'w-6'),
      align: 'end',
      cell: ({ line }) => <span className="tabular text-muted">{formatCount(line)}</span>,
    },
    {
      ...head('member', 'Member', 'w-52', 'w-40'),
      cell: ({ member }) => <Member id={member} members={members} />,
    },
    { ...head('order', 'Order', 'w-48', 'w-40'), cell: ({ order }) => <Id text={order} /> },
    {
      ...head('verdict', 'Status', 'w-28', 'w-14'),
      cell: ({ verdict }) => <LabelBadge {...verdicts[verdict]} />,
    },
    {
      ...head('problem', 'Problem', 'w-60', 'w-40'),
      // In two lines, which fit into a row of either height.
      cell: ({ problem }) => (
        <span title={problem} className="line-clamp-2 max-w-64 whitespace-normal text-soft leading-4">
          {problem}
        </span>
      ),
    },
  ];
}

function Id({ text }: { text: string }) {
  return (
    <bdi title={clip(text, 500)} className="block truncate font-mono text-label md:max-w-64">
      {clip(text, 100)}
    </bdi>
  );
}

function Member({ id, members }: { id: string; members: MemberIndex }) {
  const name = nameOf(id, { members });
  if (!name) return <Id text={id} />;
  return (
    <span title={`${name}, ${id}`} className="block truncate md:max-w-64">
      <bdi>{clip(name, 60)}</bdi>{' '}
      <span className="font-mono text-label text-muted">{truncateMiddle(id)}</span>
    </span>
  );
}

/** How many lines are cancelled, skipped and to be checked: `93 to cancel, 2 of them to check · 3 duplicates skipped`. */
function previewText(counts: OrderLines['counts'], odd: number): string {
  const parts = [
    `${formatCount(counts.ready)} to cancel${odd > 0 ? `, ${formatCount(odd)} of them to check` : ''}`,
    counts.duplicate > 0 && `${countOf(counts.duplicate, 'duplicate')} skipped`,
    counts.conflict > 0 && `${formatCount(counts.conflict)} under two members`,
    counts.malformed > 0 && `${formatCount(counts.malformed)} invalid`,
  ];
  return parts.filter(Boolean).join(' · ');
}

export function LinesPreview(props: ReadText & { lines: OrderLines; oneMember: boolean }) {
  const { members, odd, busy, oneMember } = props;
  const [onlyProblems, setOnlyProblems] = useState(false);
  const { counts, lines, header, beyond } = props.lines;
  const problems = lines.length - counts.ready + odd.size;
  const rows = useMemo(() => {
    const shown = lines.map((line): ShownLine => {
      const problem = odd.get(line);
      return problem && line.verdict === 'ready' ? { ...line, verdict: 'check', problem } : line;
    });
    // The box is gone with the last problem, and can't be cleared any more.
    return onlyProblems && problems > 0 ? shown.filter(({ verdict }) => verdict !== 'ready') : shown;
  }, [lines, odd, onlyProblems, problems]);
  const columns = useMemo(
    () => columnsFor(members).filter(({ id }) => !oneMember || id !== 'member'),
    [members, oneMember],
  );
  return (
    <section aria-label="Preview" className="flex min-w-0 flex-col gap-2">
      <div className="flex min-h-9 flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p role="status" className="tabular">
          {previewText(counts, [...odd.keys()].filter(({ verdict }) => verdict === 'ready').length)}
          {header && (
            <span className="block text-muted">
              First row treated as a header ({header.member !== null && `${clip(header.member, 40)}, `}
              {clip(header.order, 40)}).
            </span>
          )}
        </p>
        {problems > 0 && (
          <Checkbox
            className="flex cursor-pointer items-center gap-2 text-table max-md:min-h-11"
            checked={onlyProblems}
            onChange={(event) => setOnlyProblems(event.target.checked)}
          >
            {odd.size > 0 ? 'Show skipped lines and warnings only' : 'Show skipped lines only'}
          </Checkbox>
        )}
      </div>
      {beyond > 0 && (
        <Banner tone="warning" title={`The last ${countOf(beyond, 'line')} are left out`}>
          A run has at most {formatCount(MAX_RUN_LINES)} lines. Start another run for the rest.
        </Banner>
      )}
      <RowList
        {...{ columns, rows, busy }}
        label="Lines"
        view={String(onlyProblems)}
        tableClass="max-h-120"
        card={(line) => (
          <>
            <div className="flex items-center justify-between gap-3">
              <span className="tabular text-muted text-table">Line {formatCount(line.line)}</span>
              <LabelBadge {...verdicts[line.verdict]} />
            </div>
            {!oneMember && (
              <div className="mt-1 truncate">
                <Member id={line.member} members={members} />
              </div>
            )}
            <p className="truncate">
              <Id text={line.order} />
            </p>
            <p className="mt-1 text-soft text-table empty:hidden">{line.problem}</p>
          </>
        )}
      />
    </section>
  );
}
