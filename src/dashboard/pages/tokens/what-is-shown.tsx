import { plainText } from '#dashboard/lib/token-names.ts';
import { answersWith, type TokenQuery, withoutEffect } from '#dashboard/lib/token-query.ts';
import { Banner } from '#dashboard/ui/banner.tsx';
import { Button } from '#dashboard/ui/button.tsx';

interface WhatIsShownProps {
  query: TokenQuery;
  narrow: (change: Partial<TokenQuery>) => void;
}

const words = { closed: 'Closed', primary_raise: 'Market' };

/** Says which of the service's two lists stands below, and what it leaves out. */
export function WhatIsShown({ query, narrow }: WhatIsShownProps) {
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
