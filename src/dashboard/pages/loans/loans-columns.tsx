import { Big } from 'big.js';
import { loanTiming } from '#contract/loan-timing.ts';
import type { LoanContext } from '#dashboard/api/loans/loan-filter.ts';
import type { LoanRow } from '#dashboard/api/loans/loans.ts';
import { daysLate, lookOfStatus, standingOf, urgencyOf } from '#dashboard/api/loans/standing.ts';
import { StandingBadge } from '#dashboard/forms/standing-badge.tsx';
import type { FileColumn } from '#dashboard/lib/export/file-column.ts';
import { countOf, formatRate } from '#dashboard/lib/figures.ts';
import { head, idColumn, moneyColumn, textCell, timeColumn } from '#dashboard/list/columns.tsx';
import { borrowerColumn, LoanCardLines } from '#dashboard/list/loan-rows.tsx';
import type { Column } from '#dashboard/table/column.ts';
import { LabelBadge } from '#dashboard/ui/badge.tsx';
import { known, knownTime } from '#dashboard/ui/known.tsx';

/** The list's columns. `rows` decides how wide fractions are. */
export function loanColumns(rows: readonly LoanRow[], context: LoanContext): Column<LoanRow>[] {
  const { now, nameOf } = context;
  return [
    {
      ...head('standing', 'Standing', 'w-54', 'w-36'),
      sortable: { by: (loan) => urgencyOf(loan, now) },
      cell: (loan) => <StandingBadge loan={loan} now={now} />,
    },
    borrowerColumn('w-38', (loan) => loan, nameOf),
    moneyColumn(head('amount', 'Amount', 'w-38', 'w-24'), (loan) => loan, rows),
    moneyColumn(
      head('repay', 'Total repayable', 'w-38', 'w-24'),
      ({ repayment_amount: amount, currency }) => ({ amount, currency }),
      rows,
    ),
    { ...moneyColumn(head('interest', 'Interest', 'w-34', 'w-20'), interestOf), optional: true },
    {
      ...head('rate', 'Monthly rate', 'w-28', 'w-8'),
      align: 'end',
      sortable: { by: ({ interest_rate }) => interest_rate },
      // Both lines fit a row of either height.
      cell: ({ interest_rate, duration }) => (
        <span className="flex flex-col leading-4">
          {known(interest_rate, 'rate', (rate) => figure(formatRate(rate, 2)))}
          <span className="text-label text-muted leading-3.5">{known(duration, 'term', termText)}</span>
        </span>
      ),
    },
    {
      ...head('term', 'Term', 'w-21', 'w-14'),
      align: 'end',
      optional: true,
      sortable: { by: ({ duration }) => duration },
      cell: ({ duration }) => known(duration, 'term', termText),
    },
    timeColumn(head('created', 'Created', 'w-28', 'w-20'), ({ created_at }) => created_at, {
      name: 'date of creation',
      brief: true,
    }),
    {
      ...head('due', 'Due date', 'w-28', 'w-20'),
      sortable: { by: (loan) => loanTiming(loan, now).dueAt },
      cell: (loan) => due(loan, now),
    },
    {
      ...head('status', 'Status', 'w-29', 'w-14'),
      hint: 'As returned by the API',
      optional: true,
      sortable: { by: ({ status }) => status },
      cell: ({ status }) => <LabelBadge {...lookOfStatus(status)} />,
    },
    idColumn(head('id', 'Loan', 'w-37', 'w-28'), ({ id }) => id, 'loan id'),
    {
      ...head('reason', 'Reason', 'w-60', 'w-40'),
      optional: true,
      cell: ({ reason }) => textCell(reason, 'This loan was created without a reason.'),
    },
  ];
}

export function LoanCard({ loan, now, nameOf }: { loan: LoanRow } & LoanContext) {
  return (
    <LoanCardLines
      {...{ loan, nameOf }}
      note={<StandingBadge loan={loan} now={now} />}
      noteAside={due(loan, now)}
    />
  );
}

/** The columns of an exported file of loans, in the order of the list; what the list doesn't show comes last. */
export function loanFile({ now, nameOf }: LoanContext): FileColumn<LoanRow>[] {
  return [
    { heading: 'Standing', cell: (loan) => standingOf(loan, now).words },
    { heading: 'Days late', cell: (loan) => daysLate(loan, now) },
    { heading: 'Borrower', cell: ({ borrower }) => nameOf(borrower) },
    { heading: 'Currency', cell: (loan) => loan.currency },
    { heading: 'Amount', as: 'amount', cell: (loan) => loan.amount },
    { heading: 'Total repayable', as: 'amount', cell: (loan) => loan.repayment_amount },
    { heading: 'Interest', as: 'amount', cell: (loan) => interestOf(loan).amount },
    { heading: 'Monthly interest rate (decimal)', as: 'decimal', cell: (loan) => loan.interest_rate },
    { heading: 'Term (months)', cell: (loan) => loan.duration },
    { heading: 'Created', as: 'instant', cell: (loan) => loan.created_at },
    { heading: 'Due date', as: 'instant', cell: (loan) => dueTextOf(loan, now) },
    { heading: 'Status', cell: ({ status }) => lookOfStatus(status).label },
    { heading: 'Grace period', cell: (loan) => loan.grace_period },
    { heading: 'Grace period unit', cell: (loan) => loan.grace_period_unit?.toLowerCase() },
    { heading: 'Reason', cell: (loan) => loan.reason },
    { heading: 'Loan ID', cell: (loan) => loan.id },
    { heading: 'Borrower ID', cell: (loan) => loan.borrower },
    { heading: 'Creditor ID', cell: (loan) => loan.creditor },
    { heading: 'Due date (original text)', cell: (loan) => loan.repayment_date },
    { heading: 'Last updated', as: 'instant', cell: (loan) => loan.updated_at },
  ];
}

function interestOf({ amount, repayment_amount, currency }: LoanRow) {
  return { amount: new Big(repayment_amount).minus(amount).toFixed(), currency };
}

function dueTextOf(loan: LoanRow, now: number): string | undefined {
  const { dueAt } = loanTiming(loan, now);
  return dueAt === null ? undefined : new Date(dueAt).toISOString();
}

/** The day of the due date; its time is in the tooltip. */
function due(loan: LoanRow, now: number) {
  return knownTime(loan.repayment_date, 'due date', true, loanTiming(loan, now).dueAt);
}

const figure = (text: string) => <span className="tabular">{text}</span>;
const termText = (months: number) => figure(countOf(months, 'month'));
