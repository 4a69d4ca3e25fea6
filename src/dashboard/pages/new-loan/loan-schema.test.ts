import { Big } from 'big.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { compareAmounts, suggestedRepayment } from '#contract/money.ts';
import type { LendingTerms } from './lending-terms.ts';
import { loanSchema } from './loan-schema.ts';
import { emptyLoan, type LoanValues } from './loan-values.ts';

const TERMS: LendingTerms = {
  id: 'terms',
  categories: ['BOND'],
  limits: { NGN: '50000000' },
  ratio: 0.7,
  duration: 12,
  rate: '0.05',
  grace: null,
};

const TOKEN = {
  id: 'token',
  name: 'Bond',
  symbol: 'BND',
  currency: 'NGN',
  category: 'BOND',
  exited: false,
  cancelled: false,
  price: '1000.10',
  priceAt: null,
};

/** A form that is filled in so that nothing is wrong with it. */
const sound: LoanValues = {
  ...emptyLoan(TERMS),
  borrower: { userId: 'user', verified: true },
  currency: 'NGN',
  amount: '1,234.50',
  duration: '3',
  interest: '2.5',
  collateral: [{ token: TOKEN, quantity: '1,000,000', missing: false }],
};

const hundredths = (max: number) =>
  fc.integer({ min: 1, max }).map((count) => new Big(count).div(100).toFixed(2));

/** The loan that a form makes; null if something is wrong with it. */
const buildLoan = (values: LoanValues, terms: LendingTerms) =>
  z.safeParse(loanSchema(terms), values).data ?? null;

/** Ways of writing the same decimal of two places. */
const WRITINGS = [
  (decimal: string) => decimal,
  (decimal: string) => decimal.replace(/\B(?=(\d{3})+\.)/g, ','),
  (decimal: string) => decimal.replace('.', ',').replace(/\B(?=(\d{3})+,)/g, ' '),
  (decimal: string) => `₦${decimal}`,
  (decimal: string) => decimal.replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0)),
];

test('what is typed is what is sent, to the last digit, however it is written', () => {
  fc.assert(
    fc.property(
      hundredths(50_000_000_00),
      hundredths(100_00),
      fc.integer({ min: 1, max: 12 }),
      fc.constantFrom(...WRITINGS),
      (amount, percent, months, write) => {
        const prepared = buildLoan(
          { ...sound, amount: write(amount), interest: percent, duration: String(months) },
          TERMS,
        );
        const rate = new Big(percent).div(100);
        expect(prepared?.body).toMatchObject({ amount, duration: months });
        expect(new Big(prepared?.body.interest_rate ?? -1).eq(rate)).toBe(true);
        const suggested = suggestedRepayment({
          amount,
          currency: 'NGN',
          duration: months,
          interestRate: rate.toNumber(),
        });
        expect(prepared?.body.repayment_amount).toBe(suggested);
      },
    ),
  );
});

test('a repayment that is typed over the suggested one is sent as typed, and never below the amount', () => {
  fc.assert(
    fc.property(hundredths(1_000_000_00), hundredths(1_000_000_00), (amount, repayment) => {
      const prepared = buildLoan({ ...sound, amount, repayment }, TERMS);
      if (compareAmounts(repayment, amount) < 0) expect(prepared).toBeNull();
      else expect(prepared?.body).toMatchObject({ amount, repayment_amount: repayment });
    }),
  );
});

test.each([
  ['no borrower', { borrower: null }],
  ['an amount that can’t be read', { amount: '1,23,4.5' }],
  ['a currency without a limit', { currency: 'USD' }],
  ['an amount above the limit', { amount: '50,000,000.01' }],
  ['a quantity of zero', { collateral: [{ token: TOKEN, quantity: '0', missing: false }] }],
  ['a token that is gone', { collateral: [{ token: TOKEN, quantity: '9999999', missing: true }] }],
  [
    'a token that has exited',
    { collateral: [{ ...sound.collateral[0], token: { ...TOKEN, exited: true } }] },
  ],
] as [string, Partial<LoanValues>][])('%s makes no loan', (_what, change) => {
  expect(buildLoan(sound, TERMS)).not.toBeNull();
  expect(buildLoan({ ...sound, ...change }, TERMS)).toBeNull();
});
