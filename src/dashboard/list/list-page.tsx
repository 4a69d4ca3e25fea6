import Bookmark from 'lucide-react/icons/bookmark';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Listed } from '#dashboard/api/http/use-query-rows.ts';
import type { FileColumn } from '#dashboard/lib/export/file-column.ts';
import { seenOf } from '#dashboard/lib/figures.ts';
import { hasEveryRow } from '#dashboard/lib/load-pages.ts';
import { WIDE } from '#dashboard/lib/reader.ts';
import { withParams } from '#dashboard/lib/search-params.ts';
import { zoneSentence } from '#dashboard/lib/times.ts';
import { ColumnChooser } from '#dashboard/table/column-chooser.tsx';
import { ExportButton } from '#dashboard/table/export-button.tsx';
import { Failed, RefreshFailed } from '#dashboard/table/failures.tsx';
import { Freshness } from '#dashboard/table/freshness.tsx';
import { LoadNews } from '#dashboard/table/load-progress-bar.tsx';
import { SortSelect } from '#dashboard/table/sort-select.tsx';
import type { TableState } from '#dashboard/table/table-state.ts';
import type { SumRow } from '#dashboard/table/table-sums.tsx';
import { Button, buttonClass } from '#dashboard/ui/button.tsx';
import { lazyPanel } from '#dashboard/ui/lazy-part.tsx';
import { Notice } from '#dashboard/ui/notice.tsx';
import { PageHead } from '#dashboard/ui/page-title.tsx';
import { PopoverButton } from '#dashboard/ui/popover-button.tsx';
import { useMedia } from '#dashboard/ui/use-media.ts';
import { useNow } from '#dashboard/ui/use-now.ts';
import { usePatience } from '#dashboard/ui/use-patience.ts';
import { countLine } from './list-count.ts';
import { RowList, type RowListProps } from './row-list.tsx';
import type { ListView } from './use-list-view.ts';

const ViewsPanel = lazyPanel(() => import('./views-panel.tsx').then((module) => module.ViewsPanel));

interface ListPageProps<Row> {
  title: string;
  noun: string;
  /** What one loaded row is, if only some of them are listed. */
  loaded?: string;
  /** Which rows come before the others: the `newest`, unless something else is said. */
  from?: string;
  list: Listed<{ readonly length: number }>;
  view: ListView<Row>;
  /** Names what is shown, if the address alone doesn't; when it changes, the table goes back to its top. */
  viewKey?: string;
  table: TableState<Row>;
  /** The rows are called by the page's title, unless they have a `label`. */
  row: Pick<RowListProps<Row>, 'rowHref' | 'rowLabel' | 'rowId' | 'card' | 'selection'> & { label?: string };
  /** How many filters are on, and what takes them off; a list without them is shown as the service narrows it. */
  filtered?: number;
  clear?: () => void;
  /** The service was asked for these rows alone: how many there are besides isn't known. */
  isFound?: boolean;
  /** The name and the columns of an exported file, and what narrows it; a page whose file the gateway makes has none. */
  file?: { name: string; noun?: string; columns: readonly FileColumn<Row>[]; filter?: URLSearchParams };
  filters?: ReactNode;
  actions?: ReactNode;
  footnote?: ReactNode;
  notes?: ReactNode;
  /** What the rows come to, each sum under its column; cards have `totals` for it. */
  sums?: readonly SumRow[];
  totals?: ReactNode;
  /** Why no row can pass the filters, if none can. */
  problem?: string | undefined;
  /** Shown when there are no records: its title, what it says, and what to do instead of looking again. */
  empty: { title: string; text?: string | undefined; action?: ReactNode };
  /** The list is a part of a page that has a head of its own. */
  part?: boolean;
}

