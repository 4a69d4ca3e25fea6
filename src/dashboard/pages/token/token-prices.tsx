import type { ReactNode } from 'react';
import { fieldOf, type TokenRow } from '#dashboard/api/tokens/token-fields.ts';
import { changeOf, changeSince, spreadOf } from '#dashboard/api/tokens/token-figures.ts';
import { readTimestamp } from '#dashboard/lib/times.ts';
import { lackOf, Share, TokenValue } from '#dashboard/table/token-value.tsx';
import { useGivenWatchlist, WatchFailure, WatchStar } from '#dashboard/table/watch-star.tsx';
import { DateTime } from '#dashboard/ui/date-time.tsx';
import { FigureStrip, StripFigure } from '#dashboard/ui/figure-strip.tsx';
import { Money } from '#dashboard/ui/money.tsx';
import { Panel } from '#dashboard/ui/panel.tsx';
import { SmallTable } from '#dashboard/ui/small-table.tsx';
import { Unknown } from '#dashboard/ui/unknown.tsx';

/** What a token is judged by: its prices, what it pays and for how long, and how far its raise is. */
export function TokenFigures({ token }: { token: TokenRow }) {
  const { price, prev_price: before, currency } = token;
  const change = changeOf(price.exchange, before?.exchange);
  return (
    <FigureStrip>
      <StripFigure
        label="Exchange price"
        note={
          change === null ? (
            <Unknown reason={lackOf(fieldOf('change'))} />
          ) : (
            <>
              <Share value={change} signed /> since the previous price
            </>
          )
        }
      >
        <Money amount={price.exchange} currency={currency} />
      </StripFigure>
      <StripFigure label="Sell price" note={<Spread token={token} />}>
        <Money amount={price.sell} currency={currency} />
      </StripFigure>
      {['interest', 'tenor', 'raised'].map((id) => (
        <StripFigure key={id} label={fieldOf(id).label}>
          <TokenValue field={fieldOf(id)} token={token} />
        </StripFigure>
      ))}
    </FigureStrip>
  );
}

function Spread({ token }: { token: TokenRow }) {
  const spread = spreadOf(token.price);
  const field = fieldOf('spread');
  const share = field.read(token);
  if (spread === null) return <Unknown reason={lackOf(field)} />;
  return (
    <>
      Spread <Money amount={spread} currency={token.currency} />
      {typeof share === 'number' && (
        <>
          {' '}
          (<Share value={share} /> of mid)
        </>
      )}
    </>
  );
}

const SIDES = [
  { side: 'exchange', label: 'Exchange' },
  { side: 'buy', label: 'Buy' },
  { side: 'sell', label: 'Sell' },
] as const;

/** The prices now and before, and how old they may be. The service has no history of prices. */
export function PricesPanel({ token, now }: { token: TokenRow; now: number }) {
  const { price, prev_price: before, currency } = token;
  // The record says when it was changed last, not what was changed.
  const at = token.updatedAt === undefined ? null : readTimestamp(token.updatedAt);
  return (
    <Panel title="Prices">
      <SmallTable
        label="Prices, now and before"
        rows={SIDES}
        keyOf={({ side }) => side}
        columns={[
          { head: 'Price', cell: ({ label }) => <span className="text-muted">{label}</span> },
          {
            head: 'Now',
            isFigure: true,
            cell: ({ side }) => (
              <span className="font-medium">
                <Money amount={price[side]} currency={currency} />
              </span>
            ),
          },
          {
            head: 'Previous',
            isFigure: true,
            cell: ({ side }) => <Money amount={before?.[side]} currency={currency} />,
          },
          {
            head: 'Change',
            isFigure: true,
            cell: ({ side }) => changeText(changeOf(price[side], before?.[side])),
          },
        ]}
      />
      <p className="px-4 pt-1 pb-3 text-label text-muted">
        {at === null || at > now ? (
          'The age of these prices is unknown.'
        ) : (
          <>
            Prices as of <DateTime at={at} /> or earlier.
          </>
        )}
      </p>
    </Panel>
  );
}

function changeText(change: number | null): ReactNode {
  if (change !== null) return <Share value={change} signed />;
  return <Unknown reason="One of the two prices wasn’t returned, or the previous one is 0." />;
}

/** Whether the token is watched, and how its price has changed since. */
export function WatchPanel({ token }: { token: TokenRow }) {
  const watchlist = useGivenWatchlist();
  const watched = watchlist.watched.get(token._id);
  const change = watched ? changeSince(watched, token) : null;
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
            {watchlist.refusal(token._id) ?? 'Not watched. Select the star to track its price from now on.'}
          </p>
        )}
      </div>
    </Panel>
  );
}
