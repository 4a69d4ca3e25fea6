import fc from 'fast-check';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { DEFAULT_SETTINGS, type Settings } from '#contract/settings.ts';
import { changeSettings } from './settings.ts';
import {
  boundsOfDay,
  dayOf,
  formatClock,
  formatClockFully,
  formatDay,
  formatInstant,
  formatInstantFully,
  formatMonth,
  formatSpan,
  monthAndYear,
  monthOf,
  readTimestamp,
  zoneSentence,
} from './times.ts';

afterEach(() => void changeSettings(DEFAULT_SETTINGS));

/** Moves the browser to another zone. Its formats are made again only once a setting changes. */
function moveTo(zone: string) {
  vi.stubEnv('TZ', zone);
  changeSettings({ timeZone: 'utc' });
  changeSettings({ timeZone: 'mine' });
}

const at = new Date(2025, 8, 4, 8, 12, 11).getTime();

test('an instant is written in the reader’s zone', () => {
  expect(formatInstant(at)).toBe('4 Sep 2025, 08:12');
  expect(formatDay(at)).toBe('4 Sep 2025');
  expect(formatInstant(new Date(2025, 0, 31, 0, 5).getTime())).toBe('31 Jan 2025, 00:05');
  expect(formatInstantFully(at)).toMatch(/^Thursday 4 September 2025, 08:12:11, \S/);
});

test('an age is a time of day, with its date if that is another day in the chosen zone', () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 6, 4, 23, 30), toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  changeSettings({ timeZone: 'utc' });
  expect(formatClock(Date.UTC(2026, 6, 4, 17, 42))).toBe('17:42');
  expect(formatClock(Date.UTC(2026, 6, 3, 17, 42))).toBe('3 Jul 2026, 17:42');
  expect(formatClockFully(Date.UTC(2026, 6, 4, 17, 42, 9))).toBe('17:42:09');
  expect(formatClockFully(Date.UTC(2026, 6, 3, 17, 42, 9))).toBe('3 Jul 2026, 17:42');
  // In Lagos it is the next day already.
  changeSettings({ timeZone: 'business' });
  expect(formatClock(Date.UTC(2026, 6, 4, 17, 42))).toBe('4 Jul 2026, 18:42');
});

const HOUR = 3_600_000;
test.each([
  [0, 'less than an hour'],
  [HOUR - 1, 'less than an hour'],
  [HOUR, '1 hour'],
  [24 * HOUR - 1, '23 hours'],
  [24 * HOUR, '1 day'],
  [48 * HOUR - 1, '1 day'],
  [48 * HOUR, '2 days'],
  [24 * HOUR * 1500, '1,500 days'],
])('a span of %i is %s', (span, text) => {
  expect(formatSpan(span)).toBe(text);
});

test.each(['', 'soon', '2025', '2025-13-45T00:00:00Z', 'Fri Jul 04 2025'])('"%s" is no timestamp', (text) => {
  expect(readTimestamp(text)).toBeNull();
});

test('a timestamp is read', () => {
  expect(readTimestamp('2025-07-04T07:12:11.000Z')).toBe(Date.UTC(2025, 6, 4, 7, 12, 11));
});

const yearsEnd = Date.UTC(2025, 11, 31, 23, 30);

test.each<[Settings['timeZone'], string, string, string]>([
  ['utc', '31 Dec 2025, 23:30', '2025-12-31', '2025-12'],
  ['business', '1 Jan 2026, 00:30', '2026-01-01', '2026-01'],
])('in the zone "%s" an instant is another day, month and year', (timeZone, text, day, month) => {
  changeSettings({ timeZone });
  expect([formatInstant(yearsEnd), dayOf(yearsEnd), monthOf(yearsEnd)]).toEqual([text, day, month]);
});

test('a page says whose zone its times are in', () => {
  changeSettings({ timeZone: 'business' });
  expect(zoneSentence(at)).toBe('Times in Lagos (GMT+1).');
  changeSettings({ timeZone: 'utc' });
  expect(zoneSentence(at)).toBe('Times in UTC.');
  changeSettings({ timeZone: 'mine' });
  expect(zoneSentence(at)).toMatch(/^Times in \S/);
});

