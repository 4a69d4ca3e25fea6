import { type QueryClient, useInfiniteQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import type { Run, RunCounts } from '#contract/runs.ts';
import { cancelOrdersAddress, runAddress } from '#dashboard/api/addresses.ts';
import { usePageRows } from '#dashboard/api/http/use-query-rows.ts';
import {
  endedLines,
  LINE_GROUPS,
  pauseReason,
  RUN_STATE_LABELS,
} from '#dashboard/api/operations/run-labels.ts';
import { runsQuery } from '#dashboard/api/operations/runs.ts';
import { useMay } from '#dashboard/api/session/permissions.ts';
import { ButtonLink } from '#dashboard/forms/button-link.tsx';
import type { FileColumn } from '#dashboard/lib/export/file-column.ts';
import { countOf, formatCount } from '#dashboard/lib/figures.ts';
import { withParams } from '#dashboard/lib/search-params.ts';
import { formatInstant } from '#dashboard/lib/times.ts';
import { CardLines } from '#dashboard/list/card-lines.tsx';
import { head, labelColumn, textColumn } from '#dashboard/list/columns.tsx';
import { ListPage } from '#dashboard/list/list-page.tsx';
import { nothingFound, RestingSearch } from '#dashboard/list/list-search.tsx';
import { useSortedView } from '#dashboard/list/use-list-view.ts';
import type { Column } from '#dashboard/table/column.ts';
import { RowLink } from '#dashboard/table/row-link.tsx';
import { useTableState } from '#dashboard/table/table-state.ts';
import { LabelBadge } from '#dashboard/ui/badge.tsx';
import { DateTime } from '#dashboard/ui/date-time.tsx';

function count(id: keyof RunCounts, header: string): Column<Run> {
  return {
    ...head(id, header, 'w-20', 'w-8'),
    align: 'end',
    sortable: { by: ({ counts }) => counts[id] },
    cell: ({ counts }) => (
      <span className={`tabular ${counts[id] === 0 ? 'text-muted' : ''}`}>{formatCount(counts[id])}</span>
    ),
  };
}

/** A run's state; its title says why it is paused. */
const stateOf = (run: Run) => ({ ...RUN_STATE_LABELS[run.state], title: pauseReason(run) });

const runsColumns: Column<Run>[] = [
  {
    ...head('created', 'Created', 'w-36', 'w-28'),
    required: true,
    sortable: { by: ({ createdAt }) => createdAt },
    cell: (run) => (
      <RowLink href={runAddress(run.id)} className="font-medium text-accent-text hover:underline">
        <DateTime at={Date.parse(run.createdAt)} />
      </RowLink>
    ),
  },
  labelColumn(head('state', 'State', 'w-30', 'w-16'), stateOf),
  count('total', 'Orders'),
  ...LINE_GROUPS.map(({ label, count: id }) => count(id, label)),
  textColumn(head('reason', 'Reason', 'w-32', 'w-28'), ({ reason }) => reason),
  textColumn(head('who', 'Started by', 'w-36', 'w-32'), ({ who }) => who),
];

const runsFile: FileColumn<Run>[] = [
  { heading: 'Created', as: 'instant', cell: ({ createdAt }) => createdAt },
  { heading: 'State', cell: (run) => stateOf(run).label },
  { heading: 'Orders', cell: ({ counts }) => counts.total },
  ...LINE_GROUPS.map(({ label, count }) => ({ heading: label, cell: ({ counts }: Run) => counts[count] })),
  { heading: 'Reason', cell: ({ reason }) => reason },
  { heading: 'Note', cell: ({ note }) => note },
  { heading: 'Started by', cell: ({ who }) => who },
  { heading: 'Finished', as: 'instant', cell: ({ finishedAt }) => finishedAt },
  { heading: 'Run ID', cell: ({ id }) => id },
];

const searchIn = (search: URLSearchParams) => search.get('q') || undefined;

export function loader(client: QueryClient, search: URLSearchParams): Promise<void> {
  return client.prefetchInfiniteQuery(runsQuery(searchIn(search)));
}

export default function RunsPage() {
  const mayCancel = useMay('cancel-orders');
  const [search, setSearch] = useSearchParams();
  const q = searchIn(search);
  const list = usePageRows(useInfiniteQuery(runsQuery(q)), 'runs', { of: q ?? '' });
  const table = useTableState(runsColumns);
  const view = useSortedView(list, table, { asked: q });
  const find = (text: string) => setSearch(withParams(search, { q: text }), { replace: true });
  return (
    <ListPage
      {...{ list, view, table }}
      title="Cancellation runs"
      noun="run"
      file={{ name: 'runs', columns: runsFile, filter: withParams(new URLSearchParams(), { q }) }}
      isFound={q !== undefined}
      filters={
        <RestingSearch
          label="Search runs by ID, reason or person’s name"
          placeholder="ID, reason or person’s name"
          text={q ?? ''}
          onChange={find}
        />
      }
      actions={
        mayCancel && (
          <ButtonLink to={cancelOrdersAddress()} look="primary">
            Cancel orders
          </ButtonLink>
        )
      }
      row={{
        rowHref: ({ id }) => runAddress(id),
        rowLabel: ({ counts, createdAt }) =>
          `run of ${countOf(counts.total, 'order')}, ${formatInstant(Date.parse(createdAt))}`,
        rowId: ({ id }) => id,
        card: (run) => (
          <CardLines
            title={countOf(run.counts.total, 'order')}
            aside={<LabelBadge {...stateOf(run)} />}
            note={<DateTime at={Date.parse(run.createdAt)} />}
            noteAside={`${formatCount(endedLines(run))} of ${formatCount(run.counts.total)}`}
          />
        ),
      }}
      empty={
        q
          ? nothingFound(q, () => find(''), 'part of a reason or a person’s name')
          : {
              title: 'No runs yet',
              text: 'Runs that cancel several orders at once appear here.',
              action: mayCancel && <ButtonLink to={cancelOrdersAddress()}>Cancel orders</ButtonLink>,
            }
      }
    />
  );
}
