import { Big } from 'big.js';
import { useEffect, useRef, useState } from 'react';
import { minorDigits } from '#contract/money.ts';
import { withGroups } from '#dashboard/lib/convention.ts';
import { countOf } from '#dashboard/lib/figures.ts';
import { Button } from '#dashboard/ui/button.tsx';
import { Unknown } from '#dashboard/ui/unknown.tsx';
import { cutTo, percentText } from './cover.ts';
import { CoverMeter } from './cover-meter.tsx';
import type { NewLoan } from './use-new-loan.ts';

/** The loan-to-value as it stood when the field that is being edited got the focus. */
function useBefore(now: number | null): number | null {
  const latest = useRef(now);
  latest.current = now;
  const [before, setBefore] = useState(now);
  useEffect(() => {
    const note = () => setBefore(latest.current);
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, []);
  return before;
}

/** What the loan comes to so far; stays in view beside the form, and at the foot of a phone. */
export function LoanSummary({ loan }: { loan: NewLoan }) {
  const { values, worked, terms, busy } = loan;
  const { currency } = values;
  const { cover, amount, repayment, duration } = worked;
  const before = useBefore(cover?.loanToValue ?? null);
  const digits = currency === '' ? 2 : minorDigits(currency);
  const money = (decimal: string | null) =>
    decimal === null ? (
      <Unknown reason="Not known yet." />
    ) : (
      <span className="tabular">
        {withGroups(cutTo(decimal, digits, 'down'))} <span className="text-muted">{currency}</span>
      </span>
    );
  const interest =
    amount !== null && repayment !== null && new Big(repayment).gte(amount)
      ? new Big(repayment).minus(amount).toFixed()
      : null;
  const rows = [
    {
      label: 'Borrower',
      value: values.borrower?.name ?? values.borrower?.userId ?? <Unknown reason="Nobody chosen yet." />,
    },
    { label: 'Amount', value: money(amount) },
    { label: 'Interest', value: money(interest) },
    { label: 'To repay', value: money(repayment) },
    {
      label: 'Due',
      value:
        duration === null ? (
          <Unknown reason="Not known yet." />
        ) : (
          `${countOf(duration, 'month')} after it is created`
        ),
    },
    { label: 'Collateral', value: money(cover ? cover.value : null) },
  ];
  return (
    <>
      <section
        aria-label="Summary"
        className="rounded-panel border border-hairline bg-panel lg:sticky lg:top-4"
      >
        <h2 className="border-hairline border-b px-4 py-2.5 font-semibold text-body">Summary</h2>
        <dl className="px-4 py-2">
          {rows.map(({ label, value }) => (
            <div key={label} className="flex items-baseline justify-between gap-4 py-1 text-table">
              <dt className="text-muted">{label}</dt>
              <dd className="min-w-0 truncate text-right">{value}</dd>
            </div>
          ))}
        </dl>
        <div className="border-hairline border-t p-4">
          <CoverMeter
            cover={cover}
            before={before}
            currency={currency}
            left={worked.lines.length - worked.priced.length}
          />
          <p className="mt-2 text-label text-muted">
            {terms.ratio <= 1
              ? `Your terms lend up to ${percentText(terms.ratio)} of the collateral’s value.`
              : `Your terms ask for ${terms.ratio} times the amount in collateral.`}
          </p>
        </div>
      </section>
      <div className="page-foot -mx-4 flex items-center justify-between gap-3 border-hairline border-t bg-panel px-4 py-2.5 md:-mx-6 md:px-6 lg:hidden">
        <p className="tabular min-w-0 text-label text-muted">
          <span className="block truncate text-table text-text">{money(amount)}</span>
          {cover?.loanToValue != null ? (
            <span className={cover.sufficient ? '' : 'text-danger'}>
              {percentText(cover.loanToValue)} of {percentText(cover.loanToValueLimit)}
              {cover.sufficient ? '' : ', not covered'}
            </span>
          ) : (
            'No cover yet'
          )}
        </p>
        <Button look="primary" busy={busy === 'checking'} onClick={() => void loan.startReview()}>
          Review the loan
        </Button>
      </div>
    </>
  );
}
