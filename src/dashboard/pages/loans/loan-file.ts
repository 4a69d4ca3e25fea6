import { loanTiming } from '#contract/loan-timing.ts';
import { lookOfStatus } from '#dashboard/api/loans/loan-status.ts';
import type { LoanRow } from '#dashboard/api/loans/loans.ts';
import { daysLate, standingOf } from '#dashboard/api/loans/standing.ts';
import type { FileColumn } from '#dashboard/lib/export/file-column.ts';

/** What an exported file needs besides the loan. */
export interface LoanFileContext {
  /** Milliseconds since 1970. */
  now: number;
  nameOf: (userId: string) => string | undefined;
}

/** The columns of an exported file of loans, in the order of the list; what the list doesn't show comes last. */
export function loanFile({ now, nameOf }: LoanFileContext): FileColumn<LoanRow>[] {
  return [
    { heading: 'Standing', cell: (loan) => standingOf(loan, now).words },
    { heading: 'Days late', cell: (loan) => daysLate(loan, now) },
    { heading: 'Borrower', cell: ({ borrower }) => nameOf(borrower) },
    { heading: 'Currency', cell: (loan) => loan.currency },
    { heading: 'Amount', as: 'amount', cell: (loan) => loan.amount },
    { heading: 'Total repayable', as: 'amount', cell: (loan) => loan.repayment_amount },
    { heading: 'Monthly interest rate (decimal)', as: 'decimal', cell: (loan) => loan.interest_rate },
    { heading: 'Term (months)', cell: (loan) => loan.duration },
    { heading: 'Created', as: 'instant', cell: (loan) => loan.created_at },
    { heading: 'Due date', as: 'instant', cell: (loan) => dueOf(loan) },
    { heading: 'Status', cell: ({ status }) => lookOfStatus(status).word },
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

function dueOf(loan: LoanRow): string | undefined {
  const { dueAt } = loanTiming(loan, 0);
  return dueAt === null ? undefined : new Date(dueAt).toISOString();
}
