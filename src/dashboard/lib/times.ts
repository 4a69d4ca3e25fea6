const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const short = format({ day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' });
const clock = format({ hour: '2-digit', minute: '2-digit' });
const long = format({
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZoneName: 'long',
});
const offset = format({ timeZoneName: 'longOffset' });

/** An instant in the reader's zone: `4 Jul 2025, 08:12`. */
export function formatInstant(at: number): string {
  const part = partsOf(short, at);
  return `${part.day} ${part.month} ${part.year}, ${part.hour}:${part.minute}`;
}

/** The day of an instant in the reader's zone: `4 Jul 2025`. */
export function formatDay(at: number): string {
  return formatInstant(at).replace(/,.*/, '');
}

/** An instant to the second and with its zone: `Friday 4 July 2025, 08:12:11, West Africa Standard Time`. */
export function formatInstantFully(at: number): string {
  const part = partsOf(long, at);
  return `${part.weekday} ${part.day} ${part.month} ${part.year}, ${part.hour}:${part.minute}:${part.second}, ${part.timeZoneName}`;
}

/** The time of day of an instant: `08:12`. */
export function formatClock(at: number): string {
  return clock.format(at);
}

/** The reader's time zone and its distance from UTC at an instant: `Africa/Lagos, GMT+01:00`. */
export function describeZone(at: number): string {
  return `${offset.resolvedOptions().timeZone}, ${partsOf(offset, at).timeZoneName}`;
}

/** The whole days of a span of time, or its hours where it is shorter; never rounded up. */
export function formatSpan(milliseconds: number): string {
  const days = Math.floor(milliseconds / DAY);
  if (days >= 1) return days === 1 ? '1 day' : `${days.toLocaleString('en')} days`;
  const hours = Math.floor(milliseconds / HOUR);
  if (hours >= 1) return hours === 1 ? '1 hour' : `${hours} hours`;
  return 'less than an hour';
}

/** An ISO 8601 timestamp as an instant, or null where it can't be read. */
export function readTimestamp(text: string): number | null {
  const at = /^\d{4}-\d\d-\d\dT/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? null : at;
}

function format(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-US', { hourCycle: 'h23', ...options });
}

function partsOf(formatter: Intl.DateTimeFormat, at: number): Record<string, string> {
  return Object.fromEntries(formatter.formatToParts(at).map(({ type, value }) => [type, value]));
}
