import type { QueryClient } from '@tanstack/react-query';
import { Columns2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { compareAddress } from '#dashboard/api/tokens/token-addresses.ts';
import { MOST_COMPARED } from '#dashboard/api/tokens/token-compare.ts';
import type { TokenRow } from '#dashboard/api/tokens/token-fields.ts';
import { nameOfToken } from '#dashboard/api/tokens/token-names.ts';
import { readTokenQuery } from '#dashboard/api/tokens/token-query.ts';
import { prefetchTokens } from '#dashboard/api/tokens/tokens.ts';
import { useWatchlist } from '#dashboard/api/tokens/watchlist.ts';
import { type Paging, readPaging } from '#dashboard/lib/paging.ts';
import { currentSettings } from '#dashboard/lib/settings.ts';
import { zoneSentence } from '#dashboard/lib/times.ts';
import type { Selection } from '#dashboard/table/selection.ts';
import { buttonClass } from '#dashboard/ui/button.tsx';
import { useNow } from '#dashboard/ui/use-now.ts';
import { TokenList } from './token-list.tsx';
import { Screener } from './token-screener.tsx';
import { readView } from './token-views.tsx';
import { WatchedTokens } from './watched-tokens.tsx';

export async function loader(client: QueryClient, search: URLSearchParams): Promise<void> {
  // What all tokens and the watchlist are made of is asked for where it is kept.
  if (readView(search) !== 'list') return;
  await prefetchTokens(client, readTokenQuery(search), pagingOf(search));
}

/** Tokens a page at a time, all of them, or those that are watched. */
export default function TokensPage() {
  const [search] = useSearchParams();
  const compared = useCompared();
  const { stars } = useWatchlist();
  const now = useNow();
  const view = readView(search);
  return (
    <div className="mx-auto flex max-w-400 flex-col gap-3 px-4 py-4 md:px-6 desk:h-full">
      {view === 'list' && <TokenList paging={pagingOf(search)} compared={compared} watched={stars.length} />}
      {view === 'all' && <Screener compared={compared} watched={stars.length} />}
      {view === 'watchlist' && <WatchedTokens compared={compared} />}
      <p className="text-label text-muted">
        {zoneSentence(now)} Figures without a unit are as the service gives them.
      </p>
    </div>
  );
}

function pagingOf(search: URLSearchParams): Paging {
  return readPaging(search, currentSettings().pageSize);
}

/** The tokens that are chosen to be compared, through every page and view of the list. */
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
