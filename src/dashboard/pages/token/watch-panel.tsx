import type { TokenRow } from '#dashboard/api/tokens/token-fields.ts';
import { changeOf } from '#dashboard/api/tokens/token-figures.ts';
import { nameOfToken } from '#dashboard/api/tokens/token-names.ts';
import { WATCHLIST_FULL } from '#dashboard/api/tokens/watched-prices.ts';
import { useWatchlist } from '#dashboard/api/tokens/watchlist.ts';
import { Share } from '#dashboard/table/token-value.tsx';
import { DateTime } from '#dashboard/ui/date-time.tsx';
import { Money } from '#dashboard/ui/money.tsx';
import { Panel } from '#dashboard/ui/panel.tsx';
import { TokenStar } from '#dashboard/ui/token-star.tsx';

/** Whether the token is watched, and what became of its price since. */
export function WatchPanel({ token, id }: { token: TokenRow; id: string }) {
  const { starOf, isFull, isKept, toggle } = useWatchlist();
  const star = starOf(id);
  const sameCurrency = star?.currency === token.currency;
  const change = star && sameCurrency ? changeOf(token.price.exchange, star.price ?? undefined) : null;
  return (
    <Panel
      title="Watchlist"
      aside={
        <TokenStar
          name={nameOfToken(token)}
          starred={star !== undefined}
          refusal={isFull ? WATCHLIST_FULL : undefined}
          onToggle={() => toggle({ ...token, _id: id })}
        />
      }
    >
      <p className="px-4 py-3 text-table">
        {star ? (
          <>
            Starred on <DateTime at={star.at} />
            {star.price !== null && (
              <>
                {' '}
                at <Money amount={star.price} currency={star.currency ?? undefined} />
              </>
            )}
            .{' '}
            {change === null ? (
              'How its exchange price has moved since can’t be said.'
            ) : (
              <>
                Its exchange price has moved by <Share value={change} signed /> since.
              </>
            )}
            {!isKept && ' This browser keeps nothing: the star holds until the page is left.'}
          </>
        ) : isFull ? (
          `Not watched. ${WATCHLIST_FULL}`
        ) : (
          <span className="text-muted">
            Not watched. A star keeps its price of this moment, in this browser.
          </span>
        )}
      </p>
    </Panel>
  );
}
