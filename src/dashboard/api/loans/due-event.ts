import { createEvents, type EventAttributes } from 'ics';
import { loanTiming } from '#contract/loan-timing.ts';
import { saveFile } from '#dashboard/lib/export/file-column.ts';
import { boundsOfDay, dayOf } from '#dashboard/lib/times.ts';
import { loanAddress } from '../addresses.ts';
import { currencyAmount } from '../operations/entry-facts.ts';
import type { LoanRow } from './loans.ts';

interface EventContext {
  /** Milliseconds since 1970. */
  now: number;
  /** The borrower's, where it is known. */
  name: string | undefined;
  /** Where Pledge is: `https://pledge.example`. */
  origin: string;
}

/** Saves the date of a loan as a calendar entry (.ics). Throws if it has no date. */
export function saveDueDate(loan: LoanRow, context: EventContext): void {
  const event = eventOf(loan, context);
  const { value, error } = createEvents(event ? [event] : [], { productId: 'Pledge', method: 'PUBLISH' });
  if (!event || error || !value) throw error ?? new Error('The calendar file is empty.');
  const content = new Blob([value], { type: 'text/calendar;charset=utf-8' });
  saveFile({ name: 'loan due date.ics', content, rows: 1 });
}

/** The entry for a loan's due date, the end of its grace, or today past it; null if there is nothing due. */
export function eventOf(loan: LoanRow, { now, name, origin }: EventContext): EventAttributes | null {
  const timing = loanTiming(loan, now);
  if (timing.state === 'closed' || timing.dueAt === null) return null;
  const { what, at } = {
    due: { what: 'Loan due', at: timing.dueAt },
    grace: { what: 'Grace period ends', at: timing.state === 'grace' ? timing.graceEndsAt : timing.dueAt },
    past: { what: 'Follow up late loan', at: now },
    unknown: { what: 'Loan due', at: timing.dueAt },
  }[timing.state];
  const amount = currencyAmount(loan.repayment_amount, loan.currency) ?? 'unknown amount';
  const who = name ?? loan.borrower;
  const day = dayOf(at);
  return {
    uid: `${loan.id}-${what.toLowerCase().replaceAll(' ', '-')}@pledge`,
    title: `${what}: ${who}, ${amount}`,
    description: `Total repayable ${amount}.\n${origin}${loanAddress(loan.id, loan.created_at)}`,
    url: `${origin}${loanAddress(loan.id, loan.created_at)}`,
    start: dateOf(day),
    // Whole days end as the next one begins. The library writes a duration of days as `P1DT`, which RFC 5545 does not allow.
    end: dateOf(dayOf(boundsOfDay(day).to + 1)),
    busyStatus: 'FREE',
    alarms: [{ action: 'display', description: what, trigger: { hours: 24, before: true } }],
  };
}

function dateOf(day: string): [number, number, number] {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return [year, month, date];
}
