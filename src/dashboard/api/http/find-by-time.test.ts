import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { LoadedPage } from '#dashboard/lib/loaded-page.ts';
import { findByTime } from './find-by-time.ts';
import type { ListSource } from './list-source.ts';

interface Row {
  id: string;
  at: number | null;
}

/** A list in pages, which counts how often it is asked. */
function listOf(rows: readonly Row[], limit: number) {
  const list = {
    rows: [...rows],
    asked: [] as number[],
    fetchPage: async (page: number) => {
      list.asked.push(page);
      const part = list.rows.slice((page - 1) * limit, page * limit);
      return { rows: part, unreadable: 0, page, limit, total: list.rows.length };
    },
  };
  return list;
}

function lookFor(
  list: ReturnType<typeof listOf>,
  { id, at }: Row,
  limit: number,
  signal = new AbortController().signal,
) {
  const source: ListSource<Row> = {
    name: 'rows',
    idOf: (row) => row.id,
    ask: (page) => list.fetchPage(page),
    pageQuery: (page) => ({ queryKey: ['rows', page], select: (answer) => answer as LoadedPage<Row> }),
  };
  const sought = { id, is: (row: Row) => row.id === id, time: { sought: at, of: (row: Row) => row.at } };
  return findByTime(source, sought, { limit, signal, onPage: () => signal.throwIfAborted() });
}

const limits = fc.integer({ min: 1, max: 7 });

/** Loans as a service lists them: newest first, and by id, last first, where several are of one instant. */
const ordered = fc
  .uniqueArray(fc.record({ id: fc.uuid(), at: fc.integer({ min: 0, max: 60 }) }), {
    selector: ({ id }) => id,
    minLength: 1,
    maxLength: 120,
  })
  .map((rows) => rows.sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1)));

test('finds every loan by when it was made, and reads no page twice', async () => {
  await fc.assert(
    fc.asyncProperty(ordered, limits, async (rows, limit) => {
      for (const sought of rows) {
        const list = listOf(rows, limit);
        expect(await lookFor(list, sought, limit)).toBe(sought);
        expect(new Set(list.asked).size).toBe(list.asked.length);
      }
    }),
    { numRuns: 60 },
  );
});

test('finds every loan in about log2(pages) requests and one for each page of its instant', async () => {
  const tied = fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 1, maxLength: 80 });
  await fc.assert(
    fc.asyncProperty(tied, limits, fc.infiniteStream(fc.integer()), async (instants, limit, order) => {
      const rows = instants
        .map((at, index) => ({ id: String(index), at, by: order.next().value as number }))
        .sort((a, b) => b.at - a.at || a.by - b.by);
      const pages = Math.max(1, Math.ceil(rows.length / limit));
      for (const sought of rows) {
        const list = listOf(rows, limit);
        expect(await lookFor(list, sought, limit)).toBe(sought);
        const ties = Math.ceil(rows.filter(({ at }) => at === sought.at).length / limit) + 1;
        expect(list.asked.length).toBeLessThanOrEqual(Math.ceil(Math.log2(pages)) + 3 + ties);
      }
    }),
    { numRuns: 60 },
  );
});

test('looks no further than the first page for a loan whose date isn’t known', async () => {
  await fc.assert(
    fc.asyncProperty(ordered, limits, async (rows, limit) => {
      for (const { id } of rows) {
        const list = listOf(rows, limit);
        const first = rows.slice(0, limit).find((row) => row.id === id);
        expect(await lookFor(list, { id, at: null }, limit)).toBe(first ?? null);
        expect(list.asked).toEqual([1]);
      }
    }),
    { numRuns: 20 },
  );
});

test('ends in a list that is in no order, or whose dates can’t be read', async () => {
  const row = fc.record({ id: fc.uuid(), at: fc.option(fc.integer({ min: 0, max: 60 })) });
  const rows = fc.uniqueArray(row, { selector: ({ id }) => id, minLength: 1, maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(rows, limits, fc.option(fc.integer({ min: 0, max: 60 })), async (all, limit, at) => {
      for (const sought of all) {
        const list = listOf(all, limit);
        // The address may even name another instant than the loan's own.
        const found = await lookFor(list, { id: sought.id, at }, limit);
        expect([sought, null]).toContain(found);
        expect(new Set(list.asked).size).toBe(list.asked.length);
      }
    }),
    { numRuns: 60 },
  );
});

test('says that a loan isn’t where its time belongs', async () => {
  await fc.assert(
    fc.asyncProperty(ordered, limits, fc.option(fc.integer({ min: 0, max: 60 })), async (rows, limit, at) => {
      expect(await lookFor(listOf(rows, limit), { id: 'no such loan', at }, limit)).toBeNull();
    }),
  );
});

test('finds a loan that moves to the next page while it is looked for', async () => {
  const rows = Array.from({ length: 400 }, (_, index) => ({ id: String(1000 - index), at: 400 - index }));
  for (const sought of rows) {
    const list = listOf(rows, 10);
    const pass = list.fetchPage;
    list.fetchPage = async (page) => {
      const answer = await pass(page);
      if (list.asked.length % 2 === 0) list.rows.unshift({ id: `new ${list.asked.length}`, at: 1_000 });
      return answer;
    };
    expect(await lookFor(list, sought, 10)).toBe(sought);
  }
});

test('finds a loan in a list that grows by whole pages without reading all of them', async () => {
  const rows = Array.from({ length: 4_000 }, (_, index) => ({ id: String(index), at: 4_000 - index }));
  for (let place = 0; place < rows.length; place += 21) {
    const list = listOf(rows, 10);
    const pass = list.fetchPage;
    list.fetchPage = async (page) => {
      const answer = await pass(page);
      const more = Array.from({ length: 30 }, (_, index) => ({ id: `new ${index}`, at: 5_000 }));
      if (list.asked.length === 7) list.rows.unshift(...more);
      return answer;
    };
    const sought = rows[place] as Row & { at: number };
    expect(await lookFor(list, sought, 10)).toBe(sought);
    expect(list.asked.length).toBeLessThan(30);
  }
});

test('fails at a page that can’t be had', async () => {
  const list = listOf([{ id: 'a', at: 1 }], 10);
  list.fetchPage = () => Promise.reject(new Error('broken'));
  await expect(lookFor(list, { id: 'b', at: 1 }, 10)).rejects.toThrow('broken');
});

test('takes an answer of another page for none', async () => {
  const list = listOf([{ id: 'a', at: 1 }], 10);
  const pass = list.fetchPage;
  list.fetchPage = async () => ({ ...(await pass(1)), page: 2 });
  expect(await lookFor(list, { id: 'a', at: 1 }, 10)).toBeNull();
});

test('stops when it is told to', async () => {
  const abort = new AbortController();
  const rows = Array.from({ length: 1_000 }, (_, index) => ({ id: String(index), at: 1_000 - index }));
  const list = listOf(rows, 1);
  const pass = list.fetchPage;
  list.fetchPage = async (page) => {
    if (list.asked.length === 3) abort.abort();
    return await pass(page);
  };
  await expect(lookFor(list, { id: '900', at: 100 }, 1, abort.signal)).rejects.toThrow();
  expect(list.asked.length).toBe(4);
});
