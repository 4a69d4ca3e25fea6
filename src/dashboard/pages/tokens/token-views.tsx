import { Segment, Segments } from '#dashboard/table/segments.tsx';

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
    <Segments label="Views of the tokens">
      {views.map((entry) => (
        <Segment
          key={entry.view}
          to={entry.to}
          current={entry.view === view}
          count={entry.view === 'watchlist' && watched > 0 ? watched : undefined}
        >
          {entry.label}
        </Segment>
      ))}
    </Segments>
  );
}
