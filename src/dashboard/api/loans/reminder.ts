import { loanTiming } from '#contract/loan-timing.ts';
import { formatDay } from '#dashboard/lib/times.ts';
import { currencyAmount } from '../operations/entry-facts.ts';
import type { LoanRow } from './loans.ts';

/** A text that reminds a borrower of a repayment, to copy into an email; null for a loan that isn't known to be open. */
export function reminderOf(
  loan: LoanRow,
  { now, name, organisation }: { now: number; name: string | undefined; organisation: string },
): string | null {
  const timing = loanTiming(loan, now);
  const amount = currencyAmount(loan.repayment_amount, loan.currency);
  if (timing.state === 'closed' || timing.state === 'unknown' || amount === null) return null;
  const due = formatDay(timing.dueAt);
  const graceEnd = formatDay(timing.graceEndsAt ?? timing.dueAt);
  const says = {
    due: [`Your repayment of ${amount} is due on ${due}.`, 'Please make sure that it arrives by then.'],
    grace: [
      `Your repayment of ${amount} was due on ${due}. The grace period ends on ${graceEnd}.`,
      'Please pay before then, or reply with the date on which you will pay.',
    ],
    past: [
      `Your repayment of ${amount} was due on ${due}. The grace period ended on ${graceEnd}.`,
      'Please pay now, or reply with the date on which you will pay.',
    ],
  }[timing.state];
  return [
    `Dear ${name ?? 'customer'},`,
    '',
    ...says,
    '',
    `Loan reference: ${loan.id}`,
    '',
    'Kind regards',
    organisation,
  ].join('\n');
}
