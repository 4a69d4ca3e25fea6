/**
 * `repayment_date` is a text such as `Fri Jul 04 2025 08:12:11 GMT+0100 (West Africa Standard Time)`
 * (interface, "Loan"). The offset in the text decides the instant; the zone's name is decoration.
 */

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

const TEXT =
  /^(?<weekday>[A-Z][a-z]{2}) (?<month>[A-Z][a-z]{2}) (?<day>\d{2}) (?<year>\d{4}) (?<hour>\d{2}):(?<minute>\d{2}):(?<second>\d{2}) GMT(?<sign>[+-])(?<offsetHour>\d{2})(?<offsetMinute>\d{2})(?: \((?<zone>[^()]{1,80})\))?$/;

/** A `repayment_date` that could be read. */
interface RepaymentDate {
  /** The instant, as milliseconds since 1970. */
  at: number;
  /** Minutes east of UTC, as the text says. */
  offsetMinutes: number;
  /** The zone's name in the text, or null where it has none. */
  zone: string | null;
}

/**
 * Reads a `repayment_date`, strictly: a weekday that doesn't fit the date, a 30 February, a 24 o'clock or
 * an offset beyond 14 hours make it unreadable. Returns null then; nothing is guessed.
 */
export function parseRepaymentDate(text: string): RepaymentDate | null {
  const groups = TEXT.exec(text)?.groups;
  if (!groups) return null;
  const part = (name: string) => Number(groups[name]);
  const month = MONTHS.indexOf(groups.month as (typeof MONTHS)[number]);
  const offset = part('offsetHour') * 60 + part('offsetMinute');
  if (month < 0 || part('hour') > 23 || part('minute') > 59 || part('second') > 59) return null;
  if (part('offsetMinute') > 59 || offset > 14 * 60) return null;
  const local = utc(part('year'), month, part('day'), part('hour'), part('minute'), part('second'));
  const date = new Date(local);
  if (date.getUTCMonth() !== month || date.getUTCDate() !== part('day')) return null;
  if (WEEKDAYS[date.getUTCDay()] !== groups.weekday) return null;
  const offsetMinutes = groups.sign === '-' ? -offset : offset;
  return { at: local - offsetMinutes * 60_000, offsetMinutes: offsetMinutes || 0, zone: groups.zone ?? null };
}

/**
 * Writes an instant (milliseconds since 1970) as a `repayment_date` of an IANA time zone; seconds are
 * the smallest unit of the text. Throws a RangeError for an unknown zone.
 */
export function writeRepaymentDate(at: number, timeZone: string): string {
  const { offset, name } = clocksAt(at, timeZone);
  const local = new Date(at + offset * 60_000);
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${WEEKDAYS[local.getUTCDay()]} ${MONTHS[local.getUTCMonth()]} ${two(local.getUTCDate())}`;
  const time = `${two(local.getUTCHours())}:${two(local.getUTCMinutes())}:${two(local.getUTCSeconds())}`;
  const size = Math.abs(offset);
  const gmt = `GMT${offset < 0 ? '-' : '+'}${two(Math.floor(size / 60))}${two(size % 60)}`;
  const year = String(local.getUTCFullYear()).padStart(4, '0');
  return `${day} ${year} ${time} ${gmt} (${name})`;
}

/** How far a zone's clocks are east of UTC, in minutes, and what that time is called. */
interface Clocks {
  offset: number;
  name: string;
}

const DAY_MS = 86_400_000;
/** Before then some clocks were changed by seconds, or twice within a day. */
const STEADY_SINCE = Date.UTC(1980, 0);
/** By zone and day, for days without a clock change: asking Intl takes far longer. */
const steadyDays = new Map<string, Clocks>();
const MOST_DAYS = 20_000;

function clocksAt(at: number, timeZone: string): Clocks {
  const day = Math.floor(at / DAY_MS);
  const known = steadyDays.get(`${day} ${timeZone}`);
  if (known) return known;
  const clocks = { offset: offsetMinutesAt(at, timeZone), name: zoneName(at, timeZone) };
  const isSame = (then: number) =>
    offsetMinutesAt(then, timeZone) === clocks.offset && zoneName(then, timeZone) === clocks.name;
  if (at >= STEADY_SINCE && isSame(day * DAY_MS) && isSame((day + 1) * DAY_MS - 1)) {
    if (steadyDays.size >= MOST_DAYS) steadyDays.clear();
    steadyDays.set(`${day} ${timeZone}`, clocks);
  }
  return clocks;
}

/**
 * The instant `months` calendar months after `at` at the same wall-clock time in the zone; the last day of
 * the month where the month is too short. A time that the clocks skip is moved on by as much as they are, the
 * first of two is taken where they go back. Throws a RangeError for an unknown zone. (Open questions, row 6.)
 */
export function addMonths(at: number, months: number, timeZone: string): number {
  const local = at + offsetMinutesAt(at, timeZone) * 60_000;
  const date = new Date(local);
  const year = date.getUTCFullYear();
  const month = date.getUTCMonth() + months;
  const day = date.getUTCDate();
  const lastDay = new Date(utc(year, month + 1, 0, 0, 0, 0)).getUTCDate();
  const sinceMidnight = local - utc(year, date.getUTCMonth(), day, 0, 0, 0);
  const wall = utc(year, month, Math.min(day, lastDay), 0, 0, 0) + sinceMidnight;
  const before = offsetMinutesAt(wall - 86_400_000, timeZone);
  const after = offsetMinutesAt(wall + 86_400_000, timeZone);
  const [early, late] = [wall - before * 60_000, wall - after * 60_000];
  const onlyLate = offsetMinutesAt(early, timeZone) !== before && offsetMinutesAt(late, timeZone) === after;
  return onlyLate ? late : early;
}

/** A zone's offset east of UTC at an instant, in minutes. */
function offsetMinutesAt(at: number, timeZone: string): number {
  const parts: Record<string, string> = {};
  for (const { type, value } of wallClock(timeZone).formatToParts(at)) parts[type] = value;
  const part = (name: string) => Number(parts[name]);
  const wall = utc(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  );
  return Math.round((wall - Math.floor(at / 1000) * 1000) / 60_000);
}

/** Names that changed between editions of the zone data: the text must not depend on the edition that is installed. */
const STEADY_NAMES: Record<string, string> = { 'West Africa Time': 'West Africa Standard Time' };

function zoneName(at: number, timeZone: string): string {
  const parts = formatOf(longNames, timeZone, { timeZoneName: 'long' }).formatToParts(at);
  const name = parts.find((part) => part.type === 'timeZoneName')?.value ?? timeZone;
  return STEADY_NAMES[name] ?? name;
}

/** Formats by zone: to make one takes a hundred times as long as to use it. */
type Formats = Map<string, Intl.DateTimeFormat>;
const wallClocks: Formats = new Map();
const longNames: Formats = new Map();

function wallClock(timeZone: string): Intl.DateTimeFormat {
  return formatOf(wallClocks, timeZone, {
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
}

function formatOf(
  formats: Formats,
  timeZone: string,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', { timeZone, ...options });
    formats.set(timeZone, format);
  }
  return format;
}

/** Date.UTC without its habit of reading the years 0 to 99 as 1900 to 1999. */
function utc(year: number, month: number, day: number, hour: number, minute: number, second: number): number {
  const date = new Date(0);
  date.setUTCFullYear(year, month, day);
  date.setUTCHours(hour, minute, second, 0);
  return date.getTime();
}
