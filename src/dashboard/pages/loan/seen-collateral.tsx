import { useQueries } from '@tanstack/react-query';
import { Big } from 'big.js';
import { collateralCover } from '#contract/collateral.ts';
import { minorDigits } from '#contract/money.ts';
import type { CreatedLine, CreatedLoan } from '#dashboard/api/operations/created-loan.ts';
import { type Pledgeable, tokenQuery, toPledgeable } from '#dashboard/api/tokens/pledgeable.ts';
import { withGroups } from '#dashboard/lib/convention.ts';
import { decimalOf } from '#dashboard/lib/decimal.ts';
import { percentText } from '#dashboard/lib/percent.ts';
import { formatInstant, readTimestamp } from '#dashboard/lib/times.ts';
import { Skeleton } from '#dashboard/ui/skeleton.tsx';
import { Unknown } from '#dashboard/ui/unknown.tsx';

/** A line with the present price next to the earlier one. */
interface RepricedLine {
  line: CreatedLine;
  now: Pledgeable | null;
  state: 'asking' | 'here' | 'failed';
}

/**
 * The collateral of a loan as this desk saw it being created, re-priced from the tokens as they are now, with the
 * loan-to-value then and now. The service has no endpoint for any of it.
 */
export function SeenCollateral({ seen }: { seen: CreatedLoan }) {
  const { loan, lines, at, who, found } = seen;
  const tokens = useQueries({ queries: lines.map(({ tokenId }) => tokenQuery(tokenId)) });
  const repriced = lines.map((line, index): RepricedLine => {
    const query = tokens[index];
    const data = query?.data?.data;
    return {
      line,
      now: data ? toPledgeable(data) : null,
      state: data ? 'here' : query?.error ? 'failed' : 'asking',
    };
  });
  const { currency } = loan;
  const amount = decimalOf(loan.amount);
  const then = sharesOf(
    amount,
    lines.map(({ quantity, price }) => ({ quantity, price })),
  );
  const now = sharesOf(
    amount,
    repriced.map(({ line, now: token }) => ({ quantity: line.quantity, price: token?.price ?? null })),
  );
  const isAsking = repriced.some(({ state }) => state === 'asking');
  const sentAt = readTimestamp(at);
  return (
    <div>
      <p className="px-4 pt-3 text-label text-muted">
        As this desk saw it when {who} sent the loan,{' '}
        {sentAt === null ? 'at an unknown time' : formatInstant(sentAt)}
        {found && '; the answer was lost, and the loan was found afterwards'}. Prices of now are the tokens’
        own.
      </p>
      <ul className="divide-y divide-hairline px-4">
        {repriced.map((line) => (
          <Line key={line.line.tokenId} {...line} currency={currency} />
        ))}
      </ul>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-1 border-hairline border-t px-4 py-3 text-table">
        <Sum label="Value then" value={then && money(then.value, currency)} />
        <Sum label="Value now" value={now && money(now.value, currency)} asking={isAsking} />
        <Sum label="Loan-to-value then" value={then?.share} />
        <Sum label="Loan-to-value now" value={now?.share} asking={isAsking} />
      </dl>
    </div>
  );
}

function Line({ line, now, state, currency }: RepricedLine & { currency: string }) {
  const name = now?.name ?? line.name ?? line.tokenId;
  const priceAt = line.priceAt === null ? null : readTimestamp(line.priceAt);
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 py-2.5 text-table">
      <span className="min-w-0 wrap-anywhere">
        <span className="font-medium">{name}</span> <span className="text-muted">{now?.symbol}</span>
        {now?.exited && <span className="block text-label text-warning">Has exited since</span>}
        {now?.cancelled && <span className="block text-label text-warning">Is cancelled</span>}
      </span>
      <span className="tabular text-right">
        {withGroups(line.quantity)} ×{' '}
        <span title={priceAt === null ? undefined : `Price of ${formatInstant(priceAt)}`}>
          {line.price === null ? (
            <Unknown reason="The price of then was not written down." />
          ) : (
            withGroups(line.price)
          )}
        </span>{' '}
        <span aria-hidden className="text-muted">
          →
        </span>{' '}
        <span className="sr-only">then, now </span>
        {state === 'asking' ? (
          <Skeleton className="w-14" />
        ) : now?.price == null ? (
          <Unknown reason="The token’s price of now could not be had." />
        ) : (
          withGroups(now.price)
        )}{' '}
        <span className="text-muted">{currency}</span>
      </span>
    </li>
  );
}

function Sum({
  label,
  value,
  asking = false,
}: {
  label: string;
  value: string | null | undefined;
  asking?: boolean;
}) {
  return (
    <div className="flex items-baseline justify-between gap-3 max-sm:col-span-2">
      <dt className="text-muted">{label}</dt>
      <dd className="tabular">
        {value ??
          (asking ? (
            <Skeleton className="w-16" />
          ) : (
            <Unknown reason="A price is missing, so it can’t be worked out." />
          ))}
      </dd>
    </div>
  );
}

/** What lines come to and how much of it the amount is; null where a price is missing. */
function sharesOf(amount: string | null, lines: readonly { quantity: string; price: string | null }[]) {
  const priced = lines.flatMap(({ quantity, price }) =>
    price === null ? [] : [{ quantity, sellPrice: price }],
  );
  if (amount === null || priced.length < lines.length || lines.length === 0) return null;
  const { value, loanToValue } = collateralCover(amount, priced, 1);
  return { value, share: loanToValue === null ? null : percentText(loanToValue) };
}

function money(value: string, currency: string): string {
  return `${withGroups(new Big(value).round(minorDigits(currency), Big.roundDown).toFixed(minorDigits(currency)))} ${currency}`;
}
