import type { QueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { countOf } from '#dashboard/lib/figures.ts';
import { ListPage } from '#dashboard/list/list-page.tsx';
import { useSortedView } from '#dashboard/list/use-list-view.ts';
import { useTableState } from '#dashboard/table/table-state.ts';
import { Banner } from '#dashboard/ui/banner.tsx';
import { Button } from '#dashboard/ui/button.tsx';
import { activityColumns, activityCsv, KINDS, LineCard, lineHref } from './activity-columns.tsx';
import { ActivityFilters, useActivityFilter } from './activity-filters.tsx';
import { prefetchActivity, useActivity } from './use-activity.ts';

export function loader(client: QueryClient, search: URLSearchParams): Promise<void> {
  return prefetchActivity(client, search);
}

/** Every write made in Pledge, and every event that it received. */
export default function ActivityPage() {
  const [search] = useSearchParams();
  const setFilter = useActivityFilter();
  const { filter, list, unreadable, unsettled, fresh } = useActivity(search);
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
      filters={<ActivityFilters {...{ filter, count }} lines={list.rows} />}
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
          ? {
              title: 'No matching activity',
              action: <Button onClick={() => setFilter()}>Clear filters</Button>,
            }
          : {
              title: 'No activity yet',
              text: 'Actions taken here and events from the service will appear here.',
            }
      }
    />
  );
}

/** What must be said above the lines: that the gateway is checking outcomes, and what is missing. */
function Notes({ unsettled, unreadable }: Pick<ReturnType<typeof useActivity>, 'unsettled' | 'unreadable'>) {
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
