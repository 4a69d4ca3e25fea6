import { type QueryClient, useInfiniteQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { APPROVAL_STATES, type Approval } from '#contract/approvals.ts';
import { approvalAddress, RULES_ADDRESS } from '#dashboard/api/addresses.ts';
import { ruleText, STATE_LABELS, titleOf } from '#dashboard/api/approvals/approval-words.ts';
import { approvalListQuery } from '#dashboard/api/approvals/approvals.ts';
import { usePageRows } from '#dashboard/api/http/use-query-rows.ts';
import { useMay } from '#dashboard/api/session/permissions.ts';
import { ButtonLink } from '#dashboard/forms/button-link.tsx';
import type { FileColumn } from '#dashboard/lib/export/file-column.ts';
import { withParams } from '#dashboard/lib/search-params.ts';
import { clip } from '#dashboard/lib/truncate.ts';
import { CardLines } from '#dashboard/list/card-lines.tsx';
import { head, labelColumn, textColumn, timeColumn } from '#dashboard/list/columns.tsx';
import { ListPage } from '#dashboard/list/list-page.tsx';
import { nothingFound, RestingSearch } from '#dashboard/list/list-search.tsx';
import { useSortedView } from '#dashboard/list/use-list-view.ts';
import type { Column } from '#dashboard/table/column.ts';
import { Segment, Segments } from '#dashboard/table/filter-bar.tsx';
import { RowLink } from '#dashboard/table/row-link.tsx';
import { useTableState } from '#dashboard/table/table-state.ts';
import { LabelBadge } from '#dashboard/ui/badge.tsx';
import { DateTime } from '#dashboard/ui/date-time.tsx';

const why = ({ because }: Approval) => because.map(ruleText).join(' ');

const approvalColumns: Column<Approval>[] = [
  {
    ...head('what', 'Request', 'w-52', 'w-44'),
    required: true,
    sortable: { by: titleOf },
    cell: (approval) => (
      <RowLink href={approvalAddress(approval.id)} className="font-medium text-accent-text hover:underline">
        {titleOf(approval)}
      </RowLink>
    ),
  },
  labelColumn(head('state', 'State', 'w-26', 'w-16'), ({ state }) => STATE_LABELS[state]),
  textColumn(head('who', 'Requested by', 'w-32', 'w-28'), ({ requester }) => requester.name),
  timeColumn(head('at', 'Requested', 'w-36', 'w-28'), ({ requestedAt }) => requestedAt),
  textColumn(head('by', 'Decided by', 'w-32', 'w-28'), ({ decision }) => decision?.by?.name),
  textColumn(head('why', 'Why it needs approval', 'w-96', 'w-64'), why),
];

const approvalFile: FileColumn<Approval>[] = [
  { heading: 'Request', cell: titleOf },
  { heading: 'State', cell: ({ state }) => STATE_LABELS[state].label },
  { heading: 'Requested by', cell: ({ requester }) => requester.name },
  { heading: 'Requested', as: 'instant', cell: ({ requestedAt }) => requestedAt },
  { heading: 'Decided by', cell: ({ decision }) => decision?.by?.name },
  { heading: 'Decided', as: 'instant', cell: ({ decision }) => decision?.at },
  { heading: 'Why it needs approval', cell: why },
  { heading: 'Reason for the request', cell: ({ reason }) => reason },
  { heading: 'Reason for the decision', cell: ({ decision }) => decision?.reason },
  { heading: 'Approval ID', cell: ({ id }) => id },
];

const NONE = new URLSearchParams();

function filterIn(search: URLSearchParams) {
  const state = APPROVAL_STATES.find((state) => state === search.get('state')) ?? null;
  return { state, q: search.get('q') || undefined };
}

export function loader(client: QueryClient, search: URLSearchParams): Promise<void> {
  const { state, q } = filterIn(search);
  return client.prefetchInfiniteQuery(approvalListQuery(state, q));
}

export default function ApprovalsPage() {
  const [search, setSearch] = useSearchParams();
  const { state, q } = filterIn(search);
  const mayManage = useMay('manage-people');
  const query = useInfiniteQuery(approvalListQuery(state, q));
  const list = usePageRows(query, 'approvals', { of: `${state} ${q}` });
  const table = useTableState(approvalColumns);
  const view = useSortedView(list, table, { asked: [state, q] });
  const find = (text: string) => setSearch(withParams(search, { q: text }), { replace: true });
  return (
    <ListPage
      {...{ list, view, table }}
      title="Approvals"
      noun="request"
      file={{ name: 'approvals', columns: approvalFile, filter: withParams(NONE, { state, q }) }}
      actions={mayManage && <ButtonLink to={RULES_ADDRESS}>Rules</ButtonLink>}
      isFound={q !== undefined}
      filters={
        <>
          <RestingSearch
            label="Search approvals by ID, reason or person’s name"
            placeholder="ID, reason or person’s name"
            text={q ?? ''}
            onChange={find}
          />
          <Segments label="State">
            {[null, ...APPROVAL_STATES].map((one) => (
              <Segment
                key={one}
                to={{ search: `?${withParams(search, { state: one })}` }}
                current={one === state}
              >
                {one === null ? 'All' : STATE_LABELS[one].label}
              </Segment>
            ))}
          </Segments>
        </>
      }
      row={{
        rowHref: ({ id }) => approvalAddress(id),
        rowLabel: titleOf,
        rowId: ({ id }) => id,
        card: (approval) => (
          <CardLines
            title={titleOf(approval)}
            aside={<LabelBadge {...STATE_LABELS[approval.state]} />}
            note={<bdi className="min-w-0 truncate">{clip(approval.requester.name, 80)}</bdi>}
            noteAside={<DateTime at={Date.parse(approval.requestedAt)} />}
          >
            <p className="mt-1 text-soft text-table wrap-anywhere">{why(approval)}</p>
          </CardLines>
        ),
      }}
      empty={
        q
          ? nothingFound(q, () => find(''), 'part of a reason or a person’s name')
          : {
              title: state ? `No requests are ${STATE_LABELS[state].label.toLowerCase()}` : 'No requests yet',
              text: 'Loans and runs that need approval under your organisation’s rules appear here.',
            }
      }
    />
  );
}
