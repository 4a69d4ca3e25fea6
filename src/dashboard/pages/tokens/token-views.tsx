import { Link } from 'react-router-dom';
import { formatCount } from '#dashboard/lib/figures.ts';

export type TokenView = 'list' | 'all' | 'watchlist';

/** The view of an address; nonsense falls back quietly to the list. */
export function readView(search: URLSearchParams): TokenView {
  const text = search.get('view');
  return text === 'all' || text === 'watchlist' ? text : 'list';
}

const views = [
  { view: 'list', label: 'By page', to: '/tokens' },
  { view: 'all', label: 'All tokens', to: '/tokens?view=all' },
  { view: 'watchlist', label: 'Watchlist', to: '/tokens?view=watchlist' },
] as const;

/** Leads from one view to another; each is an address. */
export function TokenViews({ view, watched }: { view: TokenView; watched: number }) {
  return (
    <nav
      aria-label="Views of the tokens"
      className="flex rounded-control border border-border bg-panel p-0.5"
    >
      {views.map((entry) => (
        <Link
          key={entry.view}
          to={entry.to}
          aria-current={entry.view === view ? 'page' : undefined}
          className="inline-flex h-7 max-md:h-10 items-center gap-1.5 rounded-control px-2.5 font-medium text-muted text-table whitespace-nowrap transition-colors hover:text-text aria-[current]:bg-active aria-[current]:text-text"
        >
          {entry.label}
          {entry.view === 'watchlist' && watched > 0 && (
            <span className="tabular font-normal text-muted">{formatCount(watched)}</span>
          )}
        </Link>
      ))}
    </nav>
  );
}
