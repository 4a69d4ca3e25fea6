import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { boundsOfDays, daysOfPeriod, nameOfPeriod, PERIODS, type PeriodName, readDays } from './periods.ts';
import { dayOf } from './times.ts';

const names = Object.keys(PERIODS) as PeriodName[];
const instants = fc.integer({ min: Date.UTC(1990, 0, 1), max: Date.UTC(2090, 0, 1) });
const dayAfter = (day: string) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);

describe('a period by name', () => {
  test('holds today, and the one before it ends on the day before', () => {
    fc.assert(
      fc.property(instants, fc.constantFrom('month', 'quarter', 'year'), (now, length) => {
        const current = daysOfPeriod(`this-${length}` as PeriodName, now);
        const last = daysOfPeriod(`last-${length}` as PeriodName, now);
        const today = dayOf(now);
        expect(current.from <= today && today <= current.to).toBe(true);
        expect(dayAfter(last.to)).toBe(current.from);
        expect(current.from).toMatch(/-01$/);
        expect(dayAfter(current.to)).toMatch(/-01$/);
      }),
    );
  });

  test('is named again by its days', () => {
    fc.assert(
      fc.property(instants, fc.constantFrom(...names), (now, name) => {
        const days = daysOfPeriod(name, now);
        const again = nameOfPeriod(days, now);
        expect(again && daysOfPeriod(again, now)).toEqual(days);
      }),
    );
  });

  test.each([
    ['2026-01-15', '2025-10-01', '2025-12-31'],
    ['2026-05-31', '2026-01-01', '2026-03-31'],
    ['2026-11-23', '2026-07-01', '2026-09-30'],
  ])('the last quarter on %s is from %s to %s', (today, from, to) => {
    expect(daysOfPeriod('last-quarter', Date.parse(`${today}T12:00:00Z`))).toEqual({ from, to });
  });
});

describe('the days of an address', () => {
  test.each([
    ['from=2026-07-01&to=2026-09-30', '2026-07-01', '2026-09-30'],
    ['from=2026-07-01', '2026-07-01', null],
    ['from=2026-13-01&to=soon', null, null],
    ['from=2026-02-01&to=2026-02-31', '2026-02-01', null],
    ['from=0000-12-31&to=9999-12-31', null, '9999-12-31'],
    ['from=2026-09-30&to=2026-07-01', '2026-09-30', null],
  ])('%s', (search, from, to) => {
    expect(readDays(new URLSearchParams(search))).toEqual({ from, to });
  });

  test('take in the whole of both days', () => {
    const { from, to } = boundsOfDays({ from: '2026-07-01', to: '2026-09-30' });
    expect([from, from - 1, to, to + 1].map(dayOf)).toEqual([
      '2026-07-01',
      '2026-06-30',
      '2026-09-30',
      '2026-10-01',
    ]);
    expect(boundsOfDays({ from: null, to: null })).toEqual({ from: -Infinity, to: Infinity });
  });
});
