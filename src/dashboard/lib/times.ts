import type { Settings } from '#contract/settings.ts';
import { formatCount } from './figures.ts';
import { rendering } from './rendering.ts';
import { currentLocale, currentSettings } from './settings.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** No zone was ever further from UTC. */
const FURTHEST_ZONE = 16 * HOUR;

/** The zone of the business: the one that its repayment dates are written in. */
export const BUSINESS_ZONE = 'Africa/Lagos';

const BRIEF = { day: 'numeric', month: 'short', year: 'numeric' } as const;
const CLOCK = { hour: '2-digit', minute: '2-digit' } as const;
const IN_FULL = {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  ...CLOCK,
  second: '2-digit',
  timeZoneName: 'long',
} as const;

/** An instant in the chosen zone: `4 Jul 2025, 08:12`. */
export function formatInstant(at: number): string {
  const text = instantFormat().format(at);
  if (!isPlain()) return text;
  // Taking it apart by the format itself takes several times as long: of a row that scrolls into view, too long.
  const [, month, day, year, clock] = /^(\w+) (\d+), (\d+), (\d\d:\d\d)$/.exec(text) ?? [];
  if (clock !== undefined) return `${day} ${month} ${year}, ${clock}`;
  const part = partsOf(instantFormat(), at);
  return `${part.day} ${part.month} ${part.year}, ${part.hour}:${part.minute}`;
}

/** The day of an instant in the chosen zone: `4 Jul 2025`. */
export function formatDay(at: number): string {
  if (!isPlain()) return formatOf('day', BRIEF).format(at);
  const part = partsOf(formatOf('day', BRIEF), at);
  return `${part.day} ${part.month} ${part.year}`;
}

/** An instant to the second and with its zone: `Friday 4 July 2025, 08:12:11, West Africa Standard Time`. */
export function formatInstantFully(at: number): string {
  if (!isPlain()) return formatOf('full', IN_FULL).format(at);
  const part = partsOf(formatOf('full', IN_FULL), at);
  return `${part.weekday} ${part.day} ${part.month} ${part.year}, ${part.hour}:${part.minute}:${part.second}, ${part.timeZoneName}`;
}

/** The time of day of an instant: `08:12`. */
export function formatClock(at: number): string {
  return formatOf('clock', CLOCK).format(at);
}

/** The time of day of an instant to the second: `08:12:11`. */
export function formatClockFully(at: number): string {
  return formatOf('clock to the second', { ...CLOCK, second: '2-digit' }).format(at);
}

/** The month of an instant in the chosen zone, as it is written in addresses: `2026-12`. */
export function monthOf(at: number): string {
  const earliest = isoOf(at - FURTHEST_ZONE, 7);
  // Most instants are in the same month all over the world, and saying so is far cheaper than asking.
  return earliest === isoOf(at + FURTHEST_ZONE, 7) ? earliest : dayOf(at).slice(0, -3);
}

/** The day of an instant in the chosen zone, as it is written in addresses: `2026-12-04`. */
export function dayOf(at: number): string {
  const { year = '', month, day } = partsOf(machineFormat(), at);
  return `${year.padStart(4, '0')}-${month}-${day}`;
}

/**
 * The first and the last instant of a day, written as `dayOf` writes it, in the chosen zone: also where its clocks
 * change on that day. Milliseconds since 1970.
 */
export function boundsOfDay(day: string): { from: number; to: number } {
  return { from: beginningOf(day), to: beginningOf(isoOf(Date.parse(`${day}T00:00:00Z`) + DAY, 10)) - 1 };
}

/** The earliest instant whose day is this one or a later one. */
function beginningOf(day: string): number {
  const there = Date.parse(`${day}T00:00:00Z`);
  let before = there - FURTHEST_ZONE;
  let after = there + FURTHEST_ZONE;
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (dayOf(middle) < day) before = middle;
    else after = middle;
  }
  return after;
}

/** How many midnights of the chosen zone lie between two instants; negative if the second comes first. */
export function calendarDays(from: number, to: number): number {
  const [start = 0, end = 0] = [from, to].map((at) => Date.parse(`${dayOf(at)}T00:00:00Z`));
  return Math.round((end - start) / DAY);
}

/** A calendar day from today on, in words: `today`, `in 12 days`, `8 days ago`. */
export function formatDaysFrom(now: number, at: number): string {
  const days = calendarDays(now, at);
  if (days === 0) return 'today';
  const text = Math.abs(days) === 1 ? '1 day' : `${formatCount(Math.abs(days))} days`;
  return days > 0 ? `in ${text}` : `${text} ago`;
}

