import type { Settings } from '#contract/settings.ts';
import { countOf } from './figures.ts';
import { rendering } from './rendering.ts';
import { currentLocale, currentSettings, keptFormats } from './settings.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** No zone was ever further from UTC. */
const FURTHEST_ZONE = 16 * HOUR;

/** The years that a timestamp can be written in: beyond them, no gateway takes one. */
const EARLIEST = Date.parse('0001-01-01T00:00:00.000Z');
const LATEST = Date.parse('9999-12-31T23:59:59.999Z');

/** The zone of the business: the one that its repayment dates are written in. */
export const BUSINESS_ZONE = 'Africa/Lagos';

const BRIEF = { day: 'numeric', month: 'short', year: 'numeric' } as const;
const CLOCK = { hour: '2-digit', minute: '2-digit' } as const;
const CLOCK_FULLY = { ...CLOCK, second: '2-digit' } as const;
const NUMBERS = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;

/** An instant in the chosen zone: `4 Jul 2025, 08:12`. */
export function formatInstant(at: number): string {
  const text = formatOf('instant', { ...BRIEF, ...CLOCK }).format(at);
  // Taking it apart by the format itself takes several times as long: of a row that scrolls into view, too long.
  return isPlain() ? text.replace(/^(\w+) (\d+), (\d+)\D+(\d\d:\d\d)$/, '$2 $1 $3, $4') : text;
}

/** The day of an instant in the chosen zone: `4 Jul 2025`. */
export function formatDay(at: number): string {
  const text = formatOf('day', BRIEF).format(at);
  return isPlain() ? text.replace(/^(\w+) (\d+), (\d+)$/, '$2 $1 $3') : text;
}

/** An instant to the second and with its zone: `Friday 4 July 2025, 08:12:11, West Africa Standard Time`. */
export function formatInstantFully(at: number): string {
  const date = { ...BRIEF, month: 'long', weekday: 'long' } as const;
  const text = formatOf('full', { ...date, ...CLOCK_FULLY, timeZoneName: 'long' }).format(at);
  return isPlain() ? text.replace(/^(\w+), (\w+) (\d+), (\d+)\D+([\d:]+) /, '$1 $3 $2 $4, $5, ') : text;
}

/** The time of day of an instant, with its date unless that is today's: `08:12`, `4 Jul 2025, 08:12`. */
export function formatClock(at: number): string {
  return isToday(at) ? formatOf('clock', CLOCK).format(at) : formatInstant(at);
}

/** The same to the second, if it is today: `08:12:11`. */
export function formatClockFully(at: number): string {
  return isToday(at) ? formatOf('clock to the second', CLOCK_FULLY).format(at) : formatInstant(at);
}

function isToday(at: number): boolean {
  return dayOf(at) === dayOf(Date.now());
}

/** The month of an instant in the chosen zone, as it is written in addresses: `2026-12`. */
export function monthOf(at: number): string {
  const earliest = isoOf(at - FURTHEST_ZONE, 7);
  // Most instants are in the same month all over the world, and saying so is far cheaper than asking.
  return earliest === isoOf(at + FURTHEST_ZONE, 7) ? earliest : dayOf(at).slice(0, -3);
}

/** The day of an instant in the chosen zone, as it is written in addresses: `2026-12-04`. */
export function dayOf(at: number): string {
  const format = kept('numbers', () => intlFormat('en-US', NUMBERS));
  const { year = '', month, day } = partsOf(format, at);
  return `${year.padStart(4, '0')}-${month}-${day}`;
}

/** The first and the last instant of a day of the chosen zone, also where clocks change on it; in ms. */
export function boundsOfDay(day: string): { from: number; to: number } {
  const midnight = midnightOf(day);
  return {
    from: Math.max(beginningOf(midnight), EARLIEST),
    to: Math.min(beginningOf(midnight + DAY) - 1, LATEST),
  };
}

/** The earliest instant whose day in the chosen zone has this midnight of UTC, or a later one. */
function beginningOf(midnight: number): number {
  let before = midnight - FURTHEST_ZONE;
  let after = midnight + FURTHEST_ZONE;
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    // A day of the year 10000 has no midnight that can be read: it is later than all others.
    if (midnightOf(dayOf(middle)) < midnight) before = middle;
    else after = middle;
  }
  return after;
}

/** How many midnights of the chosen zone lie between two instants; negative if the second comes first. */
export function calendarDays(from: number, to: number): number {
  return Math.round((midnightOf(dayOf(to)) - midnightOf(dayOf(from))) / DAY);
}

function midnightOf(day: string): number {
  return Date.parse(`${day}T00:00:00Z`);
}

