import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findInPages, type Look } from './find-in-pages.ts';

interface Row {
  id: string;
  at: number | null;
}

const never = () => ({ again: false });

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

function lookFor(list: ReturnType<typeof listOf>, sought: Look<Row>['sought'], limit: number) {
  return findInPages<Row>({
    fetchPage: list.fetchPage,
    placeOf: (row) => row,
    sought,
    limit,
    judge: never,
    signal: new AbortController().signal,
  });
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
        expect((await lookFor(list, sought, limit)).row).toBe(sought);
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
        expect((await lookFor(list, sought, limit)).row).toBe(sought);
        const ties = Math.ceil(rows.filter(({ at }) => at === sought.at).length / limit) + 1;
        expect(list.asked.length).toBeLessThanOrEqual(Math.ceil(Math.log2(pages)) + 3 + ties);
      }
    }),
    { numRuns: 60 },
  );
});

test('finds every loan in a list that is in no order, or whose dates can’t be read', async () => {
  const row = fc.record({ id: fc.uuid(), at: fc.option(fc.integer({ min: 0, max: 60 })) });
  const rows = fc.uniqueArray(row, { selector: ({ id }) => id, minLength: 1, maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(rows, limits, fc.option(fc.integer({ min: 0, max: 60 })), async (all, limit, at) => {
      for (const sought of all) {
        const list = listOf(all, limit);
        // The address may even name another instant than the loan's own.
        expect((await lookFor(list, { id: sought.id, at }, limit)).row).toBe(sought);
      }
    }),
    { numRuns: 60 },
  );
});

test('says after all pages that a loan is in none of them', async () => {
  await fc.assert(
    fc.asyncProperty(ordered, limits, fc.option(fc.integer({ min: 0, max: 60 })), async (rows, limit, at) => {
      const list = listOf(rows, limit);
      expect(await lookFor(list, { id: 'no such loan', at }, limit)).toEqual({
        row: null,
        looked: rows.length,
        total: rows.length,
        failedPages: 0,
      });
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
    expect((await lookFor(list, sought, 10)).row).toBe(sought);
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
    expect((await lookFor(list, sought, 10)).row).toBe(sought);
    expect(list.asked.length).toBeLessThan(30);
  }
});

test('goes on without a page that can’t be had, and says so', async () => {
  const rows = Array.from({ length: 40 }, (_, index) => ({ id: String(index), at: null }));
  const list = listOf(rows, 10);
  const pass = list.fetchPage;
  list.fetchPage = async (page) => {
    if (page === 3) throw new Error('broken');
    return await pass(page);
  };
  expect((await lookFor(list, { id: '35', at: null }, 10)).row?.id).toBe('35');
  expect(await lookFor(list, { id: 'x', at: null }, 10)).toMatchObject({
    row: null,
    looked: 30,
    failedPages: 1,
  });
});

test('takes an answer of another page for none', async () => {
  const list = listOf([{ id: 'a', at: 1 }], 10);
  const found = await findInPages<Row>({
    placeOf: (row) => row,
    sought: { id: 'b', at: 1 },
    limit: 10,
    judge: never,
    signal: new AbortController().signal,
    fetchPage: async () => ({ ...(await list.fetchPage(1)), page: 2 }),
  });
  expect(found.row).toBeNull();
});

test('stops when it is told to', async () => {
  const abort = new AbortController();
  const rows = Array.from({ length: 100 }, (_, index) => ({ id: String(index), at: null }));
  const list = listOf(rows, 1);
  const looking = findInPages<Row>({
    fetchPage: async (page) => {
      if (page === 20) abort.abort();
      return await list.fetchPage(page);
    },
    placeOf: (row) => row,
    sought: { id: 'x', at: null },
    limit: 1,
    judge: never,
    signal: abort.signal,
  });
  await expect(looking).rejects.toThrow();
  expect(list.asked.length).toBeLessThan(40);
});
