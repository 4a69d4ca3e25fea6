import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useAllTokens } from '#dashboard/api/tokens/all-tokens.ts';
import {
  countConditions,
  NO_SCREEN,
  readScreen,
  type Screen,
  screenTest,
  withScreen,
} from '#dashboard/api/tokens/screen.ts';
import type { TokenRow } from '#dashboard/api/tokens/token-fields.ts';
import { formatCount } from '#dashboard/lib/figures.ts';
import { useSliced } from '#dashboard/lib/use-sliced.ts';
import { Columns, RowList } from '#dashboard/list/row-list.tsx';
import { ExportButton } from '#dashboard/table/export-button.tsx';
import { Failed } from '#dashboard/table/failures.tsx';
import { Freshness } from '#dashboard/table/freshness.tsx';
import { LoadNews } from '#dashboard/table/load-news.tsx';
import type { Selection } from '#dashboard/table/selection.ts';
import { narrowRows } from '#dashboard/table/sorting.ts';
import { useTableState } from '#dashboard/table/table-state.ts';
import { Button } from '#dashboard/ui/button.tsx';
import { Notice } from '#dashboard/ui/notice.tsx';
import { PageHead } from '#dashboard/ui/page-title.tsx';
import { useMedia } from '#dashboard/ui/use-media.ts';
import { SavedScreens } from './saved-screens.tsx';
import { ScreenFilters } from './screen-filters.tsx';
import { SearchField } from './search-field.tsx';
import { TokenViews } from './token-views.tsx';
import { TOKEN_ROWS, TokenCard, tokenColumns, tokenCsvColumns, widestPrice } from './tokens-columns.tsx';

/** All tokens, screened and sorted here. */
export function Screener({ compared, watched }: { compared: Selection<TokenRow>; watched: number }) {
  const [search, setSearch] = useSearchParams();
  const all = useAllTokens(true);
  const { progress, shown } = all;
  const text = search.toString();
  const screen = useMemo(() => readScreen(new URLSearchParams(text)), [text]);
  const digits = useMemo(() => widestPrice(all.rows), [all.rows]);
  const columns = useMemo(() => tokenColumns(true, digits), [digits]);
  const table = useTableState(columns);
  const { sort } = table;
  const screened = useSliced(
    async (rows, signal) => {
      const passes = screenTest(screen);
      return await narrowRows(rows, { passes, columns, sort, signal });
    },
    all.rows,
    [JSON.stringify([screen, sort])],
  );
  // If the whole page is in view, what comes and goes is under the list, and the rows stay where they are.
  const inView = useMedia('(min-width: 48rem) and (min-height: 34rem)');

  const change = (next: Screen, replace = false) => setSearch((now) => withScreen(now, next), { replace });
  const waiting = progress.state === 'loading' && all.rows.length === 0;
  const rows = waiting ? undefined : screened.result;
  const complete = shown.state === 'complete';
  const failure = all.rows.length === 0 ? progress.error : undefined;
  const narrowed = countConditions(screen) > 0;
  const retrying = progress.state === 'loading';
  const state = failure ? (
    <Failed what="tokens" error={failure} retrying={retrying} retry={all.retry} />
  ) : rows?.length === 0 ? (
    <Nothing narrowed={narrowed} complete={complete} clear={() => change(NO_SCREEN)} refresh={all.refresh} />
  ) : null;
  const news = !failure && <LoadNews all={all} noun="token" />;
  const seen = `${formatCount(all.rows.length)} of ${shown.total === undefined ? 'an unknown number of' : formatCount(shown.total)} tokens`;
  return (
    <>
      <PageHead title="Tokens">
        <div className="flex flex-wrap items-center gap-2">
          <Freshness at={all.asOf} refreshing={retrying} refresh={all.refresh} />
          <Columns choice={table.choice} />
          {rows && (
            <ExportButton
              name={narrowed ? 'screened tokens' : 'tokens'}
              columns={tokenCsvColumns}
              rows={rows}
              total={complete ? rows.length : undefined}
              partial={complete ? undefined : `from ${seen}`}
            />
          )}
        </div>
      </PageHead>
      <div className="flex flex-wrap items-center gap-2">
        <TokenViews view="all" watched={watched} />
        <SearchField
          label="Search all tokens by name or symbol"
          placeholder="Part of a name or symbol"
          text={screen.text}
          onChange={(text) => change({ ...screen, text }, screen.text !== '' && text !== '')}
        />
        <SavedScreens screen={screen} />
      </div>
      <ScreenFilters screen={screen} rows={all.rows} onChange={change} />
      {/* Its line is there from the start: rows must not move once they are counted. */}
      <p role="status" className="tabular min-h-5 text-soft text-table">
        {complete && (
          <>
            <strong className="font-medium text-text">
              {formatCount(rows?.length ?? 0)} of {formatCount(all.rows.length)} tokens
            </strong>
            {narrowed ? ' meet this screen' : ', exited and cancelled ones too'}.
          </>
        )}
      </p>
      {!inView && news}
      <RowList
        label="Tokens"
        rows={rows}
        busy={screened.busy}
        {...table}
        view={JSON.stringify([screen, sort])}
        selection={compared}
        {...TOKEN_ROWS}
        card={(token) => <TokenCard token={token} />}
      >
        {state}
      </RowList>
      {inView && news}
    </>
  );
}

interface NothingProps {
  narrowed: boolean;
  complete: boolean;
  clear: () => void;
  refresh: () => void;
}

function Nothing({ narrowed, complete, clear, refresh }: NothingProps) {
  if (!narrowed) {
    return (
      <Notice title="There are no tokens yet" action={<Button onClick={refresh}>Look again</Button>}>
        A token stands here as soon as the service knows one.
      </Notice>
    );
  }
  return (
    <Notice title="No token meets this screen" action={<Button onClick={clear}>Clear filters</Button>}>
      {complete
        ? 'Every token was looked at. A token that lacks a figure does not meet a range over it.'
        : 'Not every token is here yet: the rest may hold some.'}
    </Notice>
  );
}
