import { Big } from 'big.js';
import type { ReactNode } from 'react';
import { dueText } from '#dashboard/api/loans/terms.ts';
import { countOf } from '#dashboard/lib/figures.ts';
import { limitText, percentText } from '#dashboard/lib/percent.ts';
import { Panel } from '#dashboard/ui/panel.tsx';
import { Unknown } from '#dashboard/ui/unknown.tsx';
import { useNow } from '#dashboard/ui/use-now.ts';
import { type coverWithRoom, roundedAmount, roundedMoney } from './checked-collateral.ts';
import type { JudgedForm } from './loan-schema.ts';

/**
 * What the loan comes to so far; stays in view next to the form, and at the foot of a phone. `before` is the loan-to-value
 * before the edit that is under way; null where there was none.
 */
export function LoanSummary(props: JudgedForm & { before: number | null; review: ReactNode }) {
  const { values, figures, terms, before, review } = props;
  const { currency } = values;
  const { cover, amount, repayment, duration } = figures;
  const now = useNow();
  const money = (decimal: string | null) => (
    <Sum decimal={decimal} currency={currency} missing="Not entered yet." />
  );
  const interest = amount === null || repayment === null ? null : new Big(repayment).minus(amount);
  const { name, userId } = values.borrower ?? {};
  const rows = {
    Borrower: name ?? userId ?? <Unknown reason="Not chosen yet." />,
    Amount: money(amount),
    Interest: money(interest?.gte(0) ? interest.toFixed() : null),
    'Total repayable': money(repayment),
    Due: duration === null ? <Unknown reason="Not entered yet." /> : dueText(duration, now),
    Collateral: money(cover?.value ?? null),
  };
  return (
    <>
      <Panel title="Summary" className="lg:sticky lg:top-4">
        <dl className="px-4 py-2">
          {Object.entries(rows).map(([label, value]) => (
            <div key={label} className="flex items-baseline justify-between gap-4 py-1 text-table">
              <dt className="text-muted">{label}</dt>
              <dd className="min-w-0 truncate text-right">{value}</dd>
            </div>
          ))}
        </dl>
        <div className="border-hairline border-t p-4">
          <CoverMeter {...{ values, figures, before }} />
          <p className="mt-2 text-label text-muted">
            {terms.ratio <= 1
              ? `You can lend up to ${limitText(terms.ratio)} of the collateral’s value.`
              : `Collateral must be worth ${terms.ratio} times the amount.`}
          </p>
        </div>
      </Panel>
      <div className="page-foot -mx-4 flex items-center justify-between gap-3 border-hairline border-t bg-panel px-4 py-2.5 md:-mx-6 md:px-6 lg:hidden">
        <p className="tabular min-w-0 text-label text-muted">
          {amount === null ? (
            'You’ll review before creating.'
          ) : (
            <span className="block truncate text-table text-text">{money(amount)}</span>
          )}
          {cover?.loanToValue != null && (
            <span className={cover.sufficient ? '' : 'text-danger'}>
              {percentText(cover.loanToValue)} of {limitText(cover.loanToValueLimit)}
              {cover.sufficient ? '' : ', too little collateral'}
            </span>
          )}
        </p>
        {review}
      </div>
    </>
  );
}

/** An amount cut to the currency's minor digits; if there is none, why. */
export function Sum(props: { decimal: string | null; currency: string; missing: string }) {
  const { decimal, currency, missing } = props;
  if (decimal === null) return <Unknown reason={missing} />;
  return (
    <span className="tabular">
      {roundedAmount(decimal, currency)} <span className="text-muted">{currency}</span>
    </span>
  );
}

/** How much of the collateral's value is lent, before and after the edit under way, against the limit. */
function CoverMeter(props: Omit<JudgedForm, 'terms'> & { before: number | null }) {
  const { values, figures, before } = props;
  const { cover, lines, priced } = figures;
  if (!cover || cover.loanToValue === null) {
    return <p className="text-muted text-table">Add an amount and collateral to see the LTV.</p>;
  }
  const { loanToValue, loanToValueLimit: limit, sufficient } = cover;
  const scale = Math.min(limit * 3, Math.max(limit * 1.35, loanToValue, before ?? 0));
  const placeOf = (share: number) => `${Math.min(100, (share / scale) * 100)}%`;
  const left = lines.length - priced.length;
  const tenths = (share: number) => Math.round(share * 1000) / 10;
  const moved = before !== null && percentText(before) !== percentText(loanToValue);
  return (
    <div>
      <p className="flex items-baseline justify-between gap-3">
        <span className="text-muted text-table">Loan-to-value</span>
        <span className="tabular font-semibold text-section">
          {moved && (
            <span className="font-normal text-body text-muted">
              <span className="sr-only">before </span>
              {percentText(before)} <span aria-hidden>→</span>
              <span className="sr-only">, now</span>{' '}
            </span>
          )}
          <span className={sufficient ? '' : 'text-danger'}>{percentText(loanToValue)}</span>
        </span>
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: a meter element can't carry the limit's mark */}
      <div
        role="meter"
        aria-label="Loan-to-value"
        aria-valuemin={0}
        aria-valuemax={tenths(scale)}
        aria-valuenow={tenths(Math.min(loanToValue, scale))}
        aria-valuetext={`${percentText(loanToValue)}, the limit is ${limitText(limit)}`}
        className="relative mt-2 h-2 rounded-control bg-active"
      >
        <div
          style={{ width: placeOf(loanToValue) }}
          className={`drawn h-full rounded-control transition-[width] ${sufficient ? 'bg-accent' : 'bg-danger'}`}
        />
        {moved && (
          <span
            aria-hidden
            style={{ left: placeOf(before) }}
            className="drawn absolute inset-y-0 w-0.5 -translate-x-1/2 bg-muted"
          />
        )}
        <span
          aria-hidden
          style={{ left: placeOf(limit) }}
          className="drawn absolute -inset-y-1 w-0.5 -translate-x-1/2 bg-text"
        />
      </div>
      <p className="tabular mt-2 text-label text-muted">Limit {limitText(limit)}</p>
      <p role="status" className={`mt-1 text-table ${sufficient ? 'text-success' : 'text-danger'}`}>
        {roomText(cover, values.currency)}
      </p>
      {left > 0 && (
        <p className="mt-1 text-label text-warning">Excludes {countOf(left, 'line')} without a value.</p>
      )}
    </div>
  );
}

function roomText({ sufficient, room, missing }: ReturnType<typeof coverWithRoom>, currency: string): string {
  if (!sufficient) return `Short by ${roundedMoney(missing, currency, Big.roundUp)} of collateral.`;
  const more = roundedAmount(room, currency);
  return /[1-9]/.test(more) ? `You could lend ${more} ${currency} more.` : 'At the limit.';
}
