import { Big } from 'big.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { roundedRate } from '#dashboard/lib/figures.ts';
import { atOnce, inSlices } from '#dashboard/lib/slices.ts';
import { type Loan, loans, sumsOf } from '#tests/support/any-loans.ts';
import { groupsOf, totalsOf } from './loan-book.ts';

test('the groups of a list hold each of its loans once, and their sums are its own', () => {
  fc.assert(
    fc.property(loans, (all) => {
      const groups = atOnce(groupsOf(all, (one) => one.borrower));
      expect(new Set(groups.map(({ key }) => key)).size).toBe(groups.length);
      expect(groups.reduce((count, group) => count + group.count, 0)).toBe(all.length);
      for (const own of atOnce(totalsOf(all))) {
        const parts = groups.flatMap((group) =>
          group.totals.filter(({ currency }) => currency === own.currency),
        );
        expect(sumsOf(parts)).toEqual(sumsOf([own]));
      }
    }),
  );
});

const one = (parts: Partial<Loan>): Loan => ({
  id: 'l',
  borrower: 'b',
  currency: 'NGN',
  amount: 1,
  repayment_amount: 1,
  status: 'ACTIVE',
  ...parts,
});

test('sums are exact, carry the currency’s digits, and weigh only the rates that are there', () => {
  const [ngn, usd] = atOnce(
    totalsOf([
      one({ amount: 0.1, repayment_amount: 0.3, interest_rate: 0.02 }),
      one({ amount: 0.2, repayment_amount: 0.3, interest_rate: 0.05 }),
      one({ amount: 0.7, repayment_amount: 0.7 }),
      one({ amount: 5, repayment_amount: 6, currency: 'USD' }),
    ]),
  );
  expect(ngn).toEqual({
    currency: 'NGN',
    count: 3,
    closed: 0,
    principal: '1.00',
    repayment: '1.30',
    interest: '0.30',
    rate: new Big('0.04'),
  });
  expect(usd).toMatchObject({ currency: 'USD', count: 1, principal: '5.00', interest: '1.00', rate: null });
});

test('an average rate is rounded as its decimal is, not as the float next to it', () => {
  const loans = [one({ interest_rate: 0.03 }), one({ interest_rate: 0.0307 })];
  expect(atOnce(totalsOf(loans)).map(({ rate }) => rate && roundedRate(rate, 2))).toEqual(['3.04%']);
});

test('work that was taken back ends', async () => {
  const abort = new AbortController();
  abort.abort();
  const many = Array.from({ length: 600 }, () => one({}));
  await expect(inSlices(totalsOf(many), abort.signal)).rejects.toThrow();
  await expect(
    inSlices(
      groupsOf(many, () => 'a'),
      abort.signal,
    ),
  ).rejects.toThrow();
});
