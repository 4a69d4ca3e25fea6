import { createEvents } from 'ics';
import { afterEach, describe, expect, it } from 'vitest';
import { writeRepaymentDate } from '#contract/dates.ts';
import { DEFAULT_SETTINGS } from '#contract/settings.ts';
import { changeSettings } from '#dashboard/lib/settings.ts';
import { eventOf } from './due-event.ts';
import type { LoanRow } from './loans.ts';
import { reminderOf } from './reminder.ts';

afterEach(() => void changeSettings(DEFAULT_SETTINGS));

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 10, 24, 12);
const context = { now: NOW, name: 'Kwabena Tetteh', origin: 'https://pledge.example' };
const loan = (days: number, status = 'ACTIVE') =>
  ({
    id: 'loan-1',
    borrower: 'b1',
    amount: 1000,
    repayment_amount: 1100,
    currency: 'KES',
    status,
    repayment_date: writeRepaymentDate(NOW + days * DAY, 'Africa/Lagos'),
    grace_period: 7,
    grace_period_unit: 'DAYS',
  }) as LoanRow;

describe('the calendar entry of a loan', () => {
  it.each([
    [12, 'Loan due: Kwabena Tetteh, 1,100.00 KES', [2026, 12, 6]],
    [-4, 'Grace period ends: Kwabena Tetteh, 1,100.00 KES', [2026, 11, 27]],
    [-26, 'Follow up late loan: Kwabena Tetteh, 1,100.00 KES', [2026, 11, 24]],
  ])('due %i days from now is "%s"', (days, title, start) => {
    changeSettings({ timeZone: 'utc' });
    expect(eventOf(loan(days), context)).toMatchObject({ title, start });
  });

  it('is on the day of the chosen zone', () => {
    const late = { ...loan(0), repayment_date: writeRepaymentDate(Date.UTC(2026, 11, 31, 23, 30), 'UTC') };
    changeSettings({ timeZone: 'utc' });
    expect(eventOf(late, context)?.start).toEqual([2026, 12, 31]);
    changeSettings({ timeZone: 'business' });
    expect(eventOf(late, context)?.start).toEqual([2027, 1, 1]);
  });

  it('does not exist for a closed loan or an unreadable date', () => {
    expect(eventOf(loan(12, 'REPAID'), context)).toBeNull();
    expect(eventOf({ ...loan(12), repayment_date: 'when it suits' }, context)).toBeNull();
  });

  it('is a calendar file with a day, a reminder and a link', () => {
    changeSettings({ timeZone: 'utc' });
    const { value, error } = createEvents([eventOf(loan(12), context) ?? { start: 0, end: 0 }]);
    expect(error).toBeNull();
    expect(value).toMatch(/DTSTART;VALUE=DATE:20261206\r\nDTEND;VALUE=DATE:20261207\r\n/);
    expect(value).toContain('TRIGGER:-PT24H');
    expect(value).toContain('URL:https://pledge.example/loans/loan-1');
    expect(value).toContain('BEGIN:VALARM');
  });
});

describe('the reminder for a borrower', () => {
  const of = (days: number, status?: string) =>
    reminderOf(loan(days, status), { now: NOW, name: 'Kwabena Tetteh', organisation: 'Crestline Capital' });

  it.each([
    [12, /is due on 6 Dec 2026\./],
    [-4, /was due on 20 Nov 2026\. The grace period ends on 27 Nov 2026\./],
    [-7, /was due on 17 Nov 2026\. The grace period ended on 24 Nov 2026\./],
    [-26, /was due on 29 Oct 2026\. The grace period ended on 5 Nov 2026\./],
  ])('due %i days from now says so', (days, says) => {
    changeSettings({ timeZone: 'utc' });
    expect(of(days)).toMatch(/^Dear Kwabena Tetteh,/);
    expect(of(days)).toMatch(says);
    expect(of(days)).toMatch(/1,100\.00 KES[\s\S]*Loan reference: loan-1[\s\S]*Crestline Capital$/);
  });

  it('is not written for a closed loan', () => {
    expect(of(12, 'REPAID')).toBeNull();
  });
});
