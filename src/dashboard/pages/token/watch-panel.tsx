import type { TokenRow } from '#dashboard/api/tokens/token-fields.ts';
import { changeOf } from '#dashboard/api/tokens/token-figures.ts';
import { useWatch } from '#dashboard/api/tokens/watchlist.ts';
import { Share } from '#dashboard/table/token-value.tsx';
import { WatchFailure, WatchStar } from '#dashboard/table/watch-star.tsx';
import { DateTime } from '#dashboard/ui/date-time.tsx';
import { Money } from '#dashboard/ui/money.tsx';
import { Panel } from '#dashboard/ui/panel.tsx';

/** Whether the token is watched, and how its price has changed since. */
export function WatchPanel({ token }: { token: TokenRow }) {
  const { watched, refusal } = useWatch(token._id);
  const isComparable = watched?.currency === token.currency;
  const change = isComparable ? changeOf(token.price.exchange, watched.price ?? undefined) : null;
  return (
    <Panel title="Watchlist" aside={<WatchStar token={token} />}>
      <div className="flex flex-col gap-3 px-4 py-3 text-table">
        <WatchFailure />
        {watched ? (
          <>
            <p>
              Starred on <DateTime at={Date.parse(watched.at)} />
              {watched.price !== null && (
                <>
                  {' '}
                  at <Money amount={watched.price} currency={watched.currency ?? undefined} />
                </>
              )}
            </p>
            <p>
              {change === null ? (
                'The change of its exchange price since then is unknown.'
              ) : (
                <>
                  Its exchange price has moved by <Share value={change} signed /> since.
                </>
              )}
            </p>
          </>
        ) : (
          <p className="text-muted">
            {refusal ?? 'Not watched. Select the star to track its price from now on.'}
          </p>
        )}
      </div>
    </Panel>
  );
}
