import type { TokenRow } from '#dashboard/api/tokens/token-fields.ts';
import { changeOf } from '#dashboard/api/tokens/token-figures.ts';
import { readTimestamp } from '#dashboard/lib/times.ts';
import { Share } from '#dashboard/table/token-value.tsx';
import { DateTime } from '#dashboard/ui/date-time.tsx';
import { Money } from '#dashboard/ui/money.tsx';
import { Panel } from '#dashboard/ui/panel.tsx';
import { ScrollFrame } from '#dashboard/ui/scroll-frame.tsx';
import { Unknown } from '#dashboard/ui/unknown.tsx';

const sides = [
  { side: 'exchange', label: 'Exchange' },
  { side: 'buy', label: 'Buy' },
  { side: 'sell', label: 'Sell' },
] as const;

const cell = 'border-hairline border-t py-2 pl-3 text-right first:pl-0 first:text-left';

/** The prices now and before, and how old they may be. The service has no history of prices. */
export function PricesPanel({ token, now }: { token: TokenRow; now: number }) {
  const { price, prev_price: before, currency } = token;
  return (
    <Panel title="Prices">
      <ScrollFrame label="Prices, now and before" className="overflow-x-auto px-4 pb-3">
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
        <Age token={token} now={now} />
      </ScrollFrame>
    </Panel>
  );
}

/** The record says when it was changed last, not what was changed. */
function Age({ token, now }: { token: TokenRow; now: number }) {
  const at = token.updatedAt === undefined ? null : readTimestamp(token.updatedAt);
  return (
    <p className="mt-1 text-label text-muted">
      {at === null || at > now ? (
        'The age of these prices is unknown.'
      ) : (
        <>
          Prices as of <DateTime at={at} /> or earlier.
        </>
      )}
    </p>
  );
}
