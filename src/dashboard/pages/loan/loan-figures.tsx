import { Big } from 'big.js';
import { loanTiming } from '#contract/loan-timing.ts';
import { isDecimal, suggestedRepayment } from '#contract/money.ts';
import type { LoanRow } from '#dashboard/api/loans/loans.ts';
import { lookOfStatus } from '#dashboard/api/loans/standing.ts';
import { graceText } from '#dashboard/api/loans/terms.ts';
import { StandingBadge } from '#dashboard/forms/standing-badge.tsx';
import { amountText, countOf, formatRate, roundedRate } from '#dashboard/lib/figures.ts';
import { formatClock } from '#dashboard/lib/times.ts';
import { clip } from '#dashboard/lib/truncate.ts';
import { LabelBadge } from '#dashboard/ui/badge.tsx';
import { DefinitionList } from '#dashboard/ui/definition-list.tsx';
import { FigureStrip, StripFigure } from '#dashboard/ui/figure-strip.tsx';
import { known, knownTime } from '#dashboard/ui/known.tsx';
import { Money } from '#dashboard/ui/money.tsx';
import { Provenance } from '#dashboard/ui/provenance.tsx';
import { Unknown } from '#dashboard/ui/unknown.tsx';
import { WholeId } from './whole-id.tsx';

export function LoanFigures({ loan, asOf }: { loan: LoanRow; asOf: number }) {
  const { amount, repayment_amount: repayment, currency } = loan;
  const interest = new Big(repayment).minus(amount);
  const standard = standardTotal(loan);
  const difference = standard && new Big(repayment).minus(standard);
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
              ...(standard ? [{ label: 'Standard total', value: money(standard) }] : []),
              ...(difference ? [{ label: 'Difference', value: money(difference) }] : []),
            ]}
            basis={`Based on this loan at ${formatClock(asOf)}.`}
          />
        }
        note={amount !== 0 && `${roundedRate(interest.div(amount))} of the amount`}
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

export function LoanFields({ loan, now }: { loan: LoanRow; now: number }) {
  const { dueAt } = loanTiming(loan, now);
  const items = [
    { label: 'Loan ID', value: <WholeId id={loan.id} name="loan ID" /> },
    { label: 'Standing', value: <StandingBadge loan={loan} now={now} /> },
    { label: 'Status', value: <LabelBadge {...lookOfStatus(loan.status)} /> },
    { label: 'Borrower', value: <WholeId id={loan.borrower} name="borrower ID" /> },
    {
      label: 'Creditor',
      value: known(loan.creditor || undefined, 'creditor ID', (id) => <WholeId id={id} name="creditor ID" />),
    },
    { label: 'Amount', value: <Money amount={loan.amount} currency={loan.currency} /> },
    { label: 'Total repayable', value: <Money amount={loan.repayment_amount} currency={loan.currency} /> },
    { label: 'Due date', value: knownTime(loan.repayment_date, 'due date', false, dueAt) },
    { label: 'Monthly interest rate', value: known(loan.interest_rate, 'rate', formatRate) },
    { label: 'Term', value: known(loan.duration, 'term', (months) => countOf(months, 'month')) },
    {
      label: 'Grace period',
      value: known(loan.grace_period, 'grace period', (length) => graceText(length, loan.grace_period_unit)),
    },
    {
      label: 'Reason',
      value: loan.reason ? (
        <bdi className="whitespace-pre-wrap">{clip(loan.reason, 2000)}</bdi>
      ) : (
        <Unknown reason="No reason was given." />
      ),
    },
    { label: 'Created', value: knownTime(loan.created_at, 'date of creation') },
    { label: 'Last updated', value: knownTime(loan.updated_at, 'date of change') },
  ];
  return (
    <div className="px-4 py-1">
      <DefinitionList items={items} />
    </div>
  );
}
