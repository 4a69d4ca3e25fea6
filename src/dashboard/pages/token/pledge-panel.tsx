import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { collateralCover, collateralRefusal } from '#contract/collateral.ts';
import type { LoanConfiguration } from '#contract/loans.ts';
import type { Seen } from '#contract/reading.ts';
import { coverAddress } from '#dashboard/api/addresses.ts';
import { collateralQuery } from '#dashboard/api/loans/collateral.ts';
import { loanConfigurationQuery } from '#dashboard/api/loans/terms.ts';
import type { TokenRow } from '#dashboard/api/tokens/token-fields.ts';
import { plainText } from '#dashboard/api/tokens/token-names.ts';
import { amountText, formatCount } from '#dashboard/lib/figures.ts';
import { formatClock } from '#dashboard/lib/times.ts';
import { FailedLine, retryOf } from '#dashboard/table/failures.tsx';
import { Badge } from '#dashboard/ui/badge.tsx';
import { Money } from '#dashboard/ui/money.tsx';
import { Panel } from '#dashboard/ui/panel.tsx';
import { Provenance } from '#dashboard/ui/provenance.tsx';
import { Skeleton } from '#dashboard/ui/skeleton.tsx';

const VERDICTS: Record<Judged['state'], ReactNode> = {
  unknown: <Badge>Unknown</Badge>,
  accepted: <Badge tone="success">Eligible</Badge>,
  refused: <Badge tone="warning">Not eligible</Badge>,
};

/** Whether the token is eligible under the current terms, and the most that a unit of it lends. */
export function PledgePanel({ id, token, now }: { id: string; token: TokenRow; now: number }) {
  const terms = useQuery(loanConfigurationQuery);
  const collateral = useQuery(collateralQuery());
  const isPledged = collateral.data?.some(({ lines }) => lines.some(({ tokenId }) => tokenId === id));
  const { data, error, dataUpdatedAt } = terms;
  const judged = data && judgePledge(token, data.data);
  return (
    <Panel title="As collateral" aside={judged && VERDICTS[judged.state]}>
      <div className="px-4 py-3 text-table">
        {judged ? (
          <Judgement judged={judged} asOf={dataUpdatedAt || now} />
        ) : error ? (
          <FailedLine what="lending terms" error={error} {...retryOf(terms)} />
        ) : (
          <Skeleton className="w-2/3" />
        )}
        {isPledged && (
          <Link
            to={coverAddress(id)}
            className="mt-2 inline-flex items-center text-accent-text underline underline-offset-2 max-md:min-h-11"
          >
            View open loans with this collateral
          </Link>
        )}
      </div>
    </Panel>
  );
}

function Judgement({ judged, asOf }: { judged: Judged; asOf: number }) {
  if (judged.state === 'unknown') return <p>Eligibility is unknown: {judged.why}.</p>;
  if (judged.state === 'refused')
    return <p className="wrap-anywhere">This token {plainText(judged.why, 400)}.</p>;
  const { sell, ratio, currency } = judged;
  const lacks = [
    sell === null && 'it has no sell price',
    sell !== null && sell < 0 && 'its sell price is negative',
    ratio === null && 'the terms have no collateral ratio above 0',
  ].find(Boolean);
  if (sell === null || ratio === null || lacks)
    return <p>Your terms accept this token. The max. loan per unit is unknown: {lacks}.</p>;
  const lends = collateralCover('0', [{ quantity: 1, sellPrice: sell }], ratio).highestAmount;
  const formula = ratio <= 1 ? 'Sell price × collateral ratio' : 'Sell price ÷ collateral ratio';
  return (
    <>
      <p className="text-muted">Max. loan per unit</p>
      <p className="mt-0.5 font-semibold text-section">
        {sell > 0 && Number(lends) === 0 ? (
          `<${amountText('0.00000001', currency)} ${currency}`
        ) : (
          <Money amount={lends} currency={currency} />
        )}{' '}
        <Provenance
          title="Max. loan per unit"
          formula={`${formula}: the ratio is the ${ratio <= 1 ? 'maximum LTV' : 'required cover'}.`}
          inputs={[
            { label: 'Sell price', value: `${amountText(sell, currency)} ${currency}` },
            { label: 'Collateral ratio', value: formatCount(ratio) },
          ]}
          basis={`Based on the token’s sell price and your terms at ${formatClock(asOf)}.`}
        />
      </p>
      <p className="mt-1 text-muted">{formula}. The limit per loan applies as well.</p>
    </>
  );
}

export type Terms = Seen<LoanConfiguration>;

type Judged = ReturnType<typeof judgePledge>;

/** Judges a token as collateral of a loan in its own currency; nothing is taken for granted that neither it nor the terms say. */
export function judgePledge(token: TokenRow, terms: Terms) {
  const refused = (why: string) => ({ state: 'refused' as const, why });
  const { currency, investment_category, exited, cancelled, price } = token;
  const { investment_categories: categories, max_amount: limits, collateral_ratio: ratio = 0 } = terms;
  // Either of these decides alone, even if the rest is missing.
  if (exited) return refused('has exited');
  if (cancelled) return refused('is cancelled');
  const lacking = [
    categories === undefined && 'the terms list no eligible categories',
    investment_category === undefined && 'the token has no category',
    exited === undefined && 'it isn’t stated whether it has exited',
    cancelled === undefined && 'it isn’t stated whether it is cancelled',
  ].filter(Boolean);
  if (categories === undefined || investment_category === undefined || lacking.length > 0)
    return { state: 'unknown' as const, why: lacking.join('; ') };
  const candidate = { currency, investment_category, exited: false, cancelled: false };
  const refusal = collateralRefusal(candidate, { currency, categories });
  if (refusal !== null) return refused(refusal);
  if (limits !== undefined && !Object.hasOwn(limits, currency)) {
    const offered = Object.keys(limits).join(', ') || 'no currency';
    return refused(`is priced in ${currency}, in which these terms do not lend (they lend in ${offered})`);
  }
  return { state: 'accepted' as const, currency, sell: price.sell ?? null, ratio: ratio > 0 ? ratio : null };
}
