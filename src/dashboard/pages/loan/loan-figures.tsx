import { Big } from 'big.js';
import { isDecimal, suggestedRepayment } from '#contract/money.ts';
import type { LoanRow } from '#dashboard/api/loans/loans.ts';
import { amountText, countOf, formatRate } from '#dashboard/lib/figures.ts';
import { formatClock } from '#dashboard/lib/times.ts';
import { FigureStrip, StripFigure } from '#dashboard/ui/figure-strip.tsx';
import { known } from '#dashboard/ui/known.tsx';
import { Money } from '#dashboard/ui/money.tsx';
import { Provenance } from '#dashboard/ui/provenance.tsx';

/** What was lent, what comes back, and what lies between. */
export function LoanFigures({ loan, asOf }: { loan: LoanRow; asOf: number }) {
  const { amount, repayment_amount: repayment, currency } = loan;
  const interest = new Big(repayment).minus(amount);
  const standard = standardTotal(loan);
  const difference = standard === null ? null : new Big(repayment).minus(standard);
  const money = (value: Big | string | number) => amountText(new Big(value).toFixed(), currency);
  return (
    <FigureStrip>
      <StripFigure label="Amount">
        <Money amount={amount} currency={currency} />
      </StripFigure>
      <StripFigure label="Total repayable" note={difference && compared(difference, money)}>
        <Money amount={repayment} currency={currency} />
      </StripFigure>
      <StripFigure
        label="Interest"
        how={
          <Provenance
            title="Interest"
            formula="Total repayable minus amount. The standard total is amount × (1 + monthly rate × months), rounded half up to the currency’s smallest unit."
            inputs={[
              { label: 'Total repayable', value: money(repayment) },
              { label: 'Amount', value: money(amount) },
              ...(standard !== null && difference
                ? [
                    { label: 'Standard total', value: money(standard) },
                    { label: 'Difference', value: money(difference) },
                  ]
                : []),
            ]}
            basis={`Based on this loan at ${formatClock(asOf)}.`}
          />
        }
        note={amount !== 0 && `${formatRate(Number(interest.div(amount).toFixed(4)))} of the amount`}
      >
        <Money amount={interest.toFixed()} currency={currency} />
      </StripFigure>
      <StripFigure label="Monthly interest rate">{known(loan.interest_rate, 'rate', formatRate)}</StripFigure>
      <StripFigure label="Term">
        {known(loan.duration, 'term', (months) => countOf(months, 'month'))}
      </StripFigure>
    </FigureStrip>
  );
}

/** How the repayment compares with the standard total. */
function compared(difference: Big, money: (value: Big) => string): string {
  const rule = 'amount × (1 + rate × months)';
  if (difference.eq(0)) return `matches ${rule}`;
  return `${money(difference.abs())} ${difference.gt(0) ? 'above' : 'below'} ${rule}`;
}

/** What the rule suggests as repayment; null if the loan doesn't say enough for it. */
function standardTotal({ amount, interest_rate: interestRate, duration, currency }: LoanRow): string | null {
  const text = new Big(amount).toFixed();
  if (interestRate === undefined || duration === undefined || !isDecimal(text)) return null;
  return suggestedRepayment({ amount: text, interestRate, duration, currency });
}
