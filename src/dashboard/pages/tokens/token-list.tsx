import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { ListPage } from '#dashboard/api/loans.ts';
import { activeTokensQuery, foundTokensQuery, prefetchTokens } from '#dashboard/api/tokens.ts';
import { useStandingPage } from '#dashboard/api/use-standing-error.ts';
import type { Paging } from '#dashboard/lib/paging.ts';
import { tokenAddress } from '#dashboard/lib/token-addresses.ts';
import type { TokenRow } from '#dashboard/lib/token-fields.ts';
import { nameOfToken } from '#dashboard/lib/token-names.ts';
import {
  answersWith,
  countNarrowings,
  NO_QUERY,
  readTokenQuery,
  type TokenQuery,
  withTokenQuery,
} from '#dashboard/lib/token-query.ts';
import { BeyondEnd } from '#dashboard/table/beyond-end.tsx';
import { CardList } from '#dashboard/table/card-list.tsx';
import { ColumnChooser } from '#dashboard/table/column-chooser.tsx';
import { DataTable } from '#dashboard/table/data-table.tsx';
import { ExportButton } from '#dashboard/table/export-button.tsx';
import { Failed, RefreshFailed } from '#dashboard/table/failures.tsx';
import { Freshness } from '#dashboard/table/freshness.tsx';
import { PageDoubts } from '#dashboard/table/page-doubts.tsx';
import { Pagination } from '#dashboard/table/pagination.tsx';
import { isBeyondEnd, lastPage, rangeOf } from '#dashboard/table/paging-facts.ts';
import type { Selection } from '#dashboard/table/selection.ts';
import { useTableState } from '#dashboard/table/table-state.ts';
import { Button } from '#dashboard/ui/button.tsx';
import { Notice } from '#dashboard/ui/notice.tsx';
import { PageHead } from '#dashboard/ui/page-title.tsx';
import { useMedia } from '#dashboard/ui/use-media.ts';
import { useSettings } from '#dashboard/ui/use-settings.ts';
import { ListFilters } from './list-filters.tsx';
import { TokenViews } from './token-views.tsx';
import { TokenCard, tokenColumns, tokenCsvColumns, widestPrice } from './tokens-columns.tsx';
import { WhatIsShown } from './what-is-shown.tsx';

interface TokenListProps {
  paging: Paging;
  compared: Selection<TokenRow>;
  watched: number;
}

const idOf = (token: TokenRow) => token._id;
const hrefOf = ({ _id }: TokenRow) => (_id === undefined ? undefined : tokenAddress(_id));

/** One of the service's two lists, a page at a time, narrowed by the service. */
export function TokenList({ paging, compared, watched }: TokenListProps) {
  const client = useQueryClient();
  const [search, setSearch] = useSearchParams();
  const { density, shortcuts } = useSettings();
  const query = readTokenQuery(search);
  const { data, error, isFetching, standsIn, dataUpdatedAt, refetch } = useTokenPage(query, paging);
  const wide = useMedia('(min-width: 48rem)');
  const classified = answersWith(query) === 'searchTokens';
  const digits = useMemo(() => widestPrice(data?.rows ?? []), [data]);
  const columns = useMemo(() => tokenColumns(classified, digits), [classified, digits]);
  const table = useTableState(columns);

  const narrow = (change: Partial<TokenQuery>, replace = false) =>
    setSearch((now) => withTokenQuery(now, { ...readTokenQuery(now), ...change }), { replace });
  const clear = () => narrow(NO_QUERY);
  const state = stateOf({ page: data, error, paging, query, isFetching, refetch, clear });
  const list = { label: 'Tokens', rows: data?.rows, busy: standsIn, rowId: idOf, rowHref: hrefOf };
  const last = data && lastPage(data, paging.limit);
  return (
    <>
      <PageHead title="Tokens">
        <div className="flex flex-wrap items-center gap-2">
          <Freshness at={data ? dataUpdatedAt : 0} refreshing={isFetching} refresh={() => void refetch()} />
          {wide && <ColumnChooser choice={table.choice} />}
          {data && (
            <ExportButton name="tokens" columns={tokenCsvColumns} rows={data.rows} total={data.total} />
          )}
        </div>
      </PageHead>
      <div className="flex flex-wrap items-center gap-2">
        <TokenViews view="list" watched={watched} />
        <ListFilters query={query} narrow={narrow} clear={clear} />
      </div>
      <WhatIsShown query={query} narrow={narrow} />
      {data && !standsIn && <PageDoubts noun="token" page={data} paging={paging} />}
      {data && error && (
        <RefreshFailed
          what="tokens"
          error={error}
          retrying={isFetching}
          retry={() => void refetch()}
          at={dataUpdatedAt}
        />
      )}
      {wide ? (
        <DataTable
          {...list}
          columns={table.columns}
          view={`${paging.page} ${paging.limit} ${JSON.stringify(query)}`}
          selection={compared}
          density={density}
          shortcuts={shortcuts}
        >
          {state}
        </DataTable>
      ) : (
        <CardList
          {...list}
          rowLabel={nameOfToken}
          card={(token) => <TokenCard token={token} />}
          selection={compared}
        >
          {state}
        </CardList>
      )}
      {!data && !error && <div className="h-8 max-md:hidden" />}
      {data && !state && (
        <Pagination
          paging={paging}
          last={last}
          more={paging.page < (last ?? Number.POSITIVE_INFINITY)}
          range={rangeOf(data, paging)}
          prefetch={(next) => void prefetchTokens(client, query, next)}
        />
      )}
    </>
  );
}

/** The page from whichever list answers; the other one isn't asked. */
function useTokenPage(query: TokenQuery, paging: Paging) {
  const isActive = answersWith(query) === 'listTokens';
  const options = { placeholderData: keepPreviousData };
  const active = useQuery({ ...activeTokensQuery(query, paging), ...options, enabled: isActive });
  const found = useQuery({ ...foundTokensQuery(query, paging), ...options, enabled: !isActive });
  const asked = isActive ? active : found;
  return { ...asked, ...useStandingPage(asked) };
}

interface StateOptions {
  page: ListPage<TokenRow> | undefined;
  error: Error | null;
  paging: Paging;
  query: TokenQuery;
  isFetching: boolean;
  refetch: () => void;
  clear: () => void;
}

/** What stands in the list's frame instead of rows, if anything does. */
function stateOf({ page, error, paging, query, isFetching, refetch, clear }: StateOptions) {
  if (!page) return error && <Failed what="tokens" error={error} retrying={isFetching} retry={refetch} />;
  if (isBeyondEnd(page, paging))
    return <BeyondEnd what="tokens" paging={paging} last={lastPage(page, paging.limit) ?? 1} />;
  if (page.rows.length > 0 || page.unreadable > 0) return null;
  if (countNarrowings(query) > 0) {
    return (
      <Notice title="No token meets all of this" action={<Button onClick={clear}>Clear filters</Button>}>
        {answersWith(query) === 'searchTokens'
          ? 'The search looks at every token, exited and cancelled ones too.'
          : 'These are the active tokens alone; a search by name looks at every token.'}
      </Notice>
    );
  }
  return (
    <Notice title="There are no active tokens" action={<Button onClick={refetch}>Look again</Button>}>
      A token stands here as soon as the service lists it. Exited and cancelled ones are under All tokens.
    </Notice>
  );
}
