import { expect, test } from 'vitest';
import { contradiction, isBeyondEnd, lastPage, rangeOf } from './paging-facts.ts';

const asked = { page: 2, limit: 25 };
const full = { rows: Array(25).fill({}), unreadable: 0, page: 2, limit: 25, total: 137, pages: 6 };

test.each([
  ['a full page', {}, '26–50 of 137'],
  ['the last, shorter page', { rows: Array(12).fill({}) }, '26–37 of 137'],
  ['a page with rows that could not be read', { rows: Array(24).fill({}), unreadable: 1 }, '26–50 of 137'],
  ['an unknown total', { total: undefined }, '26–50 of an unknown number'],
  ['an empty page', { rows: [] }, 'None of 137'],
  ['a page that may be another one', { page: 1 }, '25 of 137'],
])('%s', (_, difference, text) => {
  expect(rangeOf({ ...full, ...difference }, asked)).toBe(text);
});

test('the last page follows from the total, and without one from what the service says', () => {
  expect(lastPage(full, 25)).toBe(6);
  expect(lastPage({ ...full, total: 0 }, 25)).toBe(1);
  expect(lastPage({ ...full, total: undefined }, 25)).toBe(6);
  expect(lastPage({ ...full, total: undefined, pages: undefined }, 25)).toBeUndefined();
});

test('a page beyond the last is told from an empty list', () => {
  const nothing = { ...full, rows: [] };
  expect(isBeyondEnd(nothing, { page: 7, limit: 25 })).toBe(true);
  expect(isBeyondEnd(nothing, { page: 6, limit: 25 })).toBe(false);
  expect(isBeyondEnd({ ...nothing, total: 0, pages: 1 }, { page: 1, limit: 25 })).toBe(false);
  expect(isBeyondEnd({ ...nothing, total: undefined, pages: undefined }, { page: 9, limit: 25 })).toBe(false);
});

test('an echo that contradicts the question is noticed, a missing one is not held against the service', () => {
  expect(contradiction(full, asked)).toBeNull();
  expect(contradiction({ ...full, page: undefined, limit: undefined }, asked)).toBeNull();
  expect(contradiction({ ...full, page: 1 }, asked)).toContain('page 1 where page 2');
  expect(contradiction({ ...full, limit: 10 }, asked)).toContain('pages of 10 where 25');
});
