import { useQuery } from '@tanstack/react-query';
import { Big } from 'big.js';
import { type ReactNode, useMemo } from 'react';
import type { LoanCollateral } from '#contract/loan-collateral.ts';
import { isClosed } from '#contract/loan-timing.ts';
import { minorDigits } from '#contract/money.ts';
import { useStanding } from '#dashboard/api/http/use-standing-error.ts';
import { coverOf, type PricedLine, pricedLines, type Valuation } from '#dashboard/api/loans/cover.ts';
import type { LoanRow } from '#dashboard/api/loans/loans.ts';
import { loanConfigurationQuery } from '#dashboard/api/loans/terms.ts';
import { tokensIn } from '#dashboard/api/loans/use-covers.ts';
import { broughtBy, useTokensNow } from '#dashboard/api/tokens/tokens-now.ts';
import { CoverBadge, CoverFall, coverLimit, coverShare } from '#dashboard/forms/cover-badge.tsx';
import { withGroups } from '#dashboard/lib/convention.ts';
import { formatInstant } from '#dashboard/lib/times.ts';
import { clip } from '#dashboard/lib/truncate.ts';
import { FailedLine, retryOf } from '#dashboard/table/failures.tsx';
import { Money } from '#dashboard/ui/money.tsx';
import { Skeleton } from '#dashboard/ui/skeleton.tsx';
import { Unknown } from '#dashboard/ui/unknown.tsx';

/** The collateral of a loan at origination and at the tokens' current prices, and how it covers the loan. */
export function KnownCollateral({ loan, collateral }: { loan: LoanRow; collateral: LoanCollateral }) {
  const { lines } = collateral;
  const { tokenOf } = useTokensNow(useMemo(() => tokensIn(lines), [lines]));
  const terms = useStanding(useQuery(loanConfigurationQuery));
  const cover = coverOf(loan, collateral, { tokenOf, terms: broughtBy(terms) });
  const { currency } = loan;
  const then = 'A price at origination is missing.';
  const now = cover.why ?? 'A current price is missing.';
  const current = (value: ReactNode) => (cover.state === 'asking' ? <Skeleton className="w-16" /> : value);
  const facts: Record<string, ReactNode> = {
    'Value at origination': moneyOf(cover.atOrigination, currency, then),
    'Current value': current(moneyOf(cover.current, currency, now)),
    'LTV at origination': coverShare(cover.atOrigination?.loanToValue, then),
    'Current LTV': current(coverShare(cover.current?.loanToValue, now)),
    ...(!isClosed(loan.status) && {
      'Maximum LTV': current(coverLimit(cover.limit, now)),
      'Price fall to limit': current(<CoverFall cover={cover} />),
      Cover: current(<CoverBadge cover={cover} />),
    }),
  };
  return (
    <div>
      <p className="px-4 pt-3 text-label text-muted">
        {sourceText(collateral)} Current prices from the market.
      </p>
      <ul className="divide-y divide-hairline px-4">
        {pricedLines(loan, collateral.lines, tokenOf).map((line) => (
          <Line key={line.line.tokenId} {...line} currency={currency} />
        ))}
      </ul>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-1 border-hairline border-t px-4 py-3 text-table">
        {Object.entries(facts).map(([label, value]) => (
          <div key={label} className="flex items-baseline justify-between gap-3 max-sm:col-span-2">
            <dt className="text-muted">{label}</dt>
            <dd className="tabular">{value}</dd>
          </div>
        ))}
      </dl>
      {terms.error && !terms.data && (
        <div className="px-4 pb-3">
          <FailedLine what="terms" error={terms.error} {...retryOf(terms)} />
        </div>
      )}
    </div>
  );
}

function sourceText({ source, at, who, found }: LoanCollateral): string {
  const day = formatInstant(Date.parse(at));
  if (source === 'recorded') return `Recorded by hand by ${clip(who, 80)}, ${day}.`;
  const lost = found ? ' The response was lost; the loan was found afterwards.' : '';
  return `As recorded when ${clip(who, 80)} created the loan, ${day}.${lost}`;
}

function Line({ line, now, price, currency }: PricedLine & { currency: string }) {
  const token = typeof now === 'string' ? undefined : now;
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 py-2.5 text-table">
      <span className="min-w-0 wrap-anywhere">
        <span className="font-medium">{clip(token?.name ?? line.name ?? line.tokenId, 120)}</span>{' '}
        <span className="text-muted">{token?.symbol && clip(token.symbol, 40)}</span>
        {token?.exited && (
          <span className="block text-label text-warning">Exited since, at its last price</span>
        )}
        {token?.cancelled && (
          <span className="block text-label text-warning">Cancelled, at its last price</span>
        )}
      </span>
      <span className="tabular text-right">
        {withGroups(line.quantity)} ×{' '}
        <span title={line.priceAt ? `Price of ${formatInstant(Date.parse(line.priceAt))}` : undefined}>
          {line.price === null ? (
            <Unknown reason="The price at origination wasn’t recorded." />
          ) : (
            withGroups(line.price)
          )}
        </span>{' '}
        <span aria-hidden className="text-muted">
          →
        </span>{' '}
        <span className="sr-only">at origination, currently </span>
        {now === 'asking' ? (
          <Skeleton className="w-14" />
        ) : price === null ? (
          <Unknown
            reason={token?.isPriceNegative ? 'The current price is negative.' : 'Current price unavailable.'}
          />
        ) : (
          withGroups(price)
        )}{' '}
        <span className="text-muted">{clip(currency, 20)}</span>
      </span>
    </li>
  );
}

function moneyOf(valuation: Valuation | null, currency: string, why: string): ReactNode {
  if (!valuation) return <Unknown reason={why} />;
  const amount = new Big(valuation.value).toFixed(minorDigits(currency), Big.roundDown);
  return <Money amount={amount} currency={currency} />;
}