test.each([
  ['Africa/Lagos', 'Lagos (GMT+1)', 'Lagos (GMT+1)'],
  ['UTC', 'UTC', 'UTC'],
  ['Africa/Abidjan', 'Abidjan (GMT)', 'Abidjan (GMT)'],
  ['Australia/Adelaide', 'Adelaide (GMT+10:30)', 'Adelaide (GMT+09:30)'],
  ['America/St_Johns', 'St Johns (GMT-03:30)', 'St Johns (GMT-02:30)'],
  ['Pacific/Kiritimati', 'Kiritimati (GMT+14)', 'Kiritimati (GMT+14)'],
])(
  'the reader’s own zone %s is told with its distance at the time: %s, in summer %s',
  (zone, winter, summer) => {
    moveTo(zone);
    expect(zoneSentence(Date.UTC(2026, 0, 15))).toBe(`Times in ${winter}.`);
    expect(zoneSentence(Date.UTC(2026, 6, 15))).toBe(`Times in ${summer}.`);
  },
);

test.each([
  ['en', '4 Sep 2025, 08:12', 'Dec 2026'],
  ['en-US', 'Sep 4, 2025, 08:12', 'Dec 2026'],
  ['fr', '4 sept. 2025, 08:12', 'déc. 2026'],
  ['de', '4. Sept. 2025, 08:12', 'Dez. 2026'],
])('in the language "%s" an instant is %s', (language, text, month) => {
  changeSettings({ language });
  expect(formatInstant(at)).toBe(text);
  expect(text.startsWith(formatDay(at))).toBe(true);
  expect(formatMonth('2026-12')).toBe(month);
});

test.each([
  ['en', 'Dec', '2026'],
  ['pt', 'dez.', '2026'],
  ['de', 'Dez', '2026'],
])('in the language "%s" a month is %s by itself, and its year %s', (language, month, year) => {
  changeSettings({ language });
  expect(monthAndYear('2026-12')).toEqual([month, year]);
});

test.each(['unreadable', '2026-13', '2026-1', '', '12026-01'])('"%s" is no month and stays so', (text) => {
  expect(formatMonth(text)).toBe(text);
});

/** The zones at the world's edges, those with clocks that change, and those between the hours. */
const ZONES = [
  'UTC',
  'Africa/Lagos',
  'Pacific/Kiritimati',
  'Etc/GMT+12',
  'Pacific/Apia',
  'America/New_York',
  'Europe/London',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'America/St_Johns',
];

test('the day and month of an instant are those of the clocks in the zone, at every edge of it', () => {
  const nearMonthsEnd = fc
    .tuple(
      fc.integer({ min: 1970, max: 2200 }),
      fc.integer({ min: 0, max: 11 }),
      fc.integer({ min: -17 * HOUR, max: 17 * HOUR }),
    )
    .map(([year, month, beside]) => Date.UTC(year, month, 1) + beside);
  const anyTime = fc.integer({ min: -2_000_000_000_000, max: 8_000_000_000_000 });
  for (const zone of ZONES) {
    moveTo(zone);
    fc.assert(
      fc.property(fc.oneof(nearMonthsEnd, anyTime), (instant) => {
        const local = new Date(instant);
        const two = (value: number) => String(value).padStart(2, '0');
        const month = `${local.getFullYear()}-${two(local.getMonth() + 1)}`;
        expect(monthOf(instant)).toBe(month);
        expect(dayOf(instant)).toBe(`${month}-${two(local.getDate())}`);
      }),
      { numRuns: 200 },
    );
  }
});

test.each(['UTC', 'Africa/Lagos', 'America/New_York', 'Pacific/Kiritimati', 'Pacific/Pago_Pago'])(
  'a day begins with its first instant and ends with its last, also when clocks change: %s',
  (zone) => {
    moveTo(zone);
    const days = ['2026-03-08', '2026-11-01', '2026-12-31', '2024-02-29', '2026-07-04'];
    for (const day of days) {
      const { from, to } = boundsOfDay(day);
      expect([dayOf(from), dayOf(to)]).toEqual([day, day]);
      expect([dayOf(from - 1) < day, dayOf(to + 1) > day]).toEqual([true, true]);
    }
  },
);

test.each(['UTC', 'Pacific/Kiritimati', 'Pacific/Pago_Pago'])(
  'the first and the last day that can be chosen have bounds that a database can hold: %s',
  (zone) => {
    moveTo(zone);
    expect(boundsOfDay('0001-01-01').from).toBeGreaterThanOrEqual(Date.parse('0001-01-01T00:00:00Z'));
    const { from, to } = boundsOfDay('9999-12-31');
    expect([dayOf(from), dayOf(from - 1), dayOf(to)]).toEqual(['9999-12-31', '9999-12-30', '9999-12-31']);
    expect(new Date(to).toISOString()).toMatch(/^9999-12-3/);
  },
);
