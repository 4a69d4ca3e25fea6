import { QueryClient, QueryClientProvider, useInfiniteQuery } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { PropsWithChildren } from 'react';
import { expect, onTestFinished, test } from 'vitest';
import { changeSettings } from '#dashboard/lib/settings.ts';
import { pagesQuery } from './own-list.ts';
import { usePageRows } from './use-query-rows.ts';

const PAGE = 600;

/** A list of so many rows in pages of 600, whose second may be late; returns its rows, and the pages that were asked for. */
function listOf(total: number, second?: Promise<void>) {
  const asked: number[] = [];
  const query = pagesQuery(['numbers'], { first: PAGE, later: PAGE }, async ({ before }) => {
    const first = Number(before ?? 0);
    asked.push(first);
    if (first === PAGE) await second;
    const end = Math.min(first + PAGE, total);
    const lines = Array.from({ length: end - first }, (_, nth) => first + nth);
    return { lines, total, next: end < total ? String(end) : null };
  });
  const client = new QueryClient();
  const wrapper = ({ children }: PropsWithChildren) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(() => usePageRows(useInfiniteQuery(query), 'lines'), { wrapper });
  return { list: () => result.current, asked };
}

async function choose(listRows: 1_000 | 5_000) {
  await changeSettings({ listRows });
  onTestFinished(() => void changeSettings({ listRows: 5_000 }));
}

test('as many rows as were chosen are loaded by themselves, and the others on request', async () => {
  await choose(1_000);
  const { list, asked } = listOf(3_000);
  await waitFor(() =>
    expect(list().progress).toMatchObject({ state: 'resting', loaded: 1_200, total: 3_000 }),
  );
  expect(asked).toEqual([0, 600]);
  act(() => list().loadAll());
  await waitFor(() => expect(list().progress).toMatchObject({ state: 'complete', loaded: 3_000 }));
  expect(list().rows.at(-1)).toBe(2_999);
});

test('a load that is paused or stopped asks for nothing more, and goes on when it is told to', async () => {
  let letGo = () => {};
  const { list, asked } = listOf(3_000, new Promise<void>((resolve) => (letGo = resolve)));
  await waitFor(() => expect(asked).toEqual([0, 600]));
  act(() => list().pause());
  letGo();
  await waitFor(() => expect(list().progress).toMatchObject({ state: 'paused', loaded: 1_200 }));
  act(() => list().stop());
  expect(list().progress.state).toBe('stopped');
  expect(asked).toEqual([0, 600]);
  act(() => list().retry());
  await waitFor(() => expect(list().progress.state).toBe('complete'));
  expect(asked).toEqual([0, 600, 1_200, 1_800, 2_400]);
});
