import { type QueryClient, useInfiniteQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useMemo } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { AUDIT_ACTIONS, type AuditEntry, type AuditFilter } from '#contract/audit.ts';
import { auditFileAddress, auditPages } from '#dashboard/api/activity/audit-log.ts';
import { ACTION_LABELS, subjectOf } from '#dashboard/api/activity/audit-words.ts';
import { useQueryRows } from '#dashboard/api/http/use-query-rows.ts';
import { useStanding } from '#dashboard/api/http/use-standing-error.ts';
import { readDay } from '#dashboard/lib/day-param.ts';
import { withParams } from '#dashboard/lib/search-params.ts';
import { boundsOfDay } from '#dashboard/lib/times.ts';
import { readUuid } from '#dashboard/lib/uuid.ts';
import { DayChip } from '#dashboard/list/day-chip.tsx';
import { OneChip, TextChip } from '#dashboard/list/filter-chips.tsx';
import { ListPage } from '#dashboard/list/list-page.tsx';
import { PersonChip } from '#dashboard/list/person-chip.tsx';
import { useSortedView } from '#dashboard/list/use-list-view.ts';
import { FilterBar } from '#dashboard/table/filter-bar.tsx';
import { useTableState } from '#dashboard/table/table-state.ts';
import { Button, buttonClass } from '#dashboard/ui/button.tsx';
import { AuditCard, auditColumns } from './audit-columns.tsx';

/** The filter in an address; invalid values are ignored. Days are in the chosen time zone. */
function readFilter(search: URLSearchParams) {
  const text = (name: string) => (search.get(name) ?? '').slice(0, 200) || null;
  return {
    person: text('person'),
    action: AUDIT_ACTIONS.find((action) => action === search.get('action')) ?? null,
    loan: text('loan'),
    member: text('member'),
    order: text('order'),
    run: readUuid(search, 'run'),
    from: readDay(search, 'from'),
    to: readDay(search, 'to'),
  };
}

type Filter = ReturnType<typeof readFilter>;

function toQuery({ from, to, ...asked }: Filter): AuditFilter {
  const given = Object.entries(asked).filter(([, value]) => value !== null);
  return {
    ...Object.fromEntries(given),
    ...(from !== null && { from: new Date(boundsOfDay(from).from).toISOString() }),
    ...(to !== null && { to: new Date(boundsOfDay(to).to).toISOString() }),
  };
}

export async function loader(client: QueryClient, search: URLSearchParams): Promise<void> {
  await client.prefetchInfiniteQuery(auditPages(toQuery(readFilter(search))));
}

/** The audit log: who did what. */
export default function AuditLogPage() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const address = search.toString();
  const filter = readFilter(search);
  const query = toQuery(filter);
  const log = useStanding(useInfiniteQuery(auditPages(query)));
  const pages = log.data?.pages;
  const rows = useMemo(() => pages?.flatMap(({ lines }) => lines), [pages]);
  const unreadable = pages?.reduce((sum, page) => sum + page.unreadable, 0) ?? 0;
  const total = pages?.[0]?.total ?? undefined;
  const list = useQueryRows([log], { rows, total, unreadable, of: address });
  const table = useTableState(auditColumns);
  const view = useSortedView(list, table, { asked: filter });
  const set = (change: Partial<Record<keyof Filter, string | null>>) =>
    navigate({ search: String(withParams(search, change)) }, { replace: true });
  const clear = () => set(Object.fromEntries(Object.keys(filter).map((name) => [name, null])));
  const count = Object.values(filter).filter(Boolean).length;
  return (
    <ListPage
      {...{ list, view, table }}
      title="Audit log"
      noun="line"
      viewKey={address}
      actions={
        <a href={auditFileAddress(query)} download className={buttonClass()}>
          <Download size={16} aria-hidden />
          Export
        </a>
      }
      filters={
        <FilterBar label="Filter the audit log" count={count} onClear={clear}>
          <PersonChip
            loaded={personsOf(rows)}
            chosen={filter.person}
            onChange={(person) => set({ person })}
          />
          <OneChip
            label="Action"
            choices={AUDIT_ACTIONS.map((value) => ({ value, label: ACTION_LABELS[value] }))}
            chosen={filter.action}
            onChange={(action) => set({ action })}
          />
          {RECORDS.map(([name, label]) => (
            <TextChip
              key={name}
              label={label}
              text={filter[name] ?? ''}
              placeholder={`${label} ID`}
              onChange={(id) => set({ [name]: id.trim() })}
            />
          ))}
          <DayChip label="From" value={filter.from} onChange={(from) => set({ from })} />
          <DayChip label="To" value={filter.to} onChange={(to) => set({ to })} />
        </FilterBar>
      }
      row={{
        rowId: ({ number }) => String(number),
        rowHref: (entry) => subjectOf(entry)?.href,
        rowLabel: (entry) => subjectOf(entry)?.label ?? '',
        card: (entry) => <AuditCard entry={entry} />,
      }}
      empty={
        count > 0
          ? { title: 'No matching lines', action: <Button onClick={clear}>Clear filters</Button> }
          : { title: 'Nothing recorded yet', text: 'What people do in Pledge is recorded here.' }
      }
    />
  );
}

const RECORDS = [
  ['loan', 'Loan'],
  ['member', 'Member'],
  ['order', 'Order'],
  ['run', 'Run'],
] as const;

/** The persons of the loaded entries. */
function personsOf(rows: readonly AuditEntry[] | undefined) {
  return (rows ?? []).flatMap(({ who }) => (who?.person ? [{ id: who.person, name: who.name }] : []));
}
