import { expect, test } from 'vitest';
import { atOnce } from '#dashboard/lib/slices.ts';
import type { SortValue } from './column.ts';
import { viewOf } from './rows.ts';
import { compareValues, nextSort, sortedPlaces } from './sorting.ts';

const rows = [
  { value: 3 },
  { value: null },
  { value: 10 },
  { value: 3 },
  { value: undefined },
  { value: -1 },
];
const column = {
  id: 'value',
  header: 'Value',
  width: 'w-0',
  skeleton: '',
  cell: () => null,
  sortable: { by: (row: { value?: SortValue }) => row.value },
} as const;

test('a header goes up, down, and back to the order in which the rows came', () => {
  const up = nextSort(null, 'value');
  const down = nextSort(up, 'value');
  expect([up?.direction, down?.direction, nextSort(down, 'value')]).toEqual(['asc', 'desc', null]);
  expect(nextSort(down, 'other')).toEqual({ column: 'other', direction: 'asc' });
});

test('nothing known comes last in either direction, and equal rows keep their order', () => {
  const sorted = (direction: 'asc' | 'desc') =>
    Array.from(atOnce(sortedPlaces(rows, [column], { column: 'value', direction })));
  expect(sorted('asc')).toEqual([5, 0, 3, 2, 1, 4]);
  expect(sorted('desc')).toEqual([2, 0, 3, 5, 1, 4]);
});

test('a column that says nothing to sort by leaves the rows as they came', () => {
  const sort = { column: 'value', direction: 'asc' } as const;
  const places = atOnce(sortedPlaces(rows, [{ ...column, sortable: true }], sort));
  expect(Array.from(places)).toEqual([0, 1, 2, 3, 4, 5]);
});

test('only the places that were asked for are sorted', () => {
  const sort = { column: 'value', direction: 'asc' } as const;
  const places = atOnce(sortedPlaces(rows, [column], sort, Uint32Array.of(2, 0, 5)));
  const view = viewOf(rows, places);
  expect([view.at(0), view.at(1), view.at(2), view.at(3)]).toEqual([rows[5], rows[0], rows[2], undefined]);
});

test.each<[string, SortValue, SortValue, number]>([
  ['figures in texts by their value', 'loan 9', 'loan 10', -1],
  ['letters, whatever their size', 'ada', 'Bea', -1],
  ['an empty text after every other', '', 'z', 1],
  ['what is no number after every number', Number.NaN, 5, 1],
  ['figures before texts', 5, 'a', -1],
  ['false before true', false, true, -1],
  ['the same as the same', 1, 1, 0],
])('%s', (_, a, b, sign) => {
  expect(Math.sign(compareValues(a, b, 1))).toBe(sign);
});
