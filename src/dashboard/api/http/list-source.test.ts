import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { fetchPage, keptRows, type ListSource, PAGE_SIZE, prefetchList } from './list-source.ts';

interface Row {
  id: string;
}

/** A list of so many rows, newest first; `before` changes it before its nth answer. */
function listOf(count: number, before: (nth: number, rows: Row[]) => void = () => {}) {
  const rows = Array.from({ length: count }, (_, place) => ({ id: `row-${place}` }));
  const asked: number[] = [];
  const source: ListSource<Row> = {
    name: 'rows',
    idOf: ({ id }) => id,
    ask: async () => {
      throw new Error('A loader fetches by queries.');
    },
    pageQuery: (page) => ({
      queryKey: ['rows', page],
      queryFn: async () => {
        before(asked.length, rows);
        asked.push(page);
        // Two answers don't arrive in the same millisecond.
        const arrived = Date.now();
        await expect.poll(() => Date.now()).toBeGreaterThan(arrived);
        return { rows: rows.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE), total: rows.length };
      },
      select: (answer) => ({ ...(answer as { rows: Row[]; total: number }), ...NO_ECHO }),
    }),
  };
  return { source, asked, rows };
}

const NO_ECHO = { unreadable: 0, page: undefined, limit: undefined };

test.each([
  [0, [1]],
  [100, [1]],
  // The first is looked at again, as at the end of every load.
  [137, [1, 2, 1]],
])('a list of %i rows is whole before its page is shown', async (count, pages) => {
  const client = new QueryClient();
  const { source, asked } = listOf(count);
  await prefetchList(client, source);
  expect(asked).toEqual(pages);
  expect(keptRows(client, source)).toMatchObject({ isWhole: true, total: count });
  expect(keptRows(client, source)?.rows).toHaveLength(count);
});

test('of a long list the first page is fetched', async () => {
  const client = new QueryClient();
  const { source, asked } = listOf(201);
  await prefetchList(client, source);
  expect(asked).toEqual([1]);
  expect(keptRows(client, source)).toMatchObject({ isWhole: false, total: 201 });
});

test('a list that changes while it is fetched isn’t taken for whole, even if its size stays', async () => {
  const client = new QueryClient();
  const { source } = listOf(137, (nth, rows) => {
    if (nth !== 2) return;
    rows.splice(120, 1);
    rows.unshift({ id: 'new' });
  });
  await prefetchList(client, source);
  expect(keptRows(client, source)?.isWhole).toBe(false);
});

test('pages of which one was fetched again later aren’t taken for the whole list', async () => {
  const client = new QueryClient();
  const { source, rows } = listOf(137);
  await prefetchList(client, source);
  rows.splice(120, 1);
  rows.unshift({ id: 'new' });
  await client.fetchQuery(source.pageQuery(1));
  expect(keptRows(client, source)?.isWhole).toBe(false);
});

test('a second page from before the first is fetched again with it', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: 60_000 } } });
  const { source, rows, asked } = listOf(137);
  await client.fetchQuery(source.pageQuery(2));
  rows.splice(120, 1);
  rows.unshift({ id: 'new' });
  await prefetchList(client, source);
  expect(asked).toEqual([2, 1, 2, 1]);
  expect(keptRows(client, source)?.rows.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
});

test('a page whose request a component takes along when it goes is asked for again', async () => {
  const client = new QueryClient();
  const { source, rows } = listOf(1);
  await client.fetchQuery(source.pageQuery(1));
  rows.unshift({ id: 'new' });
  const { queryFn, ...query } = source.pageQuery(1);
  const answer = queryFn as () => Promise<unknown>;
  let calls = 0;
  const cancellable = {
    ...query,
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      calls += 1;
      if (calls > 1) return await answer();
      return await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    },
  };
  const leave = new QueryObserver(client, { ...cancellable, staleTime: 0 }).subscribe(() => {});
  const pageQuery = () => cancellable as unknown as ReturnType<typeof source.pageQuery>;
  const asked = fetchPage(
    client,
    { ...source, pageQuery },
    { page: 1, staleTime: 0, signal: new AbortController().signal },
  );
  leave();
  expect((await asked).rows.map(({ id }) => id)).toEqual(['new', 'row-0']);
});
