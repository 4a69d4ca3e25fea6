import fc from 'fast-check';
import { afterEach, describe, expect, it, test, vi } from 'vitest';
import { writeRepaymentDate } from '#contract/dates.ts';
import { loanTiming } from '#contract/loan-timing.ts';
import { DEFAULT_SETTINGS } from '#contract/settings.ts';
import { changeSettings } from '#dashboard/lib/settings.ts';
import { calendarDays, dayOf, formatDaysFrom } from '#dashboard/lib/times.ts';
import { daysLate, standingOf, urgencyOf } from './standing.ts';

afterEach(() => void changeSettings(DEFAULT_SETTINGS));

/** Moves the browser to another zone. Formats are made again only when a setting changes. */
function moveTo(zone: string) {
  vi.stubEnv('TZ', zone);
  changeSettings({ timeZone: 'utc' });
  changeSettings({ timeZone: 'mine' });
}

const DAY = 86_400_000;
const NOON = Date.UTC(2026, 10, 24, 12);
const loan = (dueAt: number, status = 'ACTIVE', grace = 7) => ({
  status,
  repayment_date: writeRepaymentDate(dueAt, 'Africa/Lagos'),
  grace_period: grace,
  grace_period_unit: 'DAYS',
});
const said = (...args: Parameters<typeof loan>) => {
  const { words, tone, note } = standingOf(loan(...args), NOON);
  return [words, tone, note];
};

describe('the standing of a loan', () => {
  it.each([
    [12, 'ACTIVE', ['Due in 12 days', 'info', null]],
    [1, 'ACTIVE', ['Due in 1 day', 'info', null]],
    [12, 'OVERDUE', ['Due in 12 days', 'info', 'status: Overdue']],
    [-4, 'ACTIVE', ['In grace, 3 days left', 'warning', null]],
    [-4, 'OVERDUE', ['In grace, 3 days left', 'warning', null]],
    [-26, 'OVERDUE', ['19 days past grace', 'danger', null]],
    [-26, 'ACTIVE', ['19 days past grace', 'danger', 'status: Active']],
    [-26, 'DEFAULTED', ['19 days past grace', 'danger', 'status: Defaulted']],
    [-26, 'REPAID', ['Repaid', 'success', null]],
    [12, 'CANCELLED', ['Cancelled', 'neutral', null]],
    [12, 'RESTRUCTURED', ['RESTRUCTURED', 'neutral', null]],
  ])('due %i days from now with the status %s', (days, status, expected) => {
    changeSettings({ timeZone: 'utc' });
    expect(said(NOON + days * DAY, status)).toEqual(expected);
  });

  it('names the hour’s change on the day of it', () => {
    changeSettings({ timeZone: 'utc' });
    const hour = DAY / 24;
    expect(said(NOON + hour)[0]).toBe('Due today');
    expect(said(NOON + hour - 7 * DAY)[0]).toBe('Last day of grace');
    expect(said(NOON - hour - 7 * DAY)[0]).toBe('Past grace since today');
  });

  it('says what is unknown', () => {
    changeSettings({ timeZone: 'utc' });
    const undated = { ...loan(NOON), repayment_date: 'when it suits' };
    expect(standingOf(undated, NOON)).toEqual({ words: 'Active', tone: 'neutral', note: 'due date unknown' });
    const ungraced = { ...loan(NOON - 3 * DAY), grace_period_unit: 'FORTNIGHTS' };
    expect(standingOf(ungraced, NOON)).toEqual({
      words: '3 days past due',
      tone: 'warning',
      note: 'grace period unknown',
    });
  });
});

/** Zones far apart, with and without daylight saving, with half hours, and one that skipped a day. */
const zone = fc.constantFrom(
  ...['Africa/Lagos', 'Europe/Berlin', 'America/New_York', 'America/St_Johns', 'Asia/Kolkata'],
  ...['Australia/Lord_Howe', 'Pacific/Apia', 'Pacific/Kiritimati', 'America/Sao_Paulo', 'UTC'],
);
const instant = fc.integer({ min: Date.UTC(2009, 0, 1), max: Date.UTC(2032, 0, 1) });

