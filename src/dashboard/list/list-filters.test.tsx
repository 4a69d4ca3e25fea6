import { expect, test } from 'vitest';
import { NO_FILTER } from '#dashboard/api/loans/loan-filter.ts';
import { countFilters } from './list-filters.tsx';

test('counts what narrows', () => {
  expect(countFilters(NO_FILTER)).toBe(0);
  expect(countFilters({ ...NO_FILTER, within: 7, amount: { from: 1, to: null }, status: ['ACTIVE'] })).toBe(
    3,
  );
});
