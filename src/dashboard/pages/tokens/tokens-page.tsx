import { type QueryClient, useQuery } from '@tanstack/react-query';
import { Columns2 } from 'lucide-react';
import { Suspense, useMemo, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { prefetchList } from '#dashboard/api/http/list-source.ts';
import { compareAddress } from '#dashboard/api/tokens/token-addresses.ts';
import { MOST_COMPARED } from '#dashboard/api/tokens/token-compare.ts';
import type { TokenRow } from '#dashboard/api/tokens/token-fields.ts';
import {
  asksClassified,
  questionOf,
  readTokenFilter,
  statusOf,
  TOKEN_STATUSES,
  withTokenFilter,
} from '#dashboard/api/tokens/token-filter.ts';
import { nameOfToken } from '#dashboard/api/tokens/token-names.ts';
import { tokenLists } from '#dashboard/api/tokens/tokens.ts';
import { watchlistQuery } from '#dashboard/api/tokens/watchlist.ts';
import { Segment, Segments } from '#dashboard/table/segments.tsx';
import type { Selection } from '#dashboard/table/selection.ts';
import { buttonClass } from '#dashboard/ui/button.tsx';
import { lazyPart } from '#dashboard/ui/lazy-part.tsx';
import { TokenList } from './token-list.tsx';

const WatchedTokens = lazyPart(() => import('./watched-tokens.tsx').then((module) => module.WatchedTokens));

const isWatchlist = (search: URLSearchParams) => search.get('view') === 'watchlist';

export async function loader(client: QueryClient, search: URLSearchParams): Promise<void> {
  const { main } = tokenLists(questionOf(readTokenFilter(search), asksClassified(search)));
  const rows = isWatchlist(search) ? WatchedTokens.preload() : prefetchList(client, main);
  await Promise.all([rows, client.prefetchQuery(watchlistQuery)]);
}

/** The tokens of a status, or those that are watched. */
export default function TokensPage() {
  const [search] = useSearchParams();
  const compared = useCompared();
  const List = isWatchlist(search) ? WatchedTokens : TokenList;
  return (
    <Suspense>
      <List compared={compared} segments={<StatusSegments search={search} />} />
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
  return (
    <Segments label="Status of the tokens">
      {TOKEN_STATUSES.map((status) => (
        <Segment key={status} to={to(status)} current={!isWatched && statusOf(filter) === status}>
          {LABELS[status]}
        </Segment>
      ))}
      <Segment to={{ search: 'view=watchlist' }} current={isWatched} count={watched?.length || undefined}>
        Watchlist
      </Segment>
    </Segments>
  );
}

/** The tokens that are chosen to be compared, through every status and filter. */
function useCompared(): Selection<TokenRow> {
  const [ids, setIds] = useState<ReadonlySet<string>>(() => new Set());
  return useMemo(
    () => ({ ids, onChange: setIds, label: nameOfToken, actions: <Compare ids={ids} /> }),
    [ids],
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
