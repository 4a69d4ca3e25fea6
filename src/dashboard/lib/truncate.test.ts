import { expect, test } from 'vitest';
import { clip } from './truncate.ts';

test('a text is never cut in the middle of a character', () => {
  expect(clip('a👩b', 2)).toBe('a…');
  expect(clip('a👩b', 3)).toBe('a👩…');
  expect(clip('a👩b', 4)).toBe('a👩b');
});
