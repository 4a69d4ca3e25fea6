import type { EventAttributes } from 'ics';
import { loanTiming } from '#contract/loan-timing.ts';
import { saveFile } from '#dashboard/lib/export/file-column.ts';
import { dayOf } from '#dashboard/lib/times.ts';
import { loanAddress } from '../addresses.ts';
import { currencyAmount } from '../operations/entry-facts.ts';
import type { LoanRow } from './loans.ts';

interface EventContext {
  /** Milliseconds since 1970. */
  now: number;
  nameOf: (userId: string) => string | undefined;
  /** Where Pledge is: `https://pledge.example`. */
  origin: string;
}

/** Saves the dates of loans as calendar entries (.ics); false if none of them has a date to come. */
export async function saveDueDates(loans: readonly LoanRow[], context: EventContext): Promise<boolean> {
  const events = loans.flatMap((loan) => eventOf(loan, context) ?? []);
  if (events.length === 0) return false;
  const { createEvents } = await import('ics');
  const { value, error } = createEvents(events, { productId: 'Pledge', method: 'PUBLISH' });
  if (error || !value) throw error ?? new Error('The calendar file is empty.');
  const name = events.length === 1 ? 'loan due date.ics' : 'loan due dates.ics';
  const content = new Blob([value], { type: 'text/calendar;charset=utf-8' });
  saveFile({ name, content, rows: events.length });
  return true;
}

/** The entry for a loan's due date, the end of its grace, or today past it; null if there is nothing due. */
export function eventOf(loan: LoanRow, { now, nameOf, origin }: EventContext): EventAttributes | null {
  const timing = loanTiming(loan, now);
  if (timing.state === 'closed' || timing.dueAt === null) return null;
  const { what, at } = {
    due: { what: 'Loan due', at: timing.dueAt },
    grace: { what: 'Grace period ends', at: timing.state === 'grace' ? timing.graceEndsAt : timing.dueAt },
    past: { what: 'Follow up late loan', at: now },
    unknown: { what: 'Loan due', at: timing.dueAt },
  }[timing.state];
  const amount = currencyAmount(loan.repayment_amount, loan.currency) ?? 'unknown amount';
  const who = nameOf(loan.borrower) ?? loan.borrower;
  const [year = 0, month = 1, day = 1] = dayOf(at).split('-').map(Number);
  return {
    uid: `${loan.id}-${what.toLowerCase().replaceAll(' ', '-')}@pledge`,
    title: `${what}: ${who}, ${amount}`,
    description: `Total repayable ${amount}.\n${origin}${loanAddress(loan.id, loan.created_at)}`,
    url: `${origin}${loanAddress(loan.id, loan.created_at)}`,
    start: [year, month, day],
    duration: { days: 1 },
    busyStatus: 'FREE',
    alarms: [{ action: 'display', description: what, trigger: { days: 1, before: true } }],
  };
}
