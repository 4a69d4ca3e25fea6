import { Big } from 'big.js';
import { type LoanTiming, loanTiming } from '#contract/loan-timing.ts';
import { isDecimal, suggestedRepayment } from '#contract/money.ts';
import type { LoanRow } from '#dashboard/api/loans/loans.ts';
import { lookOfStatus } from '#dashboard/api/loans/standing.ts';
import { graceText } from '#dashboard/api/loans/terms.ts';
import { StandingBadge, StandingText } from '#dashboard/forms/standing-badge.tsx';
import { amountText, countOf, formatRate, roundedRate } from '#dashboard/lib/figures.ts';
import { formatClock, formatDaysFrom, readTimestamp } from '#dashboard/lib/times.ts';
import { clip } from '#dashboard/lib/truncate.ts';
import { LabelBadge } from '#dashboard/ui/badge.tsx';
import { DateTime } from '#dashboard/ui/date-time.tsx';
import { DefinitionList } from '#dashboard/ui/definition-list.tsx';
import { FigureStrip, StripFigure } from '#dashboard/ui/figure-strip.tsx';
import { known, knownTime } from '#dashboard/ui/known.tsx';
import { Money } from '#dashboard/ui/money.tsx';
import { Panel } from '#dashboard/ui/panel.tsx';
import { Provenance } from '#dashboard/ui/provenance.tsx';
import { Unknown } from '#dashboard/ui/unknown.tsx';
import { WholeId } from './loan-head.tsx';

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

/** When the loan was made, falls due and leaves its grace, and where today is among them. */
export function LoanTimeline({ loan, now }: { loan: LoanRow; now: number }) {
  const timing = loanTiming(loan, now);
  const marks = marksOf(loan, timing, now);
  const lack = timing.state === 'closed' ? 'closed' : timing.state === 'unknown' && timing.lacks;
  return (
    <Panel title="Timeline">
      <ol className="px-4 py-3">
        {marks.map(({ word, at, isNow }) => (
          <li key={word} className="group/mark relative flex gap-3 pb-4 text-table last:pb-0">
            <span
              aria-hidden
              className={`drawn absolute top-3 bottom-[-0.35rem] left-[5px] w-0.5 group-last/mark:hidden ${at < now ? 'bg-accent' : 'bg-hairline'}`}
            />
            <span
              aria-hidden
              className={`relative mt-1 size-3 shrink-0 rounded-full border-2 ${isNow ? 'drawn border-text bg-text' : at < now ? 'drawn border-accent bg-accent' : 'border-control bg-panel'}`}
            />
            <span className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-4">
              <span className={isNow ? 'font-semibold' : ''}>
                {word}
                {isNow && (
                  <span className="font-normal">
                    : <StandingText loan={loan} now={now} />
                  </span>
                )}
              </span>
              <span className="text-muted">
                <DateTime at={at} />
                {!isNow && <span className="ml-2">{formatDaysFrom(now, at)}</span>}
              </span>
            </span>
          </li>
        ))}
      </ol>
      {lack && <p className="border-hairline border-t px-4 py-2.5 text-label text-muted">{LACKS[lack]}</p>}
    </Panel>
  );
}

const LACKS = {
  closed: 'This loan is closed. The closing date isn’t available.',
  date: 'The due date can’t be read.',
  status: 'Pledge doesn’t recognise this status, so it may be open or closed.',
  grace: 'The grace period can’t be read, so the loan may or may not be past it.',
};

/** The instants of a loan that are known, and the present one, in their order. */
function marksOf(loan: LoanRow, timing: LoanTiming, now: number) {
  const marks = [
    { word: 'Created', at: readTimestamp(loan.created_at ?? '') },
    { word: 'Repayment due', at: timing.dueAt },
    { word: 'Grace ends', at: 'graceEndsAt' in timing ? timing.graceEndsAt : null },
    { word: 'Today', at: now, isNow: true },
  ];
  return marks
    .flatMap(({ at, ...mark }) => (at === null ? [] : { at, isNow: false, ...mark }))
    .sort((a, b) => a.at - b.at);
}
