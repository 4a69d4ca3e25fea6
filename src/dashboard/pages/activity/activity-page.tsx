import { useSearchParams } from 'react-router-dom';
import { labelOfOutcome } from '#contract/outcome-labels.ts';
import { entryAddress } from '#dashboard/api/addresses.ts';
import { openText, useOpenCount } from '#dashboard/api/operations/journal.ts';
import { outcomeLabel } from '#dashboard/api/operations/outcome-words.ts';
import { useOwnActivityNote } from '#dashboard/forms/own-activity-note.ts';
import { daysProblem } from '#dashboard/lib/day-range.ts';
import { withParams } from '#dashboard/lib/search-params.ts';
import { historyParams, recordChip } from '#dashboard/list/history-filter.ts';
import { countFilters, ListFilters } from '#dashboard/list/list-filters.tsx';
import { ListPage } from '#dashboard/list/list-page.tsx';
import { nothingFound } from '#dashboard/list/list-search.tsx';
import { useSortedView } from '#dashboard/list/use-list-view.ts';
import { useTableState } from '#dashboard/table/table-state.ts';
import { Banner } from '#dashboard/ui/banner.tsx';
import { Button } from '#dashboard/ui/button.tsx';
import { activityColumns, activityCsv, LineCard, lineLabel } from './activity-columns.tsx';
import { type ActivityLine, KINDS, readActivityFilter, SHOWN_OUTCOMES } from './lines.ts';
import { prefetchActivity, useActivity } from './use-activity.ts';

export const loader = prefetchActivity;

export default function ActivityPage() {
  const [search, setSearch] = useSearchParams();
  const { filter, list, unsettled, fresh } = useActivity(search);
  const { kind, q } = filter;
  const set = (next: typeof filter) => setSearch(withParams(search, historyParams(next)), { replace: true });
  const people = list.rows.flatMap(({ entry }) =>
    entry?.person ? [{ id: entry.person, name: entry.who }] : [],
  );
  const note = useOwnActivityNote();
  const table = useTableState(activityColumns);
  const view = useSortedView(list, table, { asked: filter });
  return (
    <ListPage
      {...{ list, view, table }}
      title="Activity"
      noun="line"
      file={{
        name: 'activity',
        columns: activityCsv,
        filter: withParams(new URLSearchParams(), historyParams(filter)),
      }}
      filters={
        <ListFilters
          label="Filter activity"
          {...{ filter }}
          none={NO_FILTER}
          search={{
            name: 'q',
            label: 'Search activity by ID or person’s name',
            placeholder: 'ID or person’s name',
          }}
          chips={[
            { name: 'kind', label: 'Kind', choices: KIND_CHOICES },
            { name: 'outcome', label: 'Outcome', choices: outcomeChoices(kind) },
            { name: 'person', label: 'Person', people },
            ...(['loan', 'order', 'run'] as const).map(recordChip),
            { name: 'member', label: 'Member', member: 'in requests' },
            { name: 'days', label: 'Date', isDays: true },
          ]}
          onChange={set}
        />
      }
      actions={
        fresh !== null && (
          <Button look="primary" onClick={list.refresh}>
            {fresh}
          </Button>
        )
      }
      notes={<Notes unsettled={unsettled} />}
      footnote={note || 'Shows only actions taken in Pledge and events received by it.'}
      row={{
        rowId: ({ id }) => id,
        rowHref: ({ entry }) => (entry ? entryAddress(entry.id) : undefined),
        rowLabel: lineLabel,
        card: (line) => <LineCard line={line} />,
      }}
      problem={daysProblem(filter.days)}
      isFound={q !== undefined}
      empty={
        q
          ? nothingFound(q, () => set({ ...filter, q: undefined }))
          : countFilters(filter) > 0
            ? {
                title: 'No matching activity',
                action: <Button onClick={() => set(NO_FILTER)}>Clear filters</Button>,
              }
            : {
                title: 'No activity yet',
                text: 'Actions taken here and events from the service will appear here.',
              }
      }
    />
  );
}

const NO_FILTER = readActivityFilter(new URLSearchParams());

const KIND_CHOICES = Object.entries(KINDS).map(([value, label]) => ({ value, label }));

/** The outcomes, in the words for writes of the chosen kind. */
function outcomeChoices(kind: ActivityLine['kind'] | undefined) {
  const isKnown = kind && kind !== 'event';
  return SHOWN_OUTCOMES.map((value) => {
    return { value, label: isKnown ? labelOfOutcome(kind, value) : outcomeLabel(value) };
  });
}

/** What must be said above the lines: that the gateway is checking outcomes, or that it isn't known. */
function Notes({ unsettled }: Pick<ReturnType<typeof useActivity>, 'unsettled'>) {
  const { data, error, isFetching, refetch } = unsettled;
  const open = useOpenCount();
  return (
    <>
      {open !== null && open.count > 0 && (
        <Banner tone="warning" title={openText(open)}>
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
    </>
  );
}
