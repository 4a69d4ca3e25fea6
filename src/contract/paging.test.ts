import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { countPage, countPaging, docsPage, docsPaging, pageCount, pageQuery, pageWindow } from './paging.ts';

const total = fc.oneof(fc.nat(30), fc.nat(2000));
const limit = fc.oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 400 }));

describe('the pages of a list', () => {
  it('cover every item exactly once, in order, for any number of items and any page size', () => {
    fc.assert(
      fc.property(total, limit, (items, wish) => {
        const all = Array.from({ length: items }, (_, index) => index);
        const pages = pageCount(items, pageWindow({ limit: wish }).limit);
        const seen: number[] = [];
        for (let page = 1; page <= pages; page += 1) {
          const window = pageWindow({ page, limit: wish });
          seen.push(...all.slice(window.offset, window.offset + window.limit));
        }
        expect(seen).toEqual(all);
        const beyond = pageWindow({ page: pages + 1, limit: wish });
        expect(all.slice(beyond.offset)).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it('are as many as are needed, and never none: only an empty list has an empty page', () => {
    fc.assert(
      fc.property(total, limit, (items, size) => {
        const pages = pageCount(items, size);
        expect(pages).toBeGreaterThanOrEqual(1);
        expect(pages * size).toBeGreaterThanOrEqual(items);
        if (items > 0) expect((pages - 1) * size).toBeLessThan(items);
      }),
    );
    expect(pageCount(0, 10)).toBe(1);
    expect(pageCount(10, 10)).toBe(1);
    expect(pageCount(11, 10)).toBe(2);
  });

  it('start at page 1 with 10 items where nothing is asked for', () => {
    expect(pageWindow({})).toEqual({ page: 1, limit: 10, offset: 0 });
    expect(pageWindow({ page: 3 })).toEqual({ page: 3, limit: 10, offset: 20 });
  });

  it('carry at most 100 items, whatever is asked for', () => {
    expect(pageWindow({ limit: 100 }).limit).toBe(100);
    expect(pageWindow({ page: 2, limit: 101 })).toEqual({ page: 2, limit: 100, offset: 100 });
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 2_147_483_647 }),
        fc.integer({ min: 1, max: 2_147_483_647 }),
        (page, wish) => {
          const window = pageWindow({ page, limit: wish });
          expect(window.limit).toBe(wish > 100 ? 100 : wish);
          expect(Number.isSafeInteger(window.offset)).toBe(true);
        },
      ),
    );
  });

  it('are asked for by whole numbers from 1', () => {
    const query = z.object(pageQuery);
    for (const good of [{}, { page: 1 }, { page: 7, limit: 25 }, { limit: 100_000 }]) {
      expect(z.safeParse(query, good).success).toBe(true);
    }
    for (const bad of [
      { page: 0 },
      { page: -1 },
      { page: 1.5 },
      { page: '1' },
      { limit: 0 },
      { limit: Number.POSITIVE_INFINITY },
      { page: 2 ** 31 },
    ]) {
      expect(z.safeParse(query, bad).success).toBe(false);
    }
  });
});

describe('what a page says of itself', () => {
  it('agrees with the list: a page before unless it is the first, a page after only while items are left', () => {
    fc.assert(
      fc.property(total, limit, fc.integer({ min: 1, max: 40 }), (items, wish, page) => {
        const window = pageWindow({ page, limit: wish });
        const said = docsPage(window, items);
        expect(said.hasNextPage).toBe(items > window.offset + window.limit);
        expect(said.hasPrevPage).toBe(window.offset > 0);
        expect(said).toMatchObject({ page, limit: window.limit, totalDocs: items });
        expect(said.totalPages).toBe(countPage(window, items, 0).pages);
      }),
      { numRuns: 500 },
    );
  });

  it('names every documented paging field of the loan list but its order', () => {
    const { sort: _sort, ...rest } = docsPaging;
    expect(Object.keys(docsPage({ page: 1, limit: 10 }, 0)).sort()).toEqual(Object.keys(rest).sort());
  });

  it('names every documented paging field of the other lists', () => {
    const said = countPage({ page: 2, limit: 10 }, 25, 10);
    expect(said).toEqual({ page: 2, pages: 3, count: 10, total: 25 });
    expect(z.parse(z.strictObject(countPaging), said)).toEqual(said);
  });

  it('leads from the first page to the last and back by its flags alone', () => {
    fc.assert(
      fc.property(fc.nat(500), fc.integer({ min: 1, max: 100 }), (items, size) => {
        let page = 1;
        while (docsPage(pageWindow({ page, limit: size }), items).hasNextPage) page += 1;
        expect(page).toBe(pageCount(items, size));
        while (docsPage(pageWindow({ page, limit: size }), items).hasPrevPage) page -= 1;
        expect(page).toBe(1);
      }),
    );
  });
});
