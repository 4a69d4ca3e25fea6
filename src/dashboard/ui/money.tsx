import { formatAmount } from '#dashboard/lib/figures.ts';
import { clip } from '#dashboard/lib/truncate.ts';
import { Unknown } from './unknown.tsx';

type MoneyProps = { amount: number | string | undefined; currency: string | undefined; alignTo?: number };

/**
 * An amount with its currency's code; a decimal text keeps every digit. `alignTo` is how many fraction digits the widest
 * amount in the column has, so that decimal points line up.
 */
export function Money({ amount, currency, alignTo = 0 }: MoneyProps) {
  if (amount === undefined) return <Unknown reason="No amount returned." />;
  const { whole, fraction } = formatAmount(amount, currency);
  const missing = Math.max(0, (alignTo > 0 ? alignTo + 1 : 0) - fraction.length);
  return (
    <span className="tabular whitespace-nowrap">
      {whole}
      {fraction}
      {missing > 0 && (
        <span aria-hidden className="invisible select-none">
          {(fraction === '' ? '.' : '').padEnd(missing, '0')}
        </span>
      )}
      <span
        title={currency && clip(currency, 200)}
        className="ml-1.5 inline-block min-w-8 max-w-20 truncate text-left align-bottom text-muted"
      >
        {currency === undefined ? <Unknown reason="No currency returned." /> : clip(currency, 20)}
      </span>
    </span>
  );
}
