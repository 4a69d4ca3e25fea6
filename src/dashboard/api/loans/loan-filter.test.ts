import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Bounds } from '#dashboard/lib/bounds.ts';
import { loanAddress, loansAddress } from '../addresses.ts';
import { type LoanFilter, NO_FILTER, passes, readLoanFilter, withLoanFilter } from './loan-filter.ts';

const bound = fc.option(fc.integer({ min: 0, max: 10 ** 9 }).map((cents) => cents / 100));
const range: fc.Arbitrary<Bounds> = fc
  .record({ from: bound, to: bound })
  .filter(({ from, to }) => from === null || to === null || from <= to);
const words = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 12, unit: 'grapheme' }), { maxLength: 4 });
const filters: fc.Arbitrary<LoanFilter> = fc.record({
  status: words,
  currency: words,
  borrower: fc.string({ maxLength: 100, unit: 'grapheme' }),
  state: fc.subarray(['due', 'grace', 'past', 'closed', 'unknown'] as const),
  within: fc.option(fc.integer({ min: 1, max: 3_650 })),
  month: fc.option(fc.constantFrom('2026-12', '1999-01', 'unreadable')),
  created: fc.constantFrom('', '2026-11-17..2026-11-20', '2026-11-17..', '..2026-11-20'),
  amount: range,
  rate: range,
  since: fc.option(fc.date({ noInvalidDate: true }).map((date) => date.toISOString())),
});

test('what a filter writes into an address is read back out of it', () => {
  fc.assert(
    fc.property(filters, (filter) => {
      const text = withLoanFilter(new URLSearchParams('all=1&page=7&sort=amount'), filter).toString();
      const search = new URLSearchParams(text);
      expect(readLoanFilter(search)).toEqual(filter);
      expect([search.get('all'), search.get('sort'), search.get('page')]).toEqual([null, 'amount', null]);
    }),
  );
});

test('a filter replaces the one that stood there', () => {
  fc.assert(
    fc.property(filters, filters, (before, after) => {
      const search = withLoanFilter(withLoanFilter(new URLSearchParams(), before), after);
      expect(search.toString()).toBe(withLoanFilter(new URLSearchParams(), after).toString());
    }),
  );
});

test('any address is read, and what is nonsense in it narrows nothing', () => {
  const name = fc.constantFrom(
    'status',
    'currency',
    'borrower',
    'state',
    'within',
    'month',
    'created',
    'amount',
    'rate',
    'since',
  );
  const pairs = fc.array(fc.tuple(name, fc.string({ unit: 'binary', maxLength: 300 })));
  fc.assert(
    fc.property(pairs, (entries) => {
      const filter = readLoanFilter(new URLSearchParams(entries));
      expect(readLoanFilter(withLoanFilter(new URLSearchParams(), filter))).toEqual(filter);
    }),
  );
});

test.each([
  'state=alive&state=',
  'within=0',
  'within=-7',
  'within=7.5',
  'within=1e2x',
  'within=99999',
  'month=2026-13',
  'month=2026',
  'month=12-2026',
  'amount=a..b',
  'amount=..',
  'amount=200..100',
  'amount=1e9..',
  `amount=${'9'.repeat(30)}..`,
  'rate=5',
  'since=yesterday',
  'since=',
  'status=&currency=&borrower=',
  '__proto__=x&constructor=y',
])('%s narrows nothing', (text) => {
  expect(readLoanFilter(new URLSearchParams(text))).toEqual(NO_FILTER);
});

test('an address with far too much in it is cut to what a page can carry', () => {
  const search = new URLSearchParams();
  for (let nth = 0; nth < 5_000; nth++) search.append('status', `S${nth}`);
  search.set('borrower', 'x'.repeat(100_000));
  const filter = readLoanFilter(search);
  expect(filter.status).toHaveLength(50);
  expect(filter.borrower).toHaveLength(200);
});

test('no filter lets every loan pass', () => {
  const context = { now: 0, nameOf: () => undefined };
  const money = { amount: 1, repayment_amount: 1, currency: 'NGN', status: 'NEW' };
  expect(passes({ id: 'l', borrower: 'b', ...money }, NO_FILTER, context)).toBe(true);
});

test('addresses of loans hold any id and any instant', () => {
  expect(loanAddress('a/b?c#d e', '2026-01-01T00:00:00+01:00')).toBe(
    '/loans/a%2Fb%3Fc%23d%20e?at=2026-01-01T00%3A00%3A00%2B01%3A00',
  );
  expect(loanAddress('a', undefined)).toBe('/loans/a');
  expect(loansAddress({ state: ['past'], currency: ['NGN'] })).toBe('/loans?currency=NGN&state=past');
});
