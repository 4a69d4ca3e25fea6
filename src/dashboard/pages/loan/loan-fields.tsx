import type { ReactNode } from 'react';
import { parseRepaymentDate } from '#contract/dates.ts';
import { lookOfStatus } from '#dashboard/api/loans/loan-status.ts';
import type { LoanRow } from '#dashboard/api/loans/loans.ts';
import { StandingBadge } from '#dashboard/forms/standing-badge.tsx';
import { countOf, formatRate } from '#dashboard/lib/figures.ts';
import { clip } from '#dashboard/lib/truncate.ts';
import { Badge } from '#dashboard/ui/badge.tsx';
import { DateTime, UnreadableDate } from '#dashboard/ui/date-time.tsx';
import { type Definition, DefinitionList } from '#dashboard/ui/definition-list.tsx';
import { known, knownTime } from '#dashboard/ui/known.tsx';
import { Money } from '#dashboard/ui/money.tsx';
import { Unknown } from '#dashboard/ui/unknown.tsx';
import { WholeId } from './whole-id.tsx';

/** Every field of the loan. */
export function LoanFields({ loan, now }: { loan: LoanRow; now: number }) {
  const status = lookOfStatus(loan.status);
  const items: Definition[] = [
    { label: 'Loan ID', value: <WholeId id={loan.id} name="loan ID" /> },
    { label: 'Standing', value: <StandingBadge loan={loan} now={now} /> },
    { label: 'Status', value: <Badge tone={status.tone}>{status.word}</Badge> },
    { label: 'Borrower', value: <WholeId id={loan.borrower} name="borrower ID" /> },
    {
      label: 'Creditor',
      value: known(loan.creditor || undefined, 'creditor ID', (id) => <WholeId id={id} name="creditor ID" />),
    },
    { label: 'Amount', value: <Money amount={loan.amount} currency={loan.currency} /> },
    { label: 'Total repayable', value: <Money amount={loan.repayment_amount} currency={loan.currency} /> },
    { label: 'Due date', value: known(loan.repayment_date, 'due date', dueDate) },
    { label: 'Monthly interest rate', value: known(loan.interest_rate, 'rate', formatRate) },
    { label: 'Term', value: known(loan.duration, 'term', (months) => countOf(months, 'month')) },
    { label: 'Grace period', value: graceOf(loan) },
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

function dueDate(text: string): ReactNode {
  const date = parseRepaymentDate(text);
  return date === null ? <UnreadableDate text={text} /> : <DateTime at={date.at} />;
}

function graceOf({ grace_period: length, grace_period_unit: unit }: LoanRow): ReactNode {
  if (length === undefined) return <Unknown reason="No grace period returned." />;
  if (unit === undefined) return `${length} (unit not stated)`;
  const noun = /^[A-Z]+S$/.test(unit) ? unit.slice(0, -1).toLowerCase() : null;
  return noun ? countOf(length, noun) : `${length} ${clip(unit, 40)}`;
}
