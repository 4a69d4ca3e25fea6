import { loanTiming } from '#contract/loan-timing.ts';
import type { LoanRow } from '#dashboard/api/loans/loans.ts';
import type { FileColumn } from '#dashboard/lib/export/file-column.ts';

/** The columns of an exported file of loans: every field as the service gave it, and what was read out of it. */
export function loanFile(nameOf: (userId: string) => string | undefined): FileColumn<LoanRow>[] {
  return [
    { heading: 'id', cell: (loan) => loan.id },
    { heading: 'borrower', cell: (loan) => loan.borrower },
    { heading: 'borrower name', cell: (loan) => loan.borrower && nameOf(loan.borrower) },
    { heading: 'creditor', cell: (loan) => loan.creditor },
    { heading: 'amount', cell: (loan) => loan.amount },
    { heading: 'currency', cell: (loan) => loan.currency },
    { heading: 'repayment_amount', cell: (loan) => loan.repayment_amount },
    { heading: 'interest_rate', cell: (loan) => loan.interest_rate },
    { heading: 'duration (months)', cell: (loan) => loan.duration },
    { heading: 'status', cell: (loan) => loan.status },
    { heading: 'repayment_date', cell: (loan) => loan.repayment_date },
    { heading: 'repayment date (ISO 8601)', cell: (loan) => dueOf(loan) },
    { heading: 'grace_period', cell: (loan) => loan.grace_period },
    { heading: 'grace_period_unit', cell: (loan) => loan.grace_period_unit },
    { heading: 'reason', cell: (loan) => loan.reason },
    { heading: 'created_at', cell: (loan) => loan.created_at },
    { heading: 'updated_at', cell: (loan) => loan.updated_at },
  ];
}

function dueOf(loan: LoanRow): string | undefined {
  const { dueAt } = loanTiming(loan, 0);
  return dueAt === null ? undefined : new Date(dueAt).toISOString();
}
