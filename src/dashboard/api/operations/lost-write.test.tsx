import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { entryExample } from '#contract/openapi/gateway-examples.ts';
import { type JournalEntry, journalEntry } from '#contract/operations.ts';
import { takeInterruption } from '../activity/live-events.ts';
import { useLostWrite } from './entries.ts';

const KEY = '5f0c5a1e-7f0e-4c43-9d0c-0f5a54b1f6aa';
const ENTRY = { ...journalEntry.parse(entryExample), key: KEY };

let entries: JournalEntry[] | null;
const asked = vi.fn();

beforeEach(() => {
  entries = null;
  asked.mockClear();
  vi.useFakeTimers();
  vi.stubGlobal('fetch', async (path: string) => {
    asked(path);
    if (entries === null) throw new TypeError('fetch failed');
    return Response.json({ status: 'success', data: { entries, next: null, total: entries.length } });
  });
});
afterEach(() => void vi.useRealTimers());

function follow() {
  const client = new QueryClient({ defaultOptions: { queries: { networkMode: 'always' } } });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  return { client, ...renderHook(() => useLostWrite(KEY).data, { wrapper }) };
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

/** How often the gateway is asked within a time. */
async function countWithin(ms: number): Promise<number> {
  asked.mockClear();
  await pass(ms);
  return asked.mock.calls.length;
}

test('a lost write is asked for without end, ever more slowly, until the gateway has it', async () => {
  const { result } = follow();
  await pass(0);
  expect(asked).toHaveBeenCalledWith(`/journal?limit=1&key=${KEY}`);
  expect(await countWithin(30_000)).toBe(4);
  expect(await countWithin(3_600_000)).toBe(360);
  entries = [];
  await pass(10_000);
  expect(result.current).toBeNull();
  entries = [ENTRY];
  await pass(10_000);
  expect(result.current).toMatchObject({ id: ENTRY.id, outcome: 'done' });
  expect(await countWithin(60_000)).toBe(0);
});

test.each<[string, (client: QueryClient) => void]>([
  ['the browser is online again', () => window.dispatchEvent(new Event('online'))],
  ['the event stream reopens', takeInterruption],
])('a lost write is asked for at once when %s', async (_, happen) => {
  const { client } = follow();
  await pass(60_000);
  window.dispatchEvent(new Event('offline'));
  asked.mockClear();
  await act(async () => happen(client));
  await pass(0);
  expect(asked).toHaveBeenCalledTimes(1);
});

test('a lost write is not asked for once the page is left', async () => {
  const { unmount } = follow();
  await pass(60_000);
  unmount();
  expect(await countWithin(60_000)).toBe(0);
});