/** A calendar day from today on, in words: `today`, `in 12 days`, `8 days ago`. */
export function formatDaysFrom(now: number, at: number): string {
  const days = calendarDays(now, at);
  if (days === 0) return 'today';
  const text = countOf(Math.abs(days), 'day');
  return days > 0 ? `in ${text}` : `${text} ago`;
}

/** A month as `monthOf` gives it, in words: `Dec 2026`. Anything else stays what it is. */
export function formatMonth(month: string): string {
  if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(month)) return month;
  const format = formatOf('month', { month: 'short', year: 'numeric', timeZone: 'UTC' });
  return format.format(Date.parse(month));
}

/** The name of a month, `2026-12`, and its year, each by itself: languages order and join them in their own ways. */
export function monthAndYear(month: string): [string, string] {
  const at = Date.parse(month);
  const part = (kind: string, options: Intl.DateTimeFormatOptions) =>
    formatOf(kind, { ...options, timeZone: 'UTC' }).format(at);
  return [part('month alone', { month: 'short' }), part('year alone', { year: 'numeric' })];
}

/** The distance of the chosen time zone from UTC at an instant: `GMT+01:00`; `GMT` where there is none. */
function offsetAt(at: number): string {
  if (currentSettings().timeZone === 'mine' && !rendering()) {
    // Every page shows this at once. A slow machine takes 20 ms to make a format that can say it.
    const minutes = -new Date(at).getTimezoneOffset();
    const clock = `${Math.floor(Math.abs(minutes) / 60)}`.padStart(2, '0');
    const rest = `${Math.abs(minutes) % 60}`.padStart(2, '0');
    return minutes === 0 ? 'GMT' : `GMT${minutes < 0 ? '-' : '+'}${clock}:${rest}`;
  }
  const format = kept('offset', () => intlFormat('en-US', { timeZoneName: 'longOffset' }));
  // Some engines write out that there is none.
  return partsOf(format, at).timeZoneName?.replace('+00:00', '') ?? '';
}

/** The name of a zone that can be chosen, or of the one that is: `Africa/Lagos`. */
export function zoneName(choice: Settings['timeZone'] = currentSettings().timeZone): string {
  return zoneOf(choice) ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** What the clocks of the chosen zone show at an instant, as the instant at which those of UTC show the same. */
export function wallClockOf(at: number): number {
  const clock = kept('wall clock', () => intlFormat('en-US', { ...NUMBERS, ...CLOCK_FULLY }));
  const { year = '', month, day, hour, minute, second } = partsOf(clock, at);
  return Date.parse(`${year.padStart(4, '0')}-${month}-${day}T${hour}:${minute}:${second}Z`);
}

/** The time zone of a page's times, for its foot: `Times in Lagos (GMT+1).` */
export function zoneSentence(at: number): string {
  const zone = zoneName();
  if (zone === 'UTC') return 'Times in UTC.';
  const city = zone.replace(/^.*\//, '').replaceAll('_', ' ');
  return `Times in ${city} (${offsetAt(at).replace(/([+-])0?(\d+):00$/, '$1$2')}).`;
}

/** The whole days of a span of time, or its hours where it is shorter; never rounded up. */
export function formatSpan(milliseconds: number): string {
  const days = Math.floor(milliseconds / DAY);
  if (days >= 1) return countOf(days, 'day');
  const hours = Math.floor(milliseconds / HOUR);
  return hours >= 1 ? countOf(hours, 'hour') : 'less than an hour';
}

/** An ISO 8601 timestamp as an instant, or null where it can't be read. */
export function readTimestamp(text: string): number | null {
  const at = /^\d{4}-\d\d-\d\dT/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? null : at;
}

const kept = keptFormats<Intl.DateTimeFormat>();

/** Whether dates are in the desk's own plain English, whose months are short and whose order is fixed. */
function isPlain(): boolean {
  return currentSettings().language === 'en';
}

function formatOf(kind: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return kept(kind, () => intlFormat(isPlain() ? 'en-US' : currentLocale(), options));
}

/** The name of a chosen zone; undefined for the one that this browser goes by. */
function zoneOf(choice: Settings['timeZone']): string | undefined {
  return choice === 'mine' ? rendering()?.reader.zone : { business: BUSINESS_ZONE, utc: 'UTC' }[choice];
}

function intlFormat(tag: string | undefined, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(tag, {
    hourCycle: 'h23',
    calendar: 'gregory',
    numberingSystem: 'latn',
    timeZone: zoneOf(currentSettings().timeZone),
    ...options,
  });
}

function partsOf(formatter: Intl.DateTimeFormat, at: number): Record<string, string> {
  return Object.fromEntries(formatter.formatToParts(at).map(({ type, value }) => [type, value]));
}

function isoOf(at: number, length: number): string {
  return new Date(at).toISOString().slice(0, length);
}
