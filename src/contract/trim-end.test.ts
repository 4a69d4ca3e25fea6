import { expect, test } from 'vitest';
import { trimEnd } from './trim-end.ts';

test.each([
  ['1200', '0', '12'],
  ['0', '0', ''],
  ['', '0', ''],
  ['0012', '0', '0012'],
  ['a. .', ' .', 'a'],
  ['a', '', 'a'],
])('%j without %j at its end is %j', (text, characters, trimmed) => {
  expect(trimEnd(text, characters)).toBe(trimmed);
});
