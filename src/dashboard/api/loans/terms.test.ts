import { expect, test } from 'vitest';
import { graceText } from './terms.ts';

test.each([
  [5, 'DAYS', '5 days'],
  [1, 'DAYS', '1 day'],
  [1_200, 'Fortnight', '1,200 Fortnight'],
  [5, undefined, '5 (unit not stated)'],
])('a grace period of %s %s is “%s”', (length, unit, text) => {
  expect(graceText(length, unit)).toBe(text);
});
