import { fieldOf, type TokenRow } from '#dashboard/api/tokens/token-fields.ts';
import { changeOf, spreadOf } from '#dashboard/api/tokens/token-figures.ts';
import { formatSpan, readTimestamp } from '#dashboard/lib/times.ts';
import { lackOf, Share } from '#dashboard/table/token-value.tsx';
import { DateTime } from '#dashboard/ui/date-time.tsx';
import { Money } from '#dashboard/ui/money.tsx';
import { Panel } from '#dashboard/ui/panel.tsx';
import { Unknown } from '#dashboard/ui/unknown.tsx';

const sides = [
  { side: 'exchange', label: 'Exchange' },
  { side: 'buy', label: 'Buy' },
  { side: 'sell', label: 'Sell' },
] as const;

const cell = 'border-hairline border-t py-2 pl-3 text-right first:pl-0 first:text-left';

/** The prices now and before, what lies between them, and how old they may be. No course of prices: there is none. */
export function PricesPanel({ token, now }: { token: TokenRow; now: number }) {
  const { price, prev_price: before, currency } = token;
  const spread = spreadOf(price);
  const share = fieldOf('spread');
  const spreadShare = share.read(token);
  return (
    <Panel title="Prices">
      <div className="overflow-x-auto px-4 pb-3">
        <table className="w-full text-table">
          <thead>
            <tr className="text-label text-muted">
              {['Price', 'Now', 'Previous', 'Change'].map((name) => (
                <th
                  key={name}
                  scope="col"
                  className="py-2 pl-3 text-right font-medium first:pl-0 first:text-left"
                >
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sides.map(({ side, label }) => {
              const change = changeOf(price[side], before?.[side]);
              return (
                <tr key={side}>
                  <th scope="row" className={`${cell} font-normal text-muted`}>
                    {label}
                  </th>
                  <td className={`${cell} font-medium`}>
                    <Money amount={price[side]} currency={currency} />
                  </td>
                  <td className={cell}>
                    <Money amount={before?.[side]} currency={currency} />
                  </td>
                  <td className={`${cell} tabular`}>
                    {change === null ? (
                      <Unknown reason="One of the two prices wasn’t returned, or the previous one is 0." />
                    ) : (
                      <Share value={change} signed />
                    )}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
        <p className="mt-1 border-hairline border-t pt-2 text-table">
          <span className="text-muted">Spread </span>
          {spread === null ? (
            <Unknown reason={lackOf(share)} />
          ) : (
            <>
              <Money amount={spread} currency={currency} />
              {typeof spreadShare === 'number' && (
                <>
                  {' '}
                  (<Share value={spreadShare} />)
                </>
              )}
            </>
          )}
          <span className="text-muted"> · {share.formula}</span>
        </p>
        <Age token={token} now={now} />
      </div>
    </Panel>
  );
}

/** How old the prices may be: the record says when it was changed last, not what was changed. */
function Age({ token, now }: { token: TokenRow; now: number }) {
  const at = token.updatedAt === undefined ? null : readTimestamp(token.updatedAt);
  return (
    <p className="mt-1 text-label text-muted">
      {at === null ? (
        'How old these prices are isn’t known: the service gave no readable date of update.'
      ) : (
        <>
          The token was updated on <DateTime at={at} />
          {at <= now && `, ${formatSpan(now - at)} ago`}; its prices may be older. The service keeps one
          previous price, and no date for it.
        </>
      )}
    </p>
  );
}