/** A month as `monthOf` gives it, in words: `Dec 2026`. Anything else stays what it is. */
export function formatMonth(month: string): string {
  const [, year, number] = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(month) ?? [];
  if (year === undefined) return month;
  const date = new Date(0);
  date.setUTCFullYear(Number(year), Number(number) - 1, 1);
  return formatOf('month', { month: 'short', year: 'numeric', timeZone: 'UTC' }).format(date);
}

/** The chosen time zone and its distance from UTC at an instant: `Africa/Lagos, GMT+01:00`. */
export function describeZone(at: number): string {
  return `${zoneNameOf(currentSettings().timeZone)}, ${offsetAt(at)}`;
}

/** The distance of the chosen time zone from UTC at an instant: `GMT+01:00`; `GMT` where there is none. */
function offsetAt(at: number): string {
  if (currentSettings().timeZone === 'mine' && !rendering()) {
    // Every page asks at once for its reader's own; a format that can say it takes long to make.
    const minutes = -new Date(at).getTimezoneOffset();
    const clock = `${Math.floor(Math.abs(minutes) / 60)}`.padStart(2, '0');
    const rest = `${Math.abs(minutes) % 60}`.padStart(2, '0');
    return minutes === 0 ? 'GMT' : `GMT${minutes < 0 ? '-' : '+'}${clock}:${rest}`;
  }
  const format = kept('offset', () => intlFormat('en-US', { timeZoneName: 'longOffset' }));
  const name = partsOf(format, at).timeZoneName ?? '';
  // Some engines write out that there is none.
  return name === 'GMT+00:00' ? 'GMT' : name;
}

/** The name of a zone that can be chosen: `Africa/Lagos`. */
export function zoneNameOf(choice: Settings['timeZone']): string {
  return zoneOf(choice) ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** The name of the chosen zone: `Africa/Lagos`. */
export function zoneName(): string {
  return zoneNameOf(currentSettings().timeZone);
}

/** What the clocks of the chosen zone show at an instant, as the instant at which those of UTC show the same. */
export function wallClockOf(at: number): number {
  const clock = kept('wall clock', () =>
    intlFormat('en-US', {
      ...{ year: 'numeric', month: '2-digit', day: '2-digit' },
      ...{ hour: '2-digit', minute: '2-digit', second: '2-digit' },
    }),
  );
  const { year = '', month, day, hour, minute, second } = partsOf(clock, at);
  return Date.parse(`${year.padStart(4, '0')}-${month}-${day}T${hour}:${minute}:${second}Z`);
}

/** The time zone of a page's times, for its foot: `Times in Lagos (GMT+1).` */
export function zoneSentence(at: number): string {
  const zone = zoneNameOf(currentSettings().timeZone);
  if (zone === 'UTC') return 'Times in UTC.';
  const city = zone.replace(/^.*\//, '').replaceAll('_', ' ');
  return `Times in ${city} (${offsetAt(at).replace(/([+-])0?(\d+):00$/, '$1$2')}).`;
}

/** The whole days of a span of time, or its hours where it is shorter; never rounded up. */
export function formatSpan(milliseconds: number): string {
  const days = Math.floor(milliseconds / DAY);
  if (days >= 1) return days === 1 ? '1 day' : `${formatCount(days)} days`;
  const hours = Math.floor(milliseconds / HOUR);
  if (hours >= 1) return hours === 1 ? '1 hour' : `${hours} hours`;
  return 'less than an hour';
}

/** An ISO 8601 timestamp as an instant, or null where it can't be read. */
export function readTimestamp(text: string): number | null {
  const at = /^\d{4}-\d\d-\d\dT/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? null : at;
}

let settings: Settings | undefined;
let formats = new Map<string, Intl.DateTimeFormat>();

/** A formatter of its kind, made once until the settings change. */
function kept(kind: string, make: () => Intl.DateTimeFormat): Intl.DateTimeFormat {
  if (settings !== currentSettings()) {
    settings = currentSettings();
    formats = new Map();
  }
  const format = formats.get(kind) ?? make();
  formats.set(kind, format);
  return format;
}

/** Whether dates are in the desk's own plain English, whose months are short and whose order is fixed. */
function isPlain(): boolean {
  return currentSettings().language === 'en';
}

function formatOf(kind: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return kept(kind, () => {
    return intlFormat(isPlain() ? 'en-US' : currentLocale(), options);
  });
}

function instantFormat(): Intl.DateTimeFormat {
  return formatOf('instant', { ...BRIEF, ...CLOCK });
}

function machineFormat(): Intl.DateTimeFormat {
  return kept('machine', () => intlFormat('en-US', { year: 'numeric', month: '2-digit', day: '2-digit' }));
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
