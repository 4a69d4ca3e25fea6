import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addMonths, writeRepaymentDate } from './dates.ts';
import { loanTiming } from './loan-timing.ts';

const HOUR = 3_600_000;
const unitLength = { HOURS: HOUR, DAYS: 24 * HOUR, WEEKS: 168 * HOUR };

/** Whole seconds between 2001 and 2100: what a repayment date can say. */
const instant = fc.integer({ min: 1_000_000_000, max: 4_100_000_000 }).map((seconds) => seconds * 1000);
const zone = fc.constantFrom('UTC', 'Africa/Lagos', 'America/New_York', 'Asia/Kolkata', 'Pacific/Kiritimati');
const openStatus = fc.constantFrom('ACTIVE', 'OVERDUE', 'DEFAULTED');
const fixedGrace = fc.record({
  unit: fc.constantFrom('HOURS' as const, 'DAYS' as const, 'WEEKS' as const),
  length: fc.integer({ min: 1, max: 400 }),
});

const loan = (dueAt: number, timeZone: string, status: string, length: number, unit: string) => ({
  status,
  repayment_date: writeRepaymentDate(dueAt, timeZone),
  grace_period: length,
  grace_period_unit: unit,
});

describe('the edges', () => {
  test('grace begins at the repayment date itself and ends at its end itself', () => {
    fc.assert(
      fc.property(instant, zone, openStatus, fixedGrace, (dueAt, timeZone, status, { unit, length }) => {
        const subject = loan(dueAt, timeZone, status, length, unit);
        const graceEndsAt = dueAt + length * unitLength[unit];
        expect(loanTiming(subject, dueAt - 1)).toEqual({ state: 'due', dueAt, graceEndsAt });
        expect(loanTiming(subject, dueAt)).toEqual({ state: 'grace', dueAt, graceEndsAt });
        expect(loanTiming(subject, graceEndsAt - 1)).toEqual({ state: 'grace', dueAt, graceEndsAt });
        expect(loanTiming(subject, graceEndsAt)).toEqual({ state: 'past', dueAt, graceEndsAt });
      }),
    );
  });

  test('without grace a loan goes from due to past', () => {
    fc.assert(
      fc.property(
        instant,
        zone,
        fc.constantFrom('HOURS', 'DAYS', 'WEEKS', 'MONTHS'),
        (dueAt, timeZone, unit) => {
          const subject = loan(dueAt, timeZone, 'ACTIVE', 0, unit);
          expect(loanTiming(subject, dueAt - 1).state).toBe('due');
          expect(loanTiming(subject, dueAt).state).toBe('past');
        },
      ),
    );
  });

  test('months of grace are calendar months where the date was written', () => {
    const dueAt = Date.parse('2025-01-31T23:30:00Z');
    const subject = { ...loan(dueAt, 'Africa/Lagos', 'ACTIVE', 1, 'MONTHS') };
    const graceEndsAt = addMonths(dueAt, 1, 'Africa/Lagos');
    expect(new Date(graceEndsAt).toISOString()).toBe('2025-02-28T23:30:00.000Z');
    expect(loanTiming(subject, graceEndsAt - 1)).toEqual({ state: 'grace', dueAt, graceEndsAt });
    expect(loanTiming(subject, graceEndsAt).state).toBe('past');
  });
});

describe('what is not known stays unknown', () => {
  const dueAt = Date.parse('2025-07-04T07:12:11Z');
  const subject = loan(dueAt, 'Africa/Lagos', 'ACTIVE', 7, 'DAYS');

  test.each(['FORTNIGHTS', 'days', '', '__proto__', 'constructor'])('the grace unit "%s"', (unit) => {
    expect(loanTiming({ ...subject, grace_period_unit: unit }, dueAt)).toEqual({
      state: 'unknown',
      dueAt,
      lacks: 'grace',
    });
    expect(loanTiming({ ...subject, grace_period_unit: unit }, dueAt - 1)).toMatchObject({ state: 'due' });
  });

  test.each([-1, Number.NaN, Number.POSITIVE_INFINITY, 1e9])('a grace of %s', (length) => {
    expect(loanTiming({ ...subject, grace_period: length }, dueAt)).toMatchObject({ lacks: 'grace' });
  });

  test('half a month', () => {
    const half = { ...subject, grace_period: 0.5, grace_period_unit: 'MONTHS' };
    expect(loanTiming(half, dueAt)).toMatchObject({ lacks: 'grace' });
  });

  test.each(['', 'soon', '2025-07-04', 'Thu Jul 04 2025 08:12:11 GMT+0100'])('the date "%s"', (text) => {
    expect(loanTiming({ ...subject, repayment_date: text }, dueAt)).toEqual({
      state: 'unknown',
      dueAt: null,
      lacks: 'date',
    });
  });

  test('an unknown status', () => {
    expect(loanTiming({ ...subject, status: 'PAUSED' }, dueAt)).toMatchObject({ lacks: 'status' });
    expect(loanTiming({ status: 'ACTIVE' }, dueAt)).toMatchObject({ lacks: 'date' });
  });
});

test.each(['REPAID', 'LIQUIDATED', 'CANCELLED'])('a loan that is %s has no countdown', (status) => {
  expect(loanTiming({ status }, 0)).toEqual({ state: 'closed', dueAt: null });
  const dated = loan(Date.parse('2025-07-04T07:12:11Z'), 'UTC', status, 7, 'DAYS');
  expect(loanTiming(dated, Date.now()).state).toBe('closed');
});