/** A list: its head, filters, rows, totals and states. A page gives it rows, columns and filters. */
export function ListPage<Row>(props: ListPageProps<Row>) {
  const { title, noun, from, list, view, table, filtered = 0, isFound, file, filters, actions } = props;
  const [search] = useSearchParams();
  const { loaded = noun, viewKey = String(withParams(search, { cols: null })) } = props;
  const { progress, shown } = list;
  // If the whole page is in view, what comes and goes is under the list, and the rows stay where they are.
  const inView = useMedia('(min-width: 48rem) and (min-height: 34rem)');
  const isWide = useMedia(WIDE);
  const isPatient = usePatience();
  const isLoading = progress.state === 'loading';
  const isResting = progress.state === 'resting';
  const failure = list.rows.length === 0 ? progress.error : undefined;
  const state = stateOf(props, failure);
  // The first rows are on their way; if they are here and there are none, they could not be read.
  const isFirst = isResting && list.asOf === 0;
  const news = !failure && <News {...{ list, noun: loaded, isPatient }} />;
  const said =
    isFirst && !isPatient
      ? `Loading ${loaded}s`
      : countLine(list, view, { isFiltered: filtered > 0, isFound, noun, loaded, from });
  const count = !state && <span role="status">{said}</span>;
  const rest = isResting && !isFirst && <Button onClick={list.loadAll}>Load all</Button>;
  // It is out of sight under thousands of cards. The bar of chosen cards has the same place.
  const hasFoot = rest && !inView && !props.row.selection?.ids.size;
  // Sums of no rows say nothing.
  const totals = !state && props.totals;
  const tools = (
    // On a phone the age is next to the title, and the buttons stay together.
    <div className="flex flex-wrap items-center justify-end gap-2 max-md:contents">
      <Freshness
        at={list.rows.length === 0 && (failure || isLoading) ? 0 : list.asOf}
        refreshing={list.busy}
      />
      <div className="flex flex-wrap items-center justify-end gap-2 max-md:w-full">
        {isWide ? <ColumnChooser choice={table.choice} /> : <SortSelect table={table} />}
        <PopoverButton
          label="Saved views"
          className={buttonClass()}
          prepare={ViewsPanel.approach}
          panel={(close) => <ViewsPanel key={title} list={title} close={close} />}
        >
          <Bookmark size={16} aria-hidden />
          Views
        </PopoverButton>
        {file && (
          <ExportButton
            noun={noun}
            {...file}
            rows={view.rows ?? []}
            partial={hasEveryRow(shown) ? undefined : seenOf(shown, loaded)}
            offered={Boolean(view.rows?.length) && view.isExact && !failure}
          />
        )}
        {actions}
      </div>
    </div>
  );
  const content = (
    <>
      {!props.part && <PageHead title={title}>{tools}</PageHead>}
      {(filters || props.part) && (
        <div className={`flex flex-wrap items-center gap-x-4 gap-y-2 ${props.part ? 'justify-between' : ''}`}>
          {filters}
          {props.part && tools}
        </div>
      )}
      {props.notes}
      {!inView && !isLoading && news}
      {!inView && totals}
      <RowList
        label={title}
        rows={view.rows}
        busy={view.busy}
        {...table}
        view={viewKey}
        sums={props.sums}
        {...props.row}
      >
        {state}
      </RowList>
      {(inView || isLoading) && news}
      {inView && totals}
      {/* While rows are on their way it isn't where it will be. */}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-label text-muted">
        <p className={`tabular ${state || list.asOf > 0 ? '' : 'invisible *:visible'}`}>
          {!hasFoot && count} {props.footnote} {zoneSentence(useNow())}
        </p>
        {!hasFoot && rest}
      </div>
      {hasFoot && (
        <div className="page-foot -mx-4 flex items-center justify-between gap-3 border-hairline border-t bg-panel px-4 py-1.5 text-label text-muted md:-mx-6 md:px-6">
          {count}
          {rest}
        </div>
      )}
    </>
  );
  if (props.part) return content;
  return <div className="mx-auto flex max-w-400 flex-col gap-3 px-4 py-4 md:px-6 desk:h-full">{content}</div>;
}

/** What is shown instead of rows; null if there are some, or some are on their way. */
function stateOf<Row>(props: ListPageProps<Row>, failure: Error | undefined): ReactNode {
  const { noun, loaded = noun, list, view, filtered = 0, clear, problem, empty } = props;
  if (failure) return <Failed what={`${loaded}s`} error={failure} retrying={list.busy} retry={list.retry} />;
  if (list.rows.length === 0) {
    if (!hasEveryRow(list.shown)) return null;
    if (filtered === 0) {
      return (
        <Notice title={empty.title} action={empty.action ?? <Button onClick={list.refresh}>Refresh</Button>}>
          {problem ?? empty.text}
        </Notice>
      );
    }
  }
  if (view.rows?.length !== 0 || view.busy) return null;
  return (
    <Notice title={`No matching ${noun}s`} action={clear && <Button onClick={clear}>Clear filters</Button>}>
      {problem ??
        (list.shown.state === 'complete'
          ? 'Change or clear the filters to see more.'
          : `No match in the ${seenOf(list.shown, loaded)} loaded so far.`)}
    </Notice>
  );
}

/** How far the load has come, if it hasn't come to its end, and what failed. */
function News(props: Pick<ListPageProps<never>, 'list' | 'noun'> & { isPatient: boolean }) {
  const { list, noun, isPatient } = props;
  const { asOf, error, busy, progress } = list;
  if ((isPatient || list.isPrevious) && progress.state === 'loading') return null;
  const isResting = progress.state === 'resting';
  return (
    <>
      {error && (isResting || progress.state === 'complete') && (
        <RefreshFailed error={error} retrying={busy} retry={list.look} at={asOf} what={`${noun}s`} />
      )}
      {(!isResting || (asOf > 0 && list.rows.length === 0)) && <LoadNews all={list} noun={noun} />}
    </>
  );
}
