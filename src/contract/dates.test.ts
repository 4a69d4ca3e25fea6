import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addMonths, parseRepaymentDate, writeRepaymentDate } from './dates.ts';

const ZONES = [
  'UTC',
  'Africa/Lagos',
  'Africa/Nairobi',
  'Africa/Casablanca',
  'America/New_York',
  'America/Los_Angeles',
  'America/St_Johns',
  'America/Havana',
  'America/Santiago',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Asia/Tehran',
  'Atlantic/Azores',
  'Australia/Lord_Howe',
  'Europe/Amsterdam',
  'Europe/London',
  'Pacific/Chatham',
  'Pacific/Auckland',
];
const zone = fc.constantFrom(...ZONES);
const instant = fc.integer({ min: Date.UTC(1975, 0, 1), max: Date.UTC(2100, 0, 1) });

const formats = new Map<string, Intl.DateTimeFormat>();

/** The wall clock of a zone at an instant, from Intl's own writing of it: `2025-07-04 08:12:11`. */
function wallClock(at: number, timeZone: string): string {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
    formats.set(timeZone, format);
  }
  return format.format(at);
}

/** Every instant when the zone's wall clock shows the text, earliest first: none in a gap, two in an overlap. */
function instantsOf(wall: string, timeZone: string): number[] {
  const asUtc = Date.parse(`${wall.replace(' ', 'T')}Z`);
  const offsets = [-36, -1, 1, 36].map((hours) => {
    const at = asUtc + hours * 3_600_000;
    return Date.parse(`${wallClock(at, timeZone).replace(' ', 'T')}Z`) - at;
  });
  const found = [...new Set(offsets)].map((offset) => asUtc - offset);
  return found.filter((at) => wallClock(at, timeZone) === wall).sort((a, b) => a - b);
}

/** The wall clock `months` later, with the day brought down to the month's last. */
function monthsLater(wall: string, months: number): string {
  const [year, month, day] = [wall.slice(0, 4), wall.slice(5, 7), wall.slice(8, 10)].map(Number) as [
    number,
    number,
    number,
  ];
  const index = year * 12 + month - 1 + months;
  const [y, m] = [Math.floor(index / 12), (index % 12) + 1];
  const leap = (y % 4 === 0 && y % 100 !== 0) || y % 400 === 0;
  const last = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][m - 1] as number;
  const two = (value: number) => String(value).padStart(2, '0');
  return `${y}-${two(m)}-${two(Math.min(day, last))}${wall.slice(10)}`;
}

const at = (text: string) => Date.parse(text);