describe('calendar days, in any zone and over daylight saving', () => {
  test('are 0 exactly within a day, add up, and turn round', () => {
    fc.assert(
      fc.property(zone, instant, instant, instant, (name, a, b, c) => {
        moveTo(name);
        expect(calendarDays(a, b) === 0).toBe(dayOf(a) === dayOf(b));
        expect(calendarDays(a, b) + calendarDays(b, c)).toBe(calendarDays(a, c));
        expect(calendarDays(b, a) + calendarDays(a, b)).toBe(0);
      }),
    );
  });

  test('never fall as time goes on, and stay within a day of the hours that passed', () => {
    fc.assert(
      fc.property(zone, instant, fc.integer({ min: 0, max: 400 * DAY }), (name, from, span) => {
        moveTo(name);
        const days = calendarDays(from, from + span);
        expect(days).toBeGreaterThanOrEqual(Math.floor(span / DAY) - 1);
        expect(days).toBeLessThanOrEqual(Math.ceil(span / DAY) + 1);
        expect(calendarDays(from, from + span + DAY)).toBeGreaterThanOrEqual(days);
      }),
    );
  });

  test('count a day with 23 or 25 hours as one', () => {
    moveTo('Europe/Berlin');
    const [evening, morning] = [Date.UTC(2026, 2, 28, 22, 30), Date.UTC(2026, 2, 29, 22, 30)];
    expect([dayOf(evening), dayOf(morning)]).toEqual(['2026-03-28', '2026-03-30']);
    expect(calendarDays(evening, morning)).toBe(2);
    expect(formatDaysFrom(evening, morning)).toBe('in 2 days');
    expect(formatDaysFrom(morning, evening)).toBe('2 days ago');
    expect(formatDaysFrom(morning, morning)).toBe('today');
  });
});

test('the days of a standing are those of the chosen zone, whatever the phase', () => {
  fc.assert(
    fc.property(zone, instant, fc.integer({ min: -60 * 24, max: 60 * 24 }), (name, now, hours) => {
      moveTo(name);
      const one = loan(now + hours * 3_600_000);
      const timing = loanTiming(one, now);
      const { words } = standingOf(one, now);
      const end = timing.state === 'due' ? timing.dueAt : 'graceEndsAt' in timing && timing.graceEndsAt;
      const days = Math.abs(calendarDays(now, Number(end)));
      expect(Number(/\d+/.exec(words)?.[0] ?? 0)).toBe(days);
      expect(daysLate(one, now)).toBe(
        timing.state === 'due' || timing.dueAt === null ? null : calendarDays(timing.dueAt, now),
      );
    }),
  );
});

test('a loan past its due date is as many days late as its standing says, though its grace is unknown', () => {
  const one = { ...loan(NOON - 12 * DAY), grace_period_unit: 'FORTNIGHTS' };
  expect(standingOf(one, NOON).words).toBe('12 days past due');
  expect(daysLate(one, NOON)).toBe(12);
  expect(daysLate({ ...one, status: 'ODD' }, NOON)).toBeNull();
});

test('loans are sorted by urgency: past grace, in grace, due, closed; the earliest first', () => {
  const sorted = [
    ...[loan(NOON - 90 * DAY), loan(NOON - 20 * DAY), loan(NOON - 5 * DAY), loan(NOON - DAY)],
    ...[loan(NOON + DAY), loan(NOON + 9 * DAY), loan(NOON, 'ODD'), loan(NOON - 9 * DAY, 'REPAID')],
  ];
  fc.assert(
    fc.property(fc.shuffledSubarray(sorted, { minLength: sorted.length }), (shuffled) => {
      expect(shuffled.toSorted((a, b) => urgencyOf(a, NOON) - urgencyOf(b, NOON))).toEqual(sorted);
    }),
  );
});
