import type { QueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { outcomeLabel, wordsOf } from '#dashboard/api/operations/outcome-words.ts';
import { countOf } from '#dashboard/lib/figures.ts';
import { withParams } from '#dashboard/lib/search-params.ts';
import { DayChip } from '#dashboard/list/day-chip.tsx';
import { OneChip, TextChip } from '#dashboard/list/filter-chips.tsx';
import { ListPage } from '#dashboard/list/list-page.tsx';
import { PersonChip } from '#dashboard/list/person-chip.tsx';
import { useSortedView } from '#dashboard/list/use-list-view.ts';
import { FilterBar } from '#dashboard/table/filter-bar.tsx';
import { useTableState } from '#dashboard/table/table-state.ts';
import { Banner } from '#dashboard/ui/banner.tsx';
import { Button } from '#dashboard/ui/button.tsx';
import { activityColumns, activityCsv, LineCard, lineHref } from './activity-columns.tsx';
import { type ActivityFilter, type ActivityLine, KINDS, SHOWN_OUTCOMES } from './lines.ts';
import { prefetchActivity, useActivity } from './use-activity.ts';

export function loader(client: QueryClient, search: URLSearchParams): Promise<void> {
  return prefetchActivity(client, search);
}

/** Every write made in Pledge, and every event that it received. */
export default function ActivityPage() {
  const [search, setSearch] = useSearchParams();
  const { filter, list, unreadable, unsettled, fresh } = useActivity(search);
  const set = (change: Change) => setSearch(withParams(search, change), { replace: true });
  const clear = () => set(Object.fromEntries(Object.keys(filter).map((name) => [name, null])));
  const count = Object.values(filter).filter(Boolean).length;
  const table = useTableState(activityColumns);
  const view = useSortedView(list, table, { asked: filter });
  return (
    <ListPage
      {...{ list, view, table }}
      title="Activity"
      noun="line"
      viewKey={search.toString()}
      file={{ name: 'activity', columns: activityCsv }}
      filters={
        <FilterBar label="Filter activity" count={count} onClear={clear}>
          <Filters {...{ filter, set }} lines={list.rows} />
        </FilterBar>
      }
      actions={
        fresh > 0 && (
          <Button look="primary" onClick={list.refresh}>
            {fresh} new
          </Button>
        )
      }
      notes={<Notes {...{ unsettled, unreadable }} />}
      footnote="Shows only actions taken in Pledge and events received by it."
      row={{
        rowId: ({ id }) => id,
        rowHref: lineHref,
        rowLabel: ({ kind }) => KINDS[kind],
        card: (line) => <LineCard line={line} />,
      }}
      empty={
        count > 0
          ? { title: 'No matching activity', action: <Button onClick={clear}>Clear filters</Button> }
          : {
              title: 'No activity yet',
              text: 'Actions taken here and events from the service will appear here.',
            }
      }
    />
  );
}

type Change = Partial<Record<keyof ActivityFilter, string | null>>;

const IDS = [
  ['loan', 'Loan'],
  ['order', 'Order'],
  ['member', 'Member'],
  ['run', 'Run'],
] as const;

interface FiltersProps {
  filter: ActivityFilter;
  set: (change: Change) => void;
  lines: readonly ActivityLine[];
}

/** What the activity is narrowed to. All of it is in the address. */
function Filters({ filter, set, lines }: FiltersProps) {
  const { kind, outcome, person, from, to } = filter;
  const labelOf = (value: (typeof SHOWN_OUTCOMES)[number]) => {
    if (!kind || kind === 'event') return outcomeLabel(value);
    return wordsOf(kind, { outcome: value, by: null, code: null, status: null }).label;
  };
  return (
    <>
      <OneChip
        label="Kind"
        choices={Object.entries(KINDS).map(([value, label]) => ({ value, label }))}
        chosen={kind ?? null}
        onChange={(next) => set({ kind: next })}
      />
      <OneChip
        label="Outcome"
        choices={SHOWN_OUTCOMES.map((value) => ({ value, label: labelOf(value) }))}
        chosen={outcome ?? null}
        onChange={(next) => set({ outcome: next })}
      />
      <PersonChip
        loaded={lines.flatMap(({ entry }) => (entry?.person ? [{ id: entry.person, name: entry.who }] : []))}
        chosen={person ?? null}
        onChange={(next) => set({ person: next })}
      />
      {IDS.map(([name, label]) => (
        <TextChip
          key={name}
          label={label}
          text={filter[name] ?? ''}
          placeholder={`${label} ID`}
          onChange={(id) => set({ [name]: id.trim() })}
        />
      ))}
      <DayChip label="From" value={from ?? null} onChange={(day) => set({ from: day })} />
      <DayChip label="To" value={to ?? null} onChange={(day) => set({ to: day })} />
    </>
  );
}

interface NotesProps {
  unsettled: ReturnType<typeof useActivity>['unsettled'];
  unreadable: number;
}

/** What must be said above the lines: that the gateway is checking outcomes, and what is missing. */
function Notes({ unsettled, unreadable }: NotesProps) {
  const { data, error, isFetching, refetch, entries } = unsettled;
  return (
    <>
      {entries.length > 0 && (
        <Banner
          tone="warning"
          title={`${data?.next ? 'More than ' : ''}${countOf(entries.length, 'outcome')} not known yet`}
        >
          The answers were lost. Pledge is checking the outcomes and sends nothing again. Open an entry to see
          its checks.
        </Banner>
      )}
      {error && !data && (
        <Banner
          tone="warning"
          title="Unknown outcomes could not be loaded"
          action={
            <Button busy={isFetching} onClick={() => void refetch()}>
              Retry
            </Button>
          }
        />
      )}
      {unreadable > 0 && (
        <Banner tone="warning" title={`${countOf(unreadable, 'line')} could not be read`}>
          They are not shown. All other lines are complete.
        </Banner>
      )}
    </>
  );
}