describe('a repayment date', () => {
  it('is written like the interface shows it', () => {
    expect(writeRepaymentDate(at('2025-07-04T07:12:11Z'), 'Africa/Lagos')).toBe(
      'Fri Jul 04 2025 08:12:11 GMT+0100 (West Africa Standard Time)',
    );
    expect(writeRepaymentDate(at('2025-01-31T23:59:59.999Z'), 'America/New_York')).toBe(
      'Fri Jan 31 2025 18:59:59 GMT-0500 (Eastern Standard Time)',
    );
    expect(writeRepaymentDate(at('2025-07-04T00:00:00Z'), 'Asia/Kolkata')).toBe(
      'Fri Jul 04 2025 05:30:00 GMT+0530 (India Standard Time)',
    );
    expect(writeRepaymentDate(at('2025-07-04T00:00:00Z'), 'America/St_Johns')).toMatch(
      /^Thu Jul 03 2025 21:30:00 GMT-0230 /,
    );
  });

  it('comes back to the second after it was written, in any zone, as Date.parse reads it', () => {
    fc.assert(
      fc.property(instant, zone, (moment, timeZone) => {
        const text = writeRepaymentDate(moment, timeZone);
        const read = parseRepaymentDate(text);
        const toTheSecond = Math.floor(moment / 1000) * 1000;
        expect(read?.at).toBe(toTheSecond);
        expect(Date.parse(text.replace(/ \(.*$/, ''))).toBe(toTheSecond);
        expect(read?.zone).toBe(/\((.*)\)$/.exec(text)?.[1]);
        const [, month, day, year, time] = text.split(' ');
        expect(wallClock(moment, timeZone)).toBe(
          `${year}-${String('JanFebMarAprMayJunJulAugSepOctNovDec'.indexOf(month as string) / 3 + 1).padStart(2, '0')}-${day} ${time}`,
        );
      }),
      { numRuns: 1500 },
    );
  });

  it('has the clocks of its hour on a day on which they change, whatever was written of that day before', () => {
    const [first, change] = [at('2025-03-08T00:00:00Z'), at('2025-03-09T07:00:00Z')];
    const offsets = (step: number) =>
      Array.from({ length: 72 }, (_, hour) => first + (step > 0 ? hour : 71 - hour) * 3_600_000).map(
        (moment) => [moment, /GMT(\S+)/.exec(writeRepaymentDate(moment, 'America/New_York'))?.[1]] as const,
      );
    for (const [moment, offset] of [...offsets(1), ...offsets(-1)])
      expect(offset, new Date(moment).toISOString()).toBe(moment < change ? '-0500' : '-0400');
  });

  it('can be written and read in every zone that this machine knows, in winter and in summer', () => {
    for (const timeZone of Intl.supportedValuesOf('timeZone')) {
      for (const moment of [at('2025-01-15T12:00:00Z'), at('2025-07-15T12:00:00Z')]) {
        expect(parseRepaymentDate(writeRepaymentDate(moment, timeZone))?.at, timeZone).toBe(moment);
      }
    }
  });

  it('tells its offset and zone apart, and needs no zone name', () => {
    expect(parseRepaymentDate('Fri Jul 04 2025 08:12:11 GMT+0100 (West Africa Standard Time)')).toEqual({
      at: at('2025-07-04T07:12:11Z'),
      offsetMinutes: 60,
      zone: 'West Africa Standard Time',
    });
    expect(parseRepaymentDate('Thu Jul 03 2025 21:30:00 GMT-0230')).toEqual({
      at: at('2025-07-04T00:00:00Z'),
      offsetMinutes: -150,
      zone: null,
    });
    expect(parseRepaymentDate('Fri Jul 04 2025 08:12:11 GMT-0000')?.offsetMinutes).toBe(0);
    expect(parseRepaymentDate('Thu Feb 29 2024 00:00:00 GMT+1400')?.at).toBe(at('2024-02-28T10:00:00Z'));
  });

  it('is decided by the offset, whatever the zone is called', () => {
    const read = parseRepaymentDate('Fri Jul 04 2025 08:12:11 GMT+0100 (Pacific Standard Time)');
    expect(read?.at).toBe(at('2025-07-04T07:12:11Z'));
  });

  it.each([
    ['a 30 February', 'Sun Feb 30 2025 08:12:11 GMT+0100'],
    ['a 29 February of a common year', 'Sat Feb 29 2025 08:12:11 GMT+0100'],
    ['a 31 June', 'Tue Jun 31 2025 08:12:11 GMT+0100'],
    ['a day 00', 'Mon Jun 00 2025 08:12:11 GMT+0100'],
    ['a weekday that does not fit', 'Thu Jul 04 2025 08:12:11 GMT+0100'],
    ['an unknown weekday', 'Fry Jul 04 2025 08:12:11 GMT+0100'],
    ['an unknown month', 'Fri Juy 04 2025 08:12:11 GMT+0100'],
    ['24 o’clock', 'Fri Jul 04 2025 24:00:00 GMT+0100'],
    ['a minute 60', 'Fri Jul 04 2025 08:60:11 GMT+0100'],
    ['a leap second', 'Fri Jul 04 2025 08:12:60 GMT+0100'],
    ['an offset of 15 hours', 'Fri Jul 04 2025 08:12:11 GMT+1500'],
    ['an offset of 14:01', 'Fri Jul 04 2025 08:12:11 GMT+1401'],
    ['an offset of 60 minutes', 'Fri Jul 04 2025 08:12:11 GMT+0160'],
    ['an offset with a colon', 'Fri Jul 04 2025 08:12:11 GMT+01:00'],
    ['no offset', 'Fri Jul 04 2025 08:12:11'],
    ['GMT alone', 'Fri Jul 04 2025 08:12:11 GMT'],
    ['UTC for GMT', 'Fri Jul 04 2025 08:12:11 UTC+0100'],
    ['lower case', 'fri jul 04 2025 08:12:11 gmt+0100'],
    ['upper case', 'FRI JUL 04 2025 08:12:11 GMT+0100'],
    ['a one-digit day', 'Fri Jul 4 2025 08:12:11 GMT+0100'],
    ['a two-digit year', 'Fri Jul 04 25 08:12:11 GMT+0100'],
    ['two spaces', 'Fri Jul  04 2025 08:12:11 GMT+0100'],
    ['a leading space', ' Fri Jul 04 2025 08:12:11 GMT+0100'],
    ['a trailing space', 'Fri Jul 04 2025 08:12:11 GMT+0100 '],
    ['a trailing line break', 'Fri Jul 04 2025 08:12:11 GMT+0100\n'],
    ['trailing text', 'Fri Jul 04 2025 08:12:11 GMT+0100 (West Africa Standard Time) or so'],
    ['an empty zone name', 'Fri Jul 04 2025 08:12:11 GMT+0100 ()'],
    ['an unclosed zone name', 'Fri Jul 04 2025 08:12:11 GMT+0100 (West Africa'],
    ['nothing', ''],
    ['ISO 8601', '2025-07-04T07:12:11.000Z'],
    ['a web date', 'Fri, 04 Jul 2025 07:12:11 GMT'],
    ['a month in another language', 'Fri Júl 04 2025 08:12:11 GMT+0100'],
    ['digits of another script', 'Fri Jul ٠٤ 2025 08:12:11 GMT+0100'],
    ['markup', '<b>Fri Jul 04 2025 08:12:11 GMT+0100</b>'],
    ['"Invalid Date"', 'Invalid Date'],
  ])('with %s is unreadable rather than guessed', (_what, text) => {
    expect(parseRepaymentDate(text)).toBeNull();
  });

  it('never reads a text that Date.parse would read as another instant, whichever character is changed', () => {
    const good = 'Fri Jul 04 2025 08:12:11 GMT+0100';
    const character = fc.constantFrom(...'0123456789 +-:()AaFfJjSsuntdhGMT\n<'.split(''));
    fc.assert(
      fc.property(fc.nat(good.length - 1), character, (index, other) => {
        const text = `${good.slice(0, index)}${other}${good.slice(index + 1)}`;
        // Date.parse takes the year 0025 for 2025.
        fc.pre(!text.includes(' 04 0'));
        const read = parseRepaymentDate(text);
        if (read) expect(read.at).toBe(Date.parse(text));
      }),
      { numRuns: 1000 },
    );
  });

  it('is read quickly, however hostile the text', () => {
    const started = performance.now();
    expect(parseRepaymentDate(`Fri Jul 04 2025 08:12:11 GMT+0100 (${'('.repeat(100_000)}`)).toBeNull();
    expect(parseRepaymentDate(`${'Fri '.repeat(100_000)}`)).toBeNull();
    expect(performance.now() - started).toBeLessThan(2000);
  });

  it('cannot be written for a zone that does not exist', () => {
    expect(() => writeRepaymentDate(0, 'Africa/Nowhere')).toThrow(RangeError);
    expect(() => addMonths(0, 1, 'Africa/Nowhere')).toThrow(RangeError);
  });
});

describe('months later', () => {
  it.each([
    ['a plain month', '2025-06-04T07:12:11Z', 1, 'Africa/Lagos', '2025-07-04T07:12:11Z'],
    ['31 January into February', '2025-01-31T10:00:00Z', 1, 'UTC', '2025-02-28T10:00:00Z'],
    ['31 January into February of a leap year', '2024-01-31T10:00:00Z', 1, 'UTC', '2024-02-29T10:00:00Z'],
    ['29 February a year on', '2024-02-29T10:00:00Z', 12, 'UTC', '2025-02-28T10:00:00Z'],
    ['29 February four years on', '2024-02-29T10:00:00Z', 48, 'UTC', '2028-02-29T10:00:00Z'],
    ['2100, which is no leap year', '2096-02-29T10:00:00Z', 48, 'UTC', '2100-02-28T10:00:00Z'],
    ['31 March into April', '2025-03-31T10:00:00Z', 1, 'UTC', '2025-04-30T10:00:00Z'],
    ['over the year’s end', '2025-11-30T10:00:00Z', 3, 'UTC', '2026-02-28T10:00:00Z'],
    ['no months', '2025-11-30T10:00:00.123Z', 0, 'UTC', '2025-11-30T10:00:00.123Z'],
    ['the milliseconds', '2025-06-04T07:12:11.987Z', 2, 'UTC', '2025-08-04T07:12:11.987Z'],
    // It is already 1 February in Lagos: a month later is 1 March there, not 28 February.
    ['the zone’s own day', '2025-01-31T23:30:00Z', 1, 'Africa/Lagos', '2025-02-28T23:30:00Z'],
    [
      'winter into summer at the same wall clock',
      '2025-01-15T14:00:00Z',
      6,
      'America/New_York',
      '2025-07-15T13:00:00Z',
    ],
    ['a half-hour shift', '2025-01-15T02:00:00Z', 6, 'Australia/Lord_Howe', '2025-07-15T02:30:00Z'],
    ['an instant before 1970', '1969-11-30T20:15:00Z', 1, 'UTC', '1969-12-30T20:15:00Z'],
  ])('carry %s', (_what, from, months, timeZone, expected) => {
    expect(new Date(addMonths(at(from), months, timeZone)).toISOString()).toBe(
      new Date(expected).toISOString(),
    );
  });

  it.each([
    ['Europe/Amsterdam', '2025-02-28T01:30:00Z', '2025-03-28 02:30:00'],
    ['Europe/Amsterdam', '2025-01-30T01:30:00Z', '2025-02-28 02:30:00'],
    ['Australia/Lord_Howe', '2025-09-04T15:45:00Z', '2025-10-05 02:45:00'],
  ])('in %s from %s show %s on the clock', (timeZone, from, expected) => {
    expect(wallClock(addMonths(at(from), 1, timeZone), timeZone)).toBe(expected);
  });

  it.each([
    ['America/New_York', '2025-02-09 02:30:00', '2025-03-09 03:30:00'],
    ['Europe/Amsterdam', '2025-04-30 02:30:00', '2025-03-30 03:30:00'],
    ['Australia/Lord_Howe', '2025-09-05 02:15:00', '2025-10-05 02:45:00'],
    ['America/Havana', '2025-02-09 00:30:00', '2025-03-09 01:30:00'],
    ['America/Asuncion', '2017-09-01 00:30:00', '2017-10-01 01:30:00'],
  ])(
    'in %s from %s skip a clock time that does not exist forward to %s, the same day',
    (timeZone, from, expected) => {
      const months = Number(expected.slice(5, 7)) - Number(from.slice(5, 7));
      const [start] = instantsOf(from, timeZone) as [number];
      expect(wallClock(addMonths(start, months, timeZone), timeZone)).toBe(expected);
    },
  );

  it.each([
    ['America/New_York', '2025-10-02 01:30:00', '2025-11-02T05:30:00Z'],
    ['Europe/Amsterdam', '2025-09-26 02:30:00', '2025-10-26T00:30:00Z'],
    ['Pacific/Auckland', '2025-03-06 02:30:00', '2025-04-05T13:30:00Z'],
  ])('in %s from %s take the first of a clock time that comes twice', (timeZone, from, expected) => {
    const [start] = instantsOf(from, timeZone) as [number];
    expect(addMonths(start, 1, timeZone)).toBe(at(expected));
  });

  it('show the same wall clock in the zone, on the same day or the month’s last, in any zone', () => {
    let gaps = 0;
    fc.assert(
      fc.property(instant, fc.integer({ min: 0, max: 240 }), zone, (start, months, timeZone) => {
        const expected = monthsLater(wallClock(start, timeZone), months);
        const result = addMonths(start, months, timeZone);
        expect(((result % 1000) + 1000) % 1000).toBe(((start % 1000) + 1000) % 1000);
        const [first] = instantsOf(expected, timeZone);
        if (first === undefined) {
          gaps += 1;
          expect(wallClock(result, timeZone).slice(0, 10)).toBe(expected.slice(0, 10));
          expect(wallClock(result, timeZone) > expected).toBe(true);
        } else {
          expect(Math.floor(result / 1000) * 1000).toBe(first);
        }
        expect(wallClock(result, timeZone).slice(0, 7)).toBe(expected.slice(0, 7));
      }),
      { numRuns: 3000 },
    );
    expect(gaps).toBeLessThan(300);
  });

  it('hold around every change of the clocks', () => {
    const changes = fc.constantFrom(
      ...(
        [
          ['America/New_York', '2025-03-09T07:00:00Z'],
          ['America/New_York', '2025-11-02T06:00:00Z'],
          ['Europe/Amsterdam', '2025-03-30T01:00:00Z'],
          ['Europe/Amsterdam', '2025-10-26T01:00:00Z'],
          ['Australia/Lord_Howe', '2025-10-04T15:30:00Z'],
          ['Australia/Lord_Howe', '2025-04-05T15:00:00Z'],
          ['Pacific/Chatham', '2025-09-27T14:00:00Z'],
          ['Pacific/Chatham', '2025-04-05T14:00:00Z'],
          ['America/Santiago', '2025-09-07T04:00:00Z'],
          ['America/St_Johns', '2025-03-09T05:30:00Z'],
          ['Atlantic/Azores', '2025-03-30T01:00:00Z'],
        ] as const
      ).map(([timeZone, text]) => ({ timeZone, change: at(text) })),
    );
    fc.assert(
      fc.property(
        changes,
        fc.integer({ min: -360, max: 360 }),
        fc.integer({ min: 1, max: 24 }),
        ({ timeZone, change }, minutes, months) => {
          const aimed = wallClock(change + minutes * 60_000, timeZone);
          // The start is plain UTC arithmetic: the same clock time, `months` before, where that is no gap itself.
          const [start] = instantsOf(monthsLater(aimed, -months), timeZone);
          fc.pre(start !== undefined && Number(aimed.slice(8, 10)) <= 28);
          expect(addMonths(start as number, months, timeZone)).toBe(instantsOf(aimed, timeZone)[0]);
        },
      ),
      { numRuns: 1500 },
    );
  });

  it('add up where no day is brought down: m and then n months are m + n months', () => {
    const count = fc.integer({ min: 0, max: 120 });
    fc.assert(
      fc.property(instant, count, count, zone, (start, m, n, timeZone) => {
        const clock = wallClock(start, timeZone);
        const hour = Number(clock.slice(11, 13));
        fc.pre(Number(clock.slice(8, 10)) <= 28 && hour >= 5 && hour <= 21);
        expect(addMonths(addMonths(start, m, timeZone), n, timeZone)).toBe(addMonths(start, m + n, timeZone));
      }),
      { numRuns: 1000 },
    );
  });
});
