import type { QueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { countOf } from '#dashboard/lib/figures.ts';
import type { Load, LoadProgress } from '#dashboard/lib/load-pages.ts';
import { zoneSentence } from '#dashboard/lib/times.ts';
import { Columns, RowList } from '#dashboard/list/row-list.tsx';
import { ExportButton } from '#dashboard/table/export-button.tsx';
import { Failed, MoreFailed, RefreshFailed } from '#dashboard/table/failures.tsx';
import { Freshness } from '#dashboard/table/freshness.tsx';
import { LoadProgressBar } from '#dashboard/table/load-progress-bar.tsx';
import { useTableState } from '#dashboard/table/table-state.ts';
import { Banner } from '#dashboard/ui/banner.tsx';
import { Button } from '#dashboard/ui/button.tsx';
import { Notice } from '#dashboard/ui/notice.tsx';
import { PageHead } from '#dashboard/ui/page-title.tsx';
import { useNow } from '#dashboard/ui/use-now.ts';
import { activityColumns, activityCsv, LineCard } from './activity-columns.tsx';
import { ActivityFilters } from './activity-filters.tsx';
import { prefetchActivity, useActivity } from './use-activity.ts';

/** Says that the gateway is checking outcomes, which are listed first. */
function Unsettled({ count, hasMore }: { count: number; hasMore: boolean }) {
  if (count === 0) return null;
  return (
    <Banner tone="warning" title={`${hasMore ? 'More than ' : ''}${countOf(count, 'outcome')} not known yet`}>
      The answers were lost. Pledge is checking what became of them and sends nothing a second time. Open one
      to see its checks.
    </Banner>
  );
}

export function loader(client: QueryClient, search: URLSearchParams): Promise<void> {
  return prefetchActivity(client, search);
}

/** Every write made in Pledge, and every event that it received. */
export default function ActivityPage() {
  const [search] = useSearchParams();
  const { filter, lines, total, unsettled, fresh, sources, refresh } = useActivity(search);
  const shown = lines?.length ?? 0;
  const { progress, start, load } = useLoadAll(sources, search.toString(), shown, total);
  const now = useNow();
  const columns = useMemo(() => activityColumns(), []);
  const table = useTableState(columns);

  const failed = sources.find((source) => source.error && !source.data);
  // Reported next to the button that asked for them.
  const older = sources.find((source) => source.isFetchNextPageError);
  const kept = sources.filter((source) => !source.isFetchNextPageError);
  const stale = [...kept, unsettled].find((source) => source.error && source.data);
  const pages = sources.flatMap<{ unreadable: number }>((source) => [...(source.data?.pages ?? [])]);
  const unreadable = pages.reduce((sum, page) => sum + page.unreadable, 0);
  const more = sources.filter((source) => source.hasNextPage);
  const isNarrowed = Object.values(filter).some(Boolean);
  const state = failed ? (
    <Failed what="activity" error={failed.error as Error} retrying={failed.isFetching} retry={refresh} />
  ) : (
    shown === 0 &&
    lines && (
      <Notice
        title={isNarrowed ? 'No matching activity' : 'No activity yet'}
        action={<Button onClick={refresh}>Refresh</Button>}
      >
        Actions taken here and events from the service will appear here.
      </Notice>
    )
  );
  return (
    <div className="mx-auto flex max-w-400 flex-col gap-3 px-4 py-4 md:px-6 desk:h-full">
      <PageHead title="Activity">
        <div className="flex flex-wrap items-center justify-end gap-2">
          {fresh > 0 && (
            <Button look="primary" onClick={refresh}>
              {fresh} new
            </Button>
          )}
          <Freshness
            at={Math.min(...sources.map((source) => source.dataUpdatedAt))}
            refreshing={sources.some((source) => source.isRefetching)}
            refresh={refresh}
          />
          <ExportButton
            name="activity"
            columns={activityCsv}
            rows={lines ?? []}
            total={total}
            partial={more.length > 0 ? 'the newest of them; “Load all” loads the rest' : undefined}
          />
          <Columns choice={table.choice} />
        </div>
      </PageHead>
      {stale?.error && !failed && (
        <RefreshFailed
          what="lines"
          error={stale.error}
          retrying={stale.isFetching}
          retry={refresh}
          at={stale.dataUpdatedAt}
        />
      )}
      <Unsettled count={unsettled.entries.length} hasMore={Boolean(unsettled.data?.next)} />
      {unsettled.error && !unsettled.data && !failed && (
        <Banner
          tone="warning"
          title="Unknown outcomes could not be loaded"
          action={
            <Button busy={unsettled.isFetching} onClick={() => void unsettled.refetch()}>
              Retry
            </Button>
          }
        />
      )}
      <ActivityFilters filter={filter} />
      {unreadable > 0 && (
        <Banner tone="warning" title={`${countOf(unreadable, 'line')} could not be read`}>
          They are left out. The other lines are complete.
        </Banner>
      )}
      {progress && <LoadProgressBar progress={progress} noun="line" load={load} />}
      <RowList
        label="Activity"
        rows={lines}
        busy={false}
        columns={table.columns}
        view={search.toString()}
        rowId={(line) => line.id}
        card={(line) => <LineCard line={line} />}
      >
        {state || undefined}
      </RowList>
      {older?.error && !progress && <MoreFailed what="older lines" error={older.error} />}
      {more.length > 0 && progress?.state !== 'loading' && (
        <div className="flex flex-wrap items-center gap-2">
          <Button
            busy={more.some((source) => source.isFetchingNextPage)}
            onClick={() => void Promise.all(more.map((source) => source.fetchNextPage()))}
          >
            Load older
          </Button>
          <Button onClick={start}>
            {total === undefined ? 'Load all lines' : `Load all ${countOf(total, 'line')}`}
          </Button>
        </div>
      )}
      <p className="text-label text-muted">
        Shows only actions taken in Pledge and events received by it. {zoneSentence(now)}
      </p>
    </div>
  );
}

/** A list that is read page after page. */
interface Source {
  hasNextPage: boolean;
  isFetching: boolean;
  isFetchNextPageError: boolean;
  error: Error | null;
  fetchNextPage(): Promise<unknown>;
}

/** Loads whole lists, page after page. `of` names what is loaded: the load ends when it changes. */
function useLoadAll(sources: readonly Source[], of: string, loaded: number, total: number | undefined) {
  const [asked, setAsked] = useState<{ of: string; state: LoadProgress['state'] } | null>(null);
  const state = asked?.of === of ? asked.state : null;
  const failed = sources.find((source) => source.isFetchNextPageError);
  const next = sources.find((source) => source.hasNextPage);
  useEffect(() => {
    if (state !== 'loading' || next?.isFetching) return;
    if (!next) setAsked({ of, state: 'complete' });
    else if (failed) setAsked({ of, state: 'partial' });
    else void next.fetchNextPage();
  }, [state, next, failed, of]);

  const go = (to: LoadProgress['state']) => () => setAsked({ of, state: to });
  const progress: LoadProgress | null = state && {
    ...{ state, loaded, total, unreadable: 0, doubt: 'none' },
    failedPages: state === 'partial' && failed ? 1 : 0,
    error: failed?.error ?? undefined,
  };
  const load: Omit<Load, 'done'> = {
    pause: go('paused'),
    resume: go('loading'),
    stop: go('stopped'),
    // The page that failed is asked for first; its failure is shown until it has loaded.
    retry: () => void next?.fetchNextPage().then(go('loading')),
  };
  return { progress, start: go('loading'), load };
}
