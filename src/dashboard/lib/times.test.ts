import { expect, test } from 'vitest';
import {
  describeZone,
  formatClock,
  formatDay,
  formatInstant,
  formatInstantFully,
  formatSpan,
  readTimestamp,
} from './times.ts';

const at = new Date(2025, 8, 4, 8, 12, 11).getTime();

test('an instant is written in the reader’s zone', () => {
  expect(formatInstant(at)).toBe('4 Sep 2025, 08:12');
  expect(formatDay(at)).toBe('4 Sep 2025');
  expect(formatInstant(new Date(2025, 0, 31, 0, 5).getTime())).toBe('31 Jan 2025, 00:05');
  expect(formatInstantFully(at)).toMatch(/^Thursday 4 September 2025, 08:12:11, \S/);
  expect(formatClock(at)).toBe('08:12');
  expect(describeZone(at)).toMatch(/^\S+, GMT/);
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
