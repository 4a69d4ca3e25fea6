import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { seenOf } from '#dashboard/lib/figures.ts';
import { type LoadProgress, NO_PROGRESS } from '#dashboard/lib/load-pages.ts';
import { useJoinedRows } from './joined-rows.ts';
import type { ListRows } from './use-list-rows.ts';

const idOf = (id: string) => id;

/** A list with some of its rows loaded. */
function listOf(rows: string[], total: number, state: LoadProgress['state']): ListRows<string> {
  const progress = { ...NO_PROGRESS, state, loaded: rows.length, total };
  return { rows, progress, shown: progress } as unknown as ListRows<string>;
}

const two = listOf(['a', 'b'], 4, 'stopped');

test.each([
  ['while some are missing', two, listOf(['b', 'c'], 40, 'stopped'), '3 of at most 43 tokens'],
  ['once all are here', listOf(['a', 'b'], 2, 'complete'), listOf(['b', 'c'], 2, 'complete'), '3 tokens'],
  ['if one of them is empty', two, listOf([], 0, 'complete'), '2 of 4 tokens'],
])('two lists say how many rows they have together %s', (_, first, second, said) => {
  const { result } = renderHook(() => useJoinedRows(first, second, idOf));
  expect(seenOf(result.current.shown, 'token')).toBe(said);
});
