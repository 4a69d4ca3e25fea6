import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useStandingPage } from '#dashboard/api/http/use-standing-error.ts';
import type { ListPage } from '#dashboard/api/loans/loans.ts';
import type { TokenRow } from '#dashboard/api/tokens/token-fields.ts';
import { plainText } from '#dashboard/api/tokens/token-names.ts';
import {
  answersWith,
  countNarrowings,
  NO_QUERY,
  readTokenQuery,
  type TokenQuery,
  withoutEffect,
  withTokenQuery,
} from '#dashboard/api/tokens/token-query.ts';
import { activeTokensQuery, foundTokensQuery, prefetchTokens } from '#dashboard/api/tokens/tokens.ts';
import type { Paging } from '#dashboard/lib/paging.ts';
import { PagedList } from '#dashboard/list/paged-list.tsx';
import { Columns } from '#dashboard/list/row-list.tsx';
import { ExportButton } from '#dashboard/table/export-button.tsx';
import { Freshness } from '#dashboard/table/freshness.tsx';
import type { Selection } from '#dashboard/table/selection.ts';
import { useTableState } from '#dashboard/table/table-state.ts';
import { Banner } from '#dashboard/ui/banner.tsx';
import { Button } from '#dashboard/ui/button.tsx';
import { Notice } from '#dashboard/ui/notice.tsx';
import { PageHead } from '#dashboard/ui/page-title.tsx';
import { ListFilters } from './list-filters.tsx';
import { TokenViews } from './token-views.tsx';
import { TOKEN_ROWS, TokenCard, tokenColumns, tokenCsvColumns, widestPrice } from './tokens-columns.tsx';

interface TokenListProps {
  paging: Paging;
  compared: Selection<TokenRow>;
  watched: number;
}

/** One of the service's two lists, a page at a time, narrowed by the service. */
export function TokenList({ paging, compared, watched }: TokenListProps) {
  const client = useQueryClient();
  const [search, setSearch] = useSearchParams();
  const query = readTokenQuery(search);
  const page = useTokenPage(query, paging);
  const { data, at, isFetching, retry } = page;
  const classified = answersWith(query) === 'searchTokens';
  const digits = useMemo(() => widestPrice(data?.rows ?? []), [data]);
  const columns = useMemo(() => tokenColumns(classified, digits), [classified, digits]);
  const table = useTableState(columns);

  const narrow = (change: Partial<TokenQuery>, replace = false) =>
    setSearch((now) => withTokenQuery(now, { ...readTokenQuery(now), ...change }), { replace });
  const clear = () => narrow(NO_QUERY);
  return (
    <>
      <PageHead title="Tokens">
        <div className="flex flex-wrap items-center gap-2">
          <Freshness at={at} refreshing={isFetching} refresh={retry} />
          <Columns choice={table.choice} />
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
      <PagedList
        {...{ page, paging }}
        label="Tokens"
        noun="token"
        columns={table.columns}
        view={`${paging.page} ${paging.limit} ${JSON.stringify(query)}`}
        selection={compared}
        {...TOKEN_ROWS}
        card={(token) => <TokenCard token={token} />}
        empty={<NoTokens query={query} clear={clear} refresh={retry} />}
        prefetch={(next) => void prefetchTokens(client, query, next)}
      />
    </>
  );
}

/** The page from the list that answers; the other one isn't asked. */
function useTokenPage(query: TokenQuery, paging: Paging) {
  const isActive = answersWith(query) === 'listTokens';
  const options = { placeholderData: keepPreviousData };
  const active = useQuery({ ...activeTokensQuery(query, paging), ...options, enabled: isActive });
  const found = useQuery({ ...foundTokensQuery(query, paging), ...options, enabled: !isActive });
  const asked = isActive ? active : found;
  return useStandingPage<ListPage<TokenRow>>(asked);
}

interface NoTokensProps {
  query: TokenQuery;
  clear: () => void;
  refresh: () => void;
}

function NoTokens({ query, clear, refresh }: NoTokensProps) {
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
    <Notice title="There are no active tokens" action={<Button onClick={refresh}>Look again</Button>}>
      A token stands here as soon as the service lists it. Exited and cancelled ones are under All tokens.
    </Notice>
  );
}

interface WhatIsShownProps {
  query: TokenQuery;
  narrow: (change: Partial<TokenQuery>) => void;
}

const words = { closed: 'Closed', primary_raise: 'Market' };

/** Says which of the service's two lists is below, and what it leaves out. */
function WhatIsShown({ query, narrow }: WhatIsShownProps) {
  const idle = withoutEffect(query);
  return (
    <>
      <p role="status" className="text-soft text-table wrap-anywhere">
        {answersWith(query) === 'listTokens' ? <ActiveList query={query} /> : <SearchResults query={query} />}
      </p>
      {idle.length > 0 && (
        <Banner
          tone="info"
          title={`${idle.map((name) => words[name]).join(' and ')}: without effect on a search`}
          action={
            <Button onClick={() => narrow(Object.fromEntries(idle.map((name) => [name, null])))}>
              Take off
            </Button>
          }
        >
          Only the list of active tokens can be narrowed by this; it comes back when the search is cleared.
        </Banner>
      )}
    </>
  );
}

function ActiveList({ query }: { query: TokenQuery }) {
  const others = [query.closed && 'closed', query.exited && 'exited'].filter(Boolean);
  return (
    <>
      <strong className="font-medium text-text">
        {others.length > 0 ? 'The token list' : 'Active tokens'}
      </strong>
      {others.length > 0 ? `, ${others.join(' and ')} ones` : ', neither exited nor closed'}. This list gives
      no category; a search and All tokens do.
    </>
  );
}

function SearchResults({ query }: { query: TokenQuery }) {
  return (
    <>
      <strong className="font-medium text-text">Search results</strong> among all tokens, exited and cancelled
      ones too
      {query.name !== '' && (
        <>
          ; the name contains “<bdi>{plainText(query.name, 60)}</bdi>”
        </>
      )}
      {query.symbol !== '' && (
        <>
          ; the symbol contains “<bdi>{plainText(query.symbol, 50)}</bdi>”
        </>
      )}
      .
    </>
  );
}
