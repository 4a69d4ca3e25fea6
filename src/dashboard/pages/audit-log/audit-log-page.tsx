import { type QueryClient, useInfiniteQuery } from '@tanstack/react-query';
import Download from 'lucide-react/icons/download';
import { useSearchParams } from 'react-router-dom';
import { AUDIT_ACTIONS, type AuditFilter } from '#contract/audit.ts';
import { auditFileAddress, auditPages } from '#dashboard/api/activity/audit-log.ts';
import { ACTION_LABELS, subjectOf } from '#dashboard/api/activity/audit-words.ts';
import { usePageRows } from '#dashboard/api/http/use-query-rows.ts';
import { daysProblem } from '#dashboard/lib/day-range.ts';
import { withParams } from '#dashboard/lib/search-params.ts';
import { historyParams, instantsOf, readHistoryFilter, recordChip } from '#dashboard/list/history-filter.ts';
import { countFilters, ListFilters } from '#dashboard/list/list-filters.tsx';
import { ListPage } from '#dashboard/list/list-page.tsx';
import { nothingFound } from '#dashboard/list/list-search.tsx';
import { useSortedView } from '#dashboard/list/use-list-view.ts';
import { useTableState } from '#dashboard/table/table-state.ts';
import { Button, buttonClass } from '#dashboard/ui/button.tsx';
import { AuditCard, auditColumns } from './audit-columns.tsx';

function readFilter(search: URLSearchParams) {
  const action = AUDIT_ACTIONS.find((action) => action === search.get('action'));
  return { ...readHistoryFilter(search), action };
}

const NO_FILTER = readFilter(new URLSearchParams());

function toQuery({ days, ...filter }: typeof NO_FILTER): AuditFilter {
  return { ...filter, ...instantsOf(days) };
}

export async function loader(client: QueryClient, search: URLSearchParams): Promise<void> {
  await client.prefetchInfiniteQuery(auditPages(toQuery(readFilter(search))));
}

export default function AuditLogPage() {
  const [search, setSearch] = useSearchParams();
  const filter = readFilter(search);
  const query = toQuery(filter);
  const list = usePageRows(useInfiniteQuery(auditPages(query)), 'lines', { of: search.toString() });
  const table = useTableState(auditColumns);
  const view = useSortedView(list, table, { asked: filter });
  const people = list.rows.flatMap(({ who }) => (who?.person ? [{ id: who.person, name: who.name }] : []));
  const set = (next: typeof filter) => setSearch(withParams(search, historyParams(next)), { replace: true });
  return (
    <ListPage
      {...{ list, view, table }}
      title="Audit log"
      noun="line"
      actions={
        <a href={auditFileAddress(query)} download className={buttonClass()}>
          <Download size={16} aria-hidden />
          Export
        </a>
      }
      filters={
        <ListFilters
          label="Filter the audit log"
          filter={filter}
          none={NO_FILTER}
          search={{
            name: 'q',
            label: 'Search the audit log by ID or person’s name',
            placeholder: 'ID or person’s name',
          }}
          chips={[
            { name: 'person', label: 'Person', people },
            { name: 'action', label: 'Action', choices: ACTION_CHOICES },
            ...(['loan', 'order', 'run'] as const).map(recordChip),
            { name: 'member', label: 'Member', member: 'by both' },
            { name: 'days', label: 'Date', isDays: true },
          ]}
          onChange={set}
        />
      }
      row={{
        rowId: ({ number }) => String(number),
        rowHref: (entry) => subjectOf(entry)?.href,
        rowLabel: (entry) => subjectOf(entry)?.label ?? '',
        card: (entry) => <AuditCard entry={entry} />,
      }}
      problem={daysProblem(filter.days)}
      isFound={filter.q !== undefined}
      empty={
        filter.q
          ? nothingFound(filter.q, () => set({ ...filter, q: undefined }))
          : countFilters(filter) > 0
            ? {
                title: 'No matching lines',
                action: <Button onClick={() => set(NO_FILTER)}>Clear filters</Button>,
              }
            : { title: 'Nothing recorded yet', text: 'What people do in Pledge is recorded here.' }
      }
    />
  );
}

const ACTION_CHOICES = AUDIT_ACTIONS.map((value) => ({ value, label: ACTION_LABELS[value] }));
