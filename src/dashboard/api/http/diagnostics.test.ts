import fc from 'fast-check';
import { expect, it } from 'vitest';
import { checkPaging, pagingChecks } from './diagnostics.ts';

const paging = fc.record({ page: fc.integer({ min: 1, max: 4 }), limit: fc.integer({ min: 1, max: 4 }) });
const echo = fc.record(
  {
    page: fc.oneof(fc.integer({ min: 1, max: 4 }), fc.constant('1')),
    limit: fc.integer({ min: 1, max: 4 }),
    docs: fc.array(fc.constant({}), { maxLength: 6 }),
  },
  { requiredKeys: [] },
);

it('counts every answer once: confirmed, contradicted or silent', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(paging, fc.oneof(echo, fc.constant(null)))), (answers) => {
      const { confirmed = 0, contradicted = 0, silent = 0 } = pagingChecks.get('listMembers') ?? {};
      const expected = { confirmed, contradicted, silent };
      for (const [asked, data] of answers) {
        checkPaging('listMembers', asked, data);
        const { page, limit, docs = [] } = data ?? {};
        const isContrary =
          (typeof page === 'number' && page !== asked.page) ||
          (limit !== undefined && limit !== asked.limit) ||
          docs.length > asked.limit;
        if (isContrary) expected.contradicted += 1;
        else if (typeof page === 'number') expected.confirmed += 1;
        else expected.silent += 1;
      }
      if (answers.length > 0) expect(pagingChecks.get('listMembers')).toMatchObject(expected);
    }),
  );
});

it('says what was contradicted, and asks nothing of calls without a page', () => {
  checkPaging('listLoans', { page: 2, limit: 25 }, { page: 1, limit: 10, docs: [] });
  expect(pagingChecks.get('listLoans')?.last).toBe(
    'page 1 where page 2 was asked for, limit 10 where limit 25 was asked for',
  );
  checkPaging('getToken', {}, { page: 1 });
  expect(pagingChecks.has('getToken')).toBe(false);
});
