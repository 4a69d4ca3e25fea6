import { type InfiniteData, type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { JournalOutcome } from '#contract/operations.ts';
import type { Run, RunLine } from '#contract/runs.ts';
import { entryAddress, memberAddress } from '#dashboard/api/addresses.ts';
import { usePageRows } from '#dashboard/api/http/use-query-rows.ts';
import { useMemberNames } from '#dashboard/api/members/members.ts';
import { wordsOf } from '#dashboard/api/operations/outcome-words.ts';
import { groupLabel, LINE_GROUPS } from '#dashboard/api/operations/run-labels.ts';
import { progressOf, runLinesQuery } from '#dashboard/api/operations/runs.ts';
import type { FileColumn } from '#dashboard/lib/export/file-column.ts';
import { countOf, formatCount } from '#dashboard/lib/figures.ts';
import { withParams } from '#dashboard/lib/search-params.ts';
import { clip } from '#dashboard/lib/truncate.ts';
import { head, labelColumn } from '#dashboard/list/columns.tsx';
import { ListPage } from '#dashboard/list/list-page.tsx';
import { useSortedView } from '#dashboard/list/use-list-view.ts';
import type { Column } from '#dashboard/table/column.ts';
import { RowLink } from '#dashboard/table/row-link.tsx';
import { useTableState } from '#dashboard/table/table-state.ts';
import { LabelBadge } from '#dashboard/ui/badge.tsx';
import { Button } from '#dashboard/ui/button.tsx';
import { CopyButton, CopyId, ShortId } from '#dashboard/ui/copy-id.tsx';
import { DateTime } from '#dashboard/ui/date-time.tsx';
import { Unknown } from '#dashboard/ui/unknown.tsx';

type NameOf = (id: string) => string | undefined;

const lineColumns = (nameOf: NameOf): Column<RunLine>[] => [
  {
    ...head('line', 'Line', 'w-16', 'w-6'),
    align: 'end',
    sortable: { by: ({ line }) => line },
    cell: ({ line }) => <span className="tabular text-muted">{formatCount(line)}</span>,
  },
  {
    ...head('member', 'Member', 'w-44', 'w-28'),
    sortable: { by: ({ memberId }) => nameOf(memberId) ?? memberId },
    cell: ({ memberId }) => {
      const name = nameOf(memberId);
      return (
        <RowLink
          href={memberAddress(memberId)}
          title={name && `${name}, ${memberId}`}
          className="block max-w-40 truncate text-accent-text underline-offset-2 hover:underline"
        >
          {name ? <bdi>{clip(name, 60)}</bdi> : <ShortId id={memberId} />}
        </RowLink>
      );
    },
  },
  {
    ...head('order', 'Order', 'w-40', 'w-28'),
    sortable: { by: ({ orderId }) => orderId },
    cell: (line) => {
      const href = lineHref(line);
      const id = <ShortId id={line.orderId} />;
      return (
        <span className="inline-flex items-center gap-1">
          {href ? (
            <RowLink href={href} className="text-accent-text underline-offset-2 hover:underline">
              {id}
            </RowLink>
          ) : (
            id
          )}
          <CopyButton text={line.orderId} label="Copy order ID" />
        </span>
      );
    },
  },
  labelColumn(head('outcome', 'Outcome', 'w-38', 'w-20'), wordsOfLine),
  {
    ...head('detail', 'Details', 'w-80', 'w-48'),
    sortable: { by: lineDetail },
    cell: (line) => (
      <span title={detailOf(line)} className="block min-w-full max-w-72 truncate text-soft">
        {detailOf(line)}
      </span>
    ),
  },
  {
    ...head('at', 'Sent', 'w-38', 'w-24'),
    sortable: { by: ({ at }) => at ?? undefined },
    cell: ({ at }) => (at === null ? <Unknown reason="Not sent." /> : <DateTime at={Date.parse(at)} />),
  },
  {
    ...head('request', 'Request ID', 'w-36', 'w-24'),
    cell: ({ requestId }) =>
      requestId === null ? <Unknown reason="Not sent." /> : <ShortId id={requestId} />,
  },
];

const lineFile = (nameOf: NameOf): FileColumn<RunLine>[] => [
  { heading: 'Line', cell: ({ line }) => line },
  { heading: 'Member', cell: ({ memberId }) => nameOf(memberId) },
  { heading: 'Member ID', cell: ({ memberId }) => memberId },
  { heading: 'Order ID', cell: ({ orderId }) => orderId },
  { heading: 'Outcome', cell: (line) => wordsOfLine(line).label },
  { heading: 'Details', cell: lineDetail },
  { heading: 'Sent', as: 'instant', cell: ({ at }) => at },
  { heading: 'Request ID', cell: ({ requestId }) => requestId },
];

/** The page of a line's request; a line that was never sent has none. */
function lineHref({ entry, at }: RunLine): string | undefined {
  return at === null ? undefined : entryAddress(entry);
}

function wordsOfLine(line: RunLine) {
  return wordsOf('cancelOrder', line);
}

/** What else there is to know about a line; empty if its outcome says everything. */
export function lineDetail(line: RunLine): string {
  const { meaning, next, label } = wordsOfLine(line);
  if (line.by === 'this-or-earlier') return 'By this or an earlier request: the answer was lost.';
  // A refusal without a documented code is known by its own words only.
  if (line.outcome === 'refused') return label === 'Refused' && line.message ? `“${line.message}”` : next;
  if (line.outcome === 'not-sent') return line.message ?? meaning;
  return ['unknown', 'not-done', 'undetermined'].includes(line.outcome) ? meaning : '';
}

function detailOf(line: RunLine): string {
  return clip(lineDetail(line), 300);
}

/**
 * Reads lines again when the run has gone on since they were read. A read or a load of all lines ends first: a run that
 * goes on would interrupt it again and again.
 */
function useNewestLines(run: Run, query: LinesQuery, isLoadingAll: boolean) {
  const { data, error, isFetching, refetch } = query;
  const progress = progressOf(run);
  const isOld = data?.pages.some(({ asOf }) => asOf !== progress) === true;
  const isDue = isOld && !isFetching && !isLoadingAll;
  /** What failed is tried again once the run has gone on. */
  const tried = useRef<string>(undefined);
  useEffect(() => {
    if (!isDue || (error && tried.current === progress)) return;
    tried.current = progress;
    void refetch();
  }, [isDue, error, progress, refetch]);
}

type LinesQuery = UseInfiniteQueryResult<InfiniteData<{ asOf: string | undefined }>>;

/** The lines of a run with their outcomes, as the run goes on; the address narrows them to one outcome. */
export function RunLines({ run }: { run: Run }) {
  const [search, setSearch] = useSearchParams();
  const group = LINE_GROUPS.find((each) => each.outcome === search.get('outcome'));
  const outcome = group?.outcome ?? null;
  const narrow = (to: JournalOutcome | null) =>
    setSearch(withParams(search, { outcome: to }), { replace: true });
  const query = useInfiniteQuery(runLinesQuery(run.id, outcome));
  const { counts } = run;
  const total = counts[group?.count ?? 'total'];
  const list = usePageRows(query, 'lines', { of: `${run.id} ${outcome}`, total });
  useNewestLines(run, query, list.progress.state === 'loading');
  const nameOf = useMemberNames(true);
  const table = useTableState(useMemo(() => lineColumns(nameOf), [nameOf]));
  const view = useSortedView(list, table, { asked: outcome });
  const chip = (value: JournalOutcome | null, label: string, count: number) => (
    <button
      key={label}
      type="button"
      aria-pressed={outcome === value}
      onClick={() => narrow(value)}
      className="inline-flex h-8 items-center gap-2 rounded-control border border-border px-2.5 text-table hover:bg-hover aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent-text max-md:h-11"
    >
      {label} <span className="tabular font-medium">{formatCount(count)}</span>
    </button>
  );
  return (
    <ListPage
      {...{ list, view, table }}
      part
      title="Lines of the run"
      noun="line"
      from="first"
      isFound={outcome !== null}
      file={{
        name: 'run lines',
        columns: lineFile(nameOf),
        filter: withParams(new URLSearchParams(), { outcome }),
      }}
      filters={
        <fieldset
          aria-label={`Outcomes of ${countOf(counts.total, 'order')}`}
          className="flex flex-wrap gap-2"
        >
          {chip(null, 'All', counts.total)}
          {LINE_GROUPS.filter(({ count }) => counts[count] > 0 || count === group?.count).map((each) =>
            chip(each.outcome, groupLabel(each, run), counts[each.count]),
          )}
        </fieldset>
      }
      footnote={list.rows.length < total && 'The report has all lines.'}
      row={{
        rowHref: lineHref,
        rowLabel: ({ line }) => `line ${formatCount(line)}`,
        card: (line) => (
          <>
            <div className="flex items-center justify-between gap-3">
              <span className="tabular text-muted text-table">Line {formatCount(line.line)}</span>
              <LabelBadge {...wordsOfLine(line)} />
            </div>
            <div className="mt-1 flex flex-wrap items-center justify-between gap-x-3">
              <span className="flex min-w-0 items-baseline gap-1.5">
                <bdi className="min-w-0 truncate">{clip(nameOf(line.memberId) ?? '', 60)}</bdi>
                <ShortId id={line.memberId} />
              </span>
              <CopyId id={line.orderId} name="order ID" />
            </div>
            <p className="text-soft text-table wrap-anywhere">{detailOf(line)}</p>
          </>
        ),
      }}
      empty={{
        title: 'No lines with this outcome',
        action: <Button onClick={() => narrow(null)}>Show all lines</Button>,
      }}
    />
  );
}
