import type { QueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { JournalEntry } from '#contract/journal.ts';
import { countOf } from '#dashboard/lib/figures.ts';
import { zoneSentence } from '#dashboard/lib/times.ts';
import { CardList } from '#dashboard/table/card-list.tsx';
import { ColumnChooser } from '#dashboard/table/column-chooser.tsx';
import { DataTable } from '#dashboard/table/data-table.tsx';
import { ExportButton } from '#dashboard/table/export-button.tsx';
import { Failed, MoreFailed, RefreshFailed } from '#dashboard/table/failures.tsx';
import { Freshness } from '#dashboard/table/freshness.tsx';
import { LoadProgressBar } from '#dashboard/table/load-progress-bar.tsx';
import { useTableState } from '#dashboard/table/table-state.ts';
import { Banner } from '#dashboard/ui/banner.tsx';
import { Button } from '#dashboard/ui/button.tsx';
import { Notice } from '#dashboard/ui/notice.tsx';
import { PageHead } from '#dashboard/ui/page-title.tsx';
import { useMedia } from '#dashboard/ui/use-media.ts';
import { useNow } from '#dashboard/ui/use-now.ts';
import { useSettings } from '#dashboard/ui/use-settings.ts';
import { activityColumns, activityCsv, LineCard } from './activity-columns.tsx';
import { ActivityFilters } from './activity-filters.tsx';
import type { ActivityLine } from './lines.ts';
import { prefetchActivity, useActivity } from './use-activity.ts';
import { useLoadAll } from './use-load-all.ts';

/** Writes whose outcome nobody knows yet; they stand on top until somebody finds out. */
function Unsettled({ entries }: { entries: readonly JournalEntry[] }) {
  if (entries.length === 0) return null;
  return (
    <Banner tone="warning" title={`${entries.length} with an unknown outcome`}>
      The answer to them was lost. They may have been carried out; find out before you send any of them again.
      A loan is looked for from its own page, an order by cancelling it once more: that it is already
      cancelled settles it.
    </Banner>
  );
}

export function loader(client: QueryClient, search: URLSearchParams): Promise<void> {
  return prefetchActivity(client, search);
}

/** Every write through this desk, and every event that reached it. */
export default function ActivityPage() {
  const [search] = useSearchParams();
  const { density, shortcuts } = useSettings();
  const { filter, lines, total, unsettled, fresh, sources, refresh } = useActivity(search);
  const shown = lines?.length ?? 0;
  const { progress, start, load } = useLoadAll(sources, search.toString(), shown, total);
  const now = useNow();
  const wide = useMedia('(min-width: 48rem)');
  const columns = useMemo(() => activityColumns(), []);
  const table = useTableState(columns);

  const failed = sources.find((source) => source.error && !source.data);
  // Older lines that could not be loaded are told of where they were asked for.
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
        title={isNarrowed ? 'Nothing that happened here is so' : 'Nothing has happened here yet'}
        action={<Button onClick={refresh}>Look again</Button>}
      >
        What is sent through this desk, and what the service tells it, stands here.
      </Notice>
    )
  );
  const list = {
    label: 'Activity',
    rows: lines,
    busy: false,
    children: state || undefined,
    rowId: (line: ActivityLine) => line.id,
  };
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
            partial={more.length > 0 ? 'the newest of them; Load all brings the rest' : undefined}
          />
          {wide && <ColumnChooser choice={table.choice} />}
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
      <Unsettled entries={unsettled.data?.entries ?? []} />
      {unsettled.error && !unsettled.data && !failed && (
        <Banner
          tone="warning"
          title="Whether an outcome is unknown could not be looked up"
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
          The desk’s server sent something else in their place; the lines shown are complete but for that.
        </Banner>
      )}
      {progress && <LoadProgressBar progress={progress} noun="line" load={load} />}
      {wide ? (
        <DataTable {...list} {...{ density, shortcuts }} columns={table.columns} view={search.toString()} />
      ) : (
        <CardList {...list} card={(line) => <LineCard line={line} />} />
      )}
      {older?.error && !progress && <MoreFailed what="older lines" error={older.error} />}
      {more.length > 0 && progress?.state !== 'loading' && (
        <div className="flex flex-wrap items-center gap-2">
          <Button
            busy={more.some((source) => source.isFetchingNextPage)}
            onClick={() => void Promise.all(more.map((source) => source.fetchNextPage()))}
          >
            Load older
          </Button>
          <Button onClick={start}>Load all {countOf(total, 'line')}</Button>
        </div>
      )}
      <p className="text-label text-muted">
        Partial history: only what passed through this desk or was told to it. {zoneSentence(now)}
      </p>
    </div>
  );
}
