import { useQuery } from '@tanstack/react-query';
import { collateralCover, collateralRefusal } from '#contract/collateral.ts';
import type { LoanConfiguration } from '#contract/loans.ts';
import type { Seen } from '#contract/reading.ts';
import { ApiError } from '#dashboard/api/http/api-error.ts';
import { explainRead } from '#dashboard/api/http/explain.ts';
import { loanConfigurationQuery } from '#dashboard/api/loans/terms.ts';
import type { TokenRow } from '#dashboard/api/tokens/token-fields.ts';
import { plainText } from '#dashboard/api/tokens/token-names.ts';
import { formatClock } from '#dashboard/lib/times.ts';
import { Badge } from '#dashboard/ui/badge.tsx';
import { Button } from '#dashboard/ui/button.tsx';
import { Money } from '#dashboard/ui/money.tsx';
import { Panel } from '#dashboard/ui/panel.tsx';
import { Provenance } from '#dashboard/ui/provenance.tsx';
import { Skeleton } from '#dashboard/ui/skeleton.tsx';

/** Whether the token can be pledged under the present terms, and what a unit of it lends. */
export function PledgePanel({ token, now }: { token: TokenRow; now: number }) {
  const { data, error, isFetching, dataUpdatedAt, refetch } = useQuery(loanConfigurationQuery);
  return (
    <Panel title="As collateral" aside={data && <Verdict {...{ token }} terms={data.data} />}>
      <div className="px-4 py-3 text-table">
        {data ? (
          <Judged token={token} terms={data.data} asOf={dataUpdatedAt || now} />
        ) : error ? (
          <div role="alert" className="flex flex-wrap items-center justify-between gap-2">
            <p className="min-w-0 flex-1 basis-60 wrap-anywhere">
              The terms could not be loaded, so this can’t be said.{' '}
              {error instanceof ApiError ? explainRead(error) : 'This is a fault of the desk itself.'}
            </p>
            <Button busy={isFetching} onClick={() => void refetch()}>
              Retry
            </Button>
          </div>
        ) : (
          <Skeleton className="w-2/3" />
        )}
      </div>
    </Panel>
  );
}

function Verdict({ token, terms }: { token: TokenRow; terms: Terms }) {
  const { state } = judgePledge(token, terms);
  if (state === 'unknown') return <Badge>Not known</Badge>;
  return state === 'accepted' ? (
    <Badge tone="success">Can be pledged</Badge>
  ) : (
    <Badge tone="warning">Can’t be pledged</Badge>
  );
}

function Judged({ token, terms, asOf }: { token: TokenRow; terms: Terms; asOf: number }) {
  const judged = judgePledge(token, terms);
  if (judged.state === 'unknown') return <p>Whether it can be pledged isn’t known: {judged.why}.</p>;
  if (judged.state === 'refused')
    return <p className="wrap-anywhere">This token {plainText(judged.why, 400)}.</p>;
  const { sell, ratio, currency } = judged;
  if (sell === null || ratio === null) {
    return (
      <p>
        These terms accept it. What a unit lends isn’t known:{' '}
        {sell === null ? 'the service gave no sell price' : 'the terms name no ratio above 0'}.
      </p>
    );
  }
  const lends = Number(collateralCover('0', [{ quantity: 1, sellPrice: sell }], ratio).highestAmount);
  const formula = ratio <= 1 ? 'sell price × collateral ratio' : 'sell price ÷ collateral ratio';
  return (
    <>
      <p className="text-muted">One unit lends up to</p>
      <p className="mt-0.5 font-semibold text-section">
        <Money amount={lends} currency={currency} />{' '}
        <Provenance
          title="What a unit lends"
          how={() => ({
            title: 'What a unit lends',
            formula: `${formula}${ratio <= 1 ? ': the ratio is the highest loan-to-value.' : ': the ratio is the cover asked for.'}`,
            inputs: [
              { label: 'Sell price', value: `${sell} ${currency}` },
              { label: 'Collateral ratio', value: String(ratio) },
            ],
            basis: `The token’s price and the terms as the service gave them; terms as of ${formatClock(asOf)}.`,
          })}
        />
      </p>
      <p className="mt-1 text-muted">
        {formula}: {sell} {ratio <= 1 ? '×' : '÷'} {ratio}. The limit per currency of the terms applies to the
        loan as a whole.
      </p>
    </>
  );
}

export type Terms = Seen<LoanConfiguration>;

/** Whether a token can be pledged; nothing is taken for granted that neither it nor the terms say. */
type Judged =
  | { state: 'unknown'; why: string }
  | { state: 'refused'; why: string }
  | { state: 'accepted'; currency: string; sell: number | null; ratio: number | null };

/** Judges a token as collateral of a loan in its own currency, under terms. */
export function judgePledge(token: TokenRow, terms: Terms): Judged {
  const { currency, investment_category, exited, cancelled } = token;
  const { investment_categories: categories, max_amount: limits, collateral_ratio: ratio } = terms;
  // Either of these decides alone, even if the rest is missing.
  if (exited) return { state: 'refused', why: 'has exited and can no longer be pledged' };
  if (cancelled) return { state: 'refused', why: 'is cancelled and can no longer be pledged' };
  const lacking = [
    categories === undefined && 'the terms name no accepted categories',
    investment_category === undefined && 'the service gave no category of the token',
    exited === undefined && 'the service did not say whether it has exited',
    cancelled === undefined && 'the service did not say whether it is cancelled',
  ].filter((text) => text !== false);
  if (
    lacking.length > 0 ||
    categories === undefined ||
    investment_category === undefined ||
    exited === undefined ||
    cancelled === undefined
  ) {
    return { state: 'unknown', why: lacking.join('; ') };
  }
  const candidate = { currency, investment_category, exited, cancelled };
  const refusal = collateralRefusal(candidate, { currency, categories });
  if (refusal !== null) return { state: 'refused', why: refusal };
  if (limits !== undefined && !Object.hasOwn(limits, currency)) {
    const offered = Object.keys(limits).join(', ');
    return {
      state: 'refused',
      why: `is priced in ${currency}, in which these terms do not lend (they lend in ${offered || 'no currency'})`,
    };
  }
  const isPositive = (value: number | undefined): value is number => value !== undefined && value > 0;
  return {
    state: 'accepted',
    currency,
    sell: token.price.sell ?? null,
    ratio: isPositive(ratio) ? ratio : null,
  };
}
