import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PAGE_SIZES, readPaging, resized, withPaging } from './paging.ts';

test.each([
  ['', 1, 25],
  ['page=2', 2, 25],
  ['page=2&limit=50', 2, 50],
  ['limit=100', 1, 100],
  ['page=0', 1, 25],
  ['page=-1', 1, 25],
  ['page=01', 1, 25],
  ['page=1.5', 1, 25],
  ['page=1e3', 1, 25],
  ['page=0x10', 1, 25],
  ['page=+2', 1, 25],
  ['page=%202', 1, 25],
  ['page=', 1, 25],
  ['page=NaN', 1, 25],
  ['page=Infinity', 1, 25],
  ['page=٣', 1, 25],
  ['page=999999999', 999_999_999, 25],
  ['page=1000000000', 1, 25],
  ['page=99999999999999999999', 1, 25],
  ['page=2&page=3', 1, 25],
  ['page[]=2', 1, 25],
  ['PAGE=2', 1, 25],
  ['page=<script>', 1, 25],
  ['page=__proto__', 1, 25],
  ['limit=37', 1, 25],
  ['limit=0', 1, 25],
  ['limit=101', 1, 25],
  ['limit=100000', 1, 25],
  ['limit=-25', 1, 25],
  ['page=3&limit=nonsense', 3, 25],
])('"?%s" is page %i of %i rows', (query, page, limit) => {
  expect(readPaging(new URLSearchParams(query))).toEqual({ page, limit });
});

test('what is written is what is read', () => {
  const paging = fc.record({
    page: fc.integer({ min: 1, max: 999_999_999 }),
    limit: fc.constantFrom(...PAGE_SIZES),
  });
  fc.assert(
    fc.property(paging, (wanted) => {
      const search = new URLSearchParams(withPaging(new URLSearchParams('status=ACTIVE&page=9'), wanted));
      expect(readPaging(search)).toEqual(wanted);
      expect(search.get('status')).toBe('ACTIVE');
    }),
  );
  expect(withPaging(new URLSearchParams('page=9'), { page: 1, limit: 25 })).toBe('');
});

test('another page size keeps the first row in view', () => {
  const paging = fc.record({
    page: fc.integer({ min: 1, max: 9999 }),
    limit: fc.constantFrom(...PAGE_SIZES),
  });
  fc.assert(
    fc.property(paging, fc.constantFrom(...PAGE_SIZES), (before, limit) => {
      const firstRow = (before.page - 1) * before.limit;
      const after = resized(before, limit);
      expect((after.page - 1) * limit).toBeLessThanOrEqual(firstRow);
      expect(after.page * limit).toBeGreaterThan(firstRow);
    }),
  );
});

test.each([
  ['', 1, 100],
  ['page=1', 1, 100],
  ['page=nonsense', 1, 100],
  ['page=2', 2, 25],
  ['page=2&limit=50', 2, 50],
  ['limit=10', 1, 10],
])('with a page size of 100, "?%s" is page %i of %i rows', (query, page, limit) => {
  expect(readPaging(new URLSearchParams(query), 100)).toEqual({ page, limit });
});

test('an address that names a page means the same rows to everyone', () => {
  const size = fc.constantFrom(...PAGE_SIZES);
  const paging = fc.record({ page: fc.integer({ min: 1, max: 9999 }), limit: size });
  fc.assert(
    fc.property(paging, size, size, (wanted, writer, reader) => {
      const search = new URLSearchParams(withPaging(new URLSearchParams(), wanted, writer));
      expect(readPaging(search, writer)).toEqual(wanted);
      if (search.has('page') || search.has('limit'))
        expect(readPaging(search, reader).page).toBe(wanted.page);
      if (search.has('page')) expect(readPaging(search, reader)).toEqual(wanted);
    }),
  );
});
