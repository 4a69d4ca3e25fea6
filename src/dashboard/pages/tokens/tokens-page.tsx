import { type QueryClient, useQuery } from '@tanstack/react-query';
import Columns2 from 'lucide-react/icons/columns-2';
import { Suspense, useMemo, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { compareAddress, MOST_COMPARED } from '#dashboard/api/addresses.ts';
import { useAllRows } from '#dashboard/api/http/all-rows.ts';
import { prefetchList } from '#dashboard/api/http/list-source.ts';
import type { TokenRow } from '#dashboard/api/tokens/token-fields.ts';
import {
  asksClassified,
  countTokenFilters,
  NO_FILTER,
  questionOf,
  readTokenFilter,
  screenTest,
  statusOf,
  TOKEN_STATUSES,
  type TokenFilter,
  type TokenStatus,
  withTokenFilter,
} from '#dashboard/api/tokens/token-filter.ts';
import { nameOfToken } from '#dashboard/api/tokens/token-names.ts';
import { tokenLists, useTokenRows } from '#dashboard/api/tokens/tokens.ts';
import { watchlistQuery } from '#dashboard/api/tokens/watchlist.ts';
import { withParams } from '#dashboard/lib/search-params.ts';
import { useSettings } from '#dashboard/lib/use-settings.ts';
import { ListPage } from '#dashboard/list/list-page.tsx';
import { useSortedView } from '#dashboard/list/use-list-view.ts';
import { Segment, Segments } from '#dashboard/table/filter-bar.tsx';
import type { Selection } from '#dashboard/table/selection.ts';
import { type EntryMemory, useEntryState, useTableState } from '#dashboard/table/table-state.ts';
import { WatchFailure, WithWatchlist } from '#dashboard/table/watch-star.tsx';
import { buttonClass } from '#dashboard/ui/button.tsx';
import { lazyPart } from '#dashboard/ui/lazy-part.tsx';
import { TokenFilters } from './token-filters.tsx';
import {
  TOKEN_ROWS,
  TokenCard,
  type TokenListProps,
  tokenColumns,
  tokenFile,
  widestPrice,
} from './tokens-columns.tsx';

const WatchedTokens = lazyPart(() => import('./watched-tokens.tsx').then((module) => module.WatchedTokens));

const isWatchlist = (search: URLSearchParams) => search.get('view') === 'watchlist';

export async function loader(client: QueryClient, search: URLSearchParams): Promise<void> {
  const { main } = tokenLists(questionOf(readTokenFilter(search), asksClassified(search)));
  const rows = isWatchlist(search) ? WatchedTokens.preload() : prefetchList(client, main);
  await Promise.all([rows, client.prefetchQuery(watchlistQuery)]);
}

export default function TokensPage() {
  const [search] = useSearchParams();
  const compared = useCompared();
  const List = isWatchlist(search) ? WatchedTokens : TokenList;
  return (
    <Suspense>
      <WithWatchlist>
        <List compared={compared} segments={<StatusSegments search={search} />} />
      </WithWatchlist>
    </Suspense>
  );
}

const LABELS = { active: 'Active', exited: 'Exited', closed: 'Closed', all: 'All' };

/** Leads from one status to another, under the same filters, and to the watchlist. */
function StatusSegments({ search }: { search: URLSearchParams }) {
  const { data: watched } = useQuery(watchlistQuery);
  const isWatched = isWatchlist(search);
  const filter = readTokenFilter(search);
  const { text } = filter;
  const to = (status: (typeof TOKEN_STATUSES)[number]) => {
    const isDefault = statusOf({ status: null, text }) === status;
    const next = withTokenFilter(search, { ...filter, status: isDefault ? null : status });
    // The watchlist is sorted by columns of its own.
    if (isWatched) for (const name of ['sort', 'cols']) next.delete(name);
    return { search: next.toString() };
  };
  // It isn't filtered; the filters are for the way back.
  const toWatchlist = withParams(search, { view: 'watchlist', sort: null, cols: null });
  return (
    <Segments label="Status of the tokens">
      {TOKEN_STATUSES.map((status) => (
        <Segment key={status} to={to(status)} current={!isWatched && statusOf(filter) === status}>
          {LABELS[status]}
        </Segment>
      ))}
      <Segment
        to={{ search: toWatchlist.toString() }}
        current={isWatched}
        count={watched?.length || undefined}
      >
        Watchlist
      </Segment>
    </Segments>
  );
}

const chosen: EntryMemory<ReadonlySet<string>> = new WeakMap();
const NONE: ReadonlySet<string> = new Set();

/** The tokens that are chosen to be compared, through every status and filter. */
function useCompared(): Selection<TokenRow> {
  const [ids, setIds] = useEntryState(chosen, NONE);
  return useMemo(
    () => ({ ids, onChange: setIds, label: nameOfToken, actions: <Compare ids={ids} /> }),
    [ids, setIds],
  );
}

function Compare({ ids }: { ids: ReadonlySet<string> }) {
  if (ids.size < 2) return <span className="text-muted">Choose two or more to compare</span>;
  if (ids.size > MOST_COMPARED) {
    return <span className="text-muted">{MOST_COMPARED} at most can be compared</span>;
  }
  return (
    <Link to={compareAddress([...ids])} className={`${buttonClass()} h-7! px-2.5! max-md:min-h-11!`}>
      <Columns2 size={14} aria-hidden />
      Compare {ids.size}
    </Link>
  );
}

/** The tokens. The service searches them and applies the filters that it knows; the others are applied here. */
function TokenList({ compared, segments }: TokenListProps) {
  const [search, setSearch] = useSearchParams();
  const { listRows } = useSettings();
  const filter = readTokenFilter(search);
  const question = questionOf(filter, asksClassified(search));
  const { screen } = question;
  const status = statusOf(filter);
  const all = useTokenRows(question, listRows);
  const list = { ...all, rows: useMemo(() => ofStatus(all.rows, status), [all.rows, status]) };
  const [isOpened, setOpened] = useState(false);
  const classified = useAllRows(tokenLists(questionOf(filter, true)).main, isOpened && listRows);
  const digits = useMemo(() => widestPrice(list.rows), [list.rows]);
  const isSearch = question.endpoint === 'searchTokens';
  const known = isSearch || classified.rows.length === 0 ? all.rows : classified.rows;
  const offered = useMemo(() => ofStatus(known, status), [known, status]);
  const columns = useMemo(() => tokenColumns(isSearch, digits), [isSearch, digits]);
  const table = useTableState(columns);
  const isScreened = Object.keys(screen.choices).length + Object.keys(screen.ranges).length > 0;
  const passes = isScreened ? screenTest(screen) : undefined;
  const view = useSortedView(list, table, { asked: screen, passes });
  const change = (next: TokenFilter, replace = false) =>
    setSearch(withTokenFilter(search, next), { replace });
  const noun = status === 'all' ? 'token' : `${status} token`;
  return (
    <ListPage
      {...{ list, view, table, noun }}
      title="Tokens"
      viewKey={search.toString()}
      filtered={countTokenFilters(filter)}
      isFound={
        Object.keys(question.query).some((name) => name !== 'exited' && name !== 'closed') ||
        filter.text !== ''
      }
      clear={() => change({ ...NO_FILTER, status: filter.status })}
      file={{ name: 'tokens', columns: tokenFile, filter: withTokenFilter(new URLSearchParams(), filter) }}
      filters={
        <>
          {segments}
          <TokenFilters
            filter={filter}
            rows={offered}
            onChange={change}
            loadChoices={() => setOpened(true)}
          />
        </>
      }
      notes={<WatchFailure />}
      footnote={STATUS_NOTES[status]}
      row={{ ...TOKEN_ROWS, selection: compared, card: (token) => <TokenCard token={token} /> }}
      empty={{
        title: status === 'all' ? 'No tokens yet' : `No ${noun}s`,
        text: status === 'all' ? '' : 'Select All to see tokens of every status.',
      }}
    />
  );
}

/** The search knows active and closed tokens as one: those that have not exited. */
function ofStatus(rows: readonly TokenRow[], status: TokenStatus): readonly TokenRow[] {
  if (status !== 'active' && status !== 'closed') return rows;
  return rows.filter(({ cancelled }) => cancelled !== (status === 'active'));
}

const STATUS_NOTES = {
  active: 'Exited and closed tokens are under All.',
  exited: 'Exited tokens only.',
  closed: 'Tokens of cancelled deals only.',
  all: 'Includes exited and closed tokens.',
};
