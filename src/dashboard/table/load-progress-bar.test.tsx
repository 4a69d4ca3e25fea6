import { act, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { LoadProgress } from '#dashboard/lib/load-pages.ts';
import { LoadProgressBar } from './load-progress-bar.tsx';

const load = { pause: vi.fn(), resume: vi.fn(), stop: vi.fn(), retry: vi.fn() };
const loading: LoadProgress = {
  state: 'loading',
  loaded: 30,
  total: 137,
  unreadable: 0,
  failedPages: 0,
  error: undefined,
  doubt: 'none',
};
const bar = (change: Partial<LoadProgress> = {}) => (
  <LoadProgressBar progress={{ ...loading, ...change }} noun="loan" load={load} />
);
const buttons = () => screen.queryAllByRole('button').map((button) => button.textContent);

afterEach(() => void vi.useRealTimers());

test.each<[string, Partial<LoadProgress>, string, string[]]>([
  ['loading', {}, '30 of 137 loans', ['Pause', 'Stop']],
  ['loading without a total', { total: undefined }, '30 loans', ['Pause', 'Stop']],
  ['paused', { state: 'paused' }, '30 of 137 loans, paused', ['Resume', 'Stop']],
  ['stopped', { state: 'stopped' }, 'PARTIAL30 of 137 loans, stopped', ['Resume']],
  ['failed in part', { state: 'partial', failedPages: 2 }, '2 pages could not be loaded.', ['Retry']],
  ['answered with other pages', { state: 'partial', doubt: 'paging' }, 'Paging not confirmed', []],
  ['answered with the same rows', { state: 'partial', doubt: 'repeats' }, 'the same loans again', []],
  ['changed too often', { state: 'partial', doubt: 'changed' }, 'kept changing while it loaded', ['Retry']],
  ['complete', { state: 'complete', loaded: 137 }, 'All 137 loans', []],
  [
    'complete but for a row',
    { state: 'complete', loaded: 136, unreadable: 1 },
    '136 of 137 loans1 row could not be read',
    [],
  ],
])('%s', (_, change, text, offered) => {
  render(bar(change));
  expect(screen.getByRole('group', { name: 'Loading all loans' })).toHaveTextContent(text);
  expect(buttons()).toEqual(offered);
});

test('progress is read out now and then, another state at once', () => {
  vi.useFakeTimers();
  const { rerender } = render(bar());
  for (let loaded = 31; loaded <= 60; loaded++) rerender(bar({ loaded }));
  expect(screen.getByRole('status')).toHaveTextContent('30 of 137 loans');
  act(() => void vi.advanceTimersByTime(5_000));
  expect(screen.getByRole('status')).toHaveTextContent('60 of 137 loans');
  expect(screen.getByText('· 0:05')).toBeInTheDocument();
  rerender(bar({ loaded: 61, state: 'paused' }));
  expect(screen.getByRole('status')).toHaveTextContent('61 of 137 loans, paused');
});
