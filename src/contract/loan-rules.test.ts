import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { forbiddenLoan, malformedLoan } from './loan-rules.ts';
import { type LoanRequest, loanRequest, MAX_COLLATERAL_LINES } from './loans.ts';

const request: LoanRequest = {
  user_id: 'user-1',
  duration: 3,
  currency: 'NGN',
  interest_rate: 0.3,
  amount: '840000',
  repayment_amount: '1596000',
  collaterals: [
    { token_id: 'token-1', quantity: 100 },
    { token_id: 'token-2', quantity: 2.5 },
  ],
  loan_configuration_id: 'configuration-1',
};
const configuration = { max_amount: { NGN: 1_000_000, USD: 500.5 }, duration: 12 };

const fieldsOf = (problems: { field: string }[]) => problems.map((problem) => problem.field);
const accepts = (body: unknown) => z.safeParse(loanRequest, body).success;

describe('a loan request by itself', () => {
  it('is sound as documented, with and without the optional fields', () => {
    expect(accepts(request)).toBe(true);
    expect(
      accepts({ ...request, reason: 'Stock', bank_name: 'B', bank_code: '001', account_number: '0123' }),
    ).toBe(true);
    expect(malformedLoan(request)).toEqual([]);
  });

  it.each(Object.keys(request))('needs %s', (field) => {
    const { [field as keyof LoanRequest]: _left, ...rest } = request;
    expect(accepts(rest)).toBe(false);
  });

  it.each([
    ['a rate above 1', { interest_rate: 1.01 }],
    ['a rate below 0', { interest_rate: -0.01 }],
    ['a rate as text', { interest_rate: '0.3' }],
    ['no duration', { duration: 0 }],
    ['half a month', { duration: 1.5 }],
    ['an amount as a number', { amount: 840000 }],
    ['no collateral', { collaterals: [] }],
    ['a quantity of 0', { collaterals: [{ token_id: 'token-1', quantity: 0 }] }],
    ['a negative quantity', { collaterals: [{ token_id: 'token-1', quantity: -1 }] }],
    ['a quantity as text', { collaterals: [{ token_id: 'token-1', quantity: '1' }] }],
    ['a blank borrower', { user_id: '   ' }],
    ['a NUL in the reason', { reason: 'a\0b' }],
    ['half a character in the reason', { reason: 'a\ud800b' }],
    [
      'too many lines',
      {
        collaterals: Array.from({ length: MAX_COLLATERAL_LINES + 1 }, (_, n) => ({
          token_id: `${n}`,
          quantity: 1,
        })),
      },
    ],
  ])('is refused with %s', (_what, change) => {
    expect(accepts({ ...request, ...change })).toBe(false);
  });

  it.each([0, 1, 0.05])('may have a rate of %d', (interest_rate) => {
    expect(accepts({ ...request, interest_rate })).toBe(true);
  });

  it('names the amount and the repayment apart when they are no amounts of the currency', () => {
    expect(fieldsOf(malformedLoan({ ...request, amount: '1,000' }))).toEqual(['amount']);
    expect(fieldsOf(malformedLoan({ ...request, repayment_amount: '-1' }))).toEqual(['repayment_amount']);
    expect(fieldsOf(malformedLoan({ ...request, amount: '0', repayment_amount: 'x' }))).toEqual([
      'amount',
      'repayment_amount',
    ]);
    expect(fieldsOf(malformedLoan({ ...request, currency: 'JPY', amount: '840000.5' }))).toEqual(['amount']);
  });

  it('may be repaid with the amount itself, but not with less', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10 ** 9 }),
        fc.integer({ min: 1, max: 10 ** 9 }),
        (lent, repaid) => {
          const problems = malformedLoan({
            ...request,
            amount: `${lent}.00`,
            repayment_amount: String(repaid),
          });
          expect(fieldsOf(problems)).toEqual(repaid < lent ? ['repayment_amount'] : []);
        },
      ),
    );
    expect(malformedLoan({ ...request, amount: '10', repayment_amount: '9.99' })[0]?.message).toContain('10');
    expect(malformedLoan({ ...request, amount: '9', repayment_amount: '10' })).toEqual([]);
    expect(malformedLoan({ ...request, amount: '10.00', repayment_amount: '10' })).toEqual([]);
  });

  it('names exactly the lines that repeat a token of an earlier line', () => {
    const ids = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(ids, (list) => {
        const collaterals = list.map((token_id) => ({ token_id, quantity: 1 }));
        const repeated = list.flatMap((token, index) =>
          list.slice(0, index).includes(token) ? [`collaterals[${index}].token_id`] : [],
        );
        expect(fieldsOf(malformedLoan({ ...request, collaterals }))).toEqual(repeated);
      }),
    );
  });
});

describe('a loan request under a configuration', () => {
  it('may reach the limit of its currency and the duration, but not exceed them', () => {
    expect(forbiddenLoan({ ...request, amount: '1000000.00', duration: 12 }, configuration)).toEqual([]);
    expect(forbiddenLoan({ ...request, amount: '1000000.01' }, configuration)).toEqual([
      { field: 'amount', message: 'is above the limit of 1000000 NGN' },
    ]);
    expect(fieldsOf(forbiddenLoan({ ...request, duration: 13 }, configuration))).toEqual(['duration']);
    expect(forbiddenLoan({ ...request, currency: 'USD', amount: '500.50' }, configuration)).toEqual([]);
    expect(fieldsOf(forbiddenLoan({ ...request, currency: 'USD', amount: '500.51' }, configuration))).toEqual(
      ['amount'],
    );
  });

  it.each(['KES', 'ngn', 'constructor', '__proto__', 'toString'])(
    'cannot be in %s, which has no limit, and is told the currencies that have',
    (currency) => {
      expect(forbiddenLoan({ ...request, currency }, configuration)).toEqual([
        { field: 'currency', message: expect.stringMatching(/NGN, USD/) },
      ]);
    },
  );

  it('learns everything that forbids it at once', () => {
    expect(fieldsOf(forbiddenLoan({ currency: 'KES', amount: '1', duration: 99 }, configuration))).toEqual([
      'currency',
      'duration',
    ]);
    expect(
      fieldsOf(forbiddenLoan({ currency: 'NGN', amount: '9999999', duration: 99 }, configuration)),
    ).toEqual(['amount', 'duration']);
  });

  it('is forbidden by its amount if and only if the amount is above the limit, also for a limit of many digits', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10 ** 12 }), fc.integer({ min: -3, max: 3 }), (limit, over) => {
        fc.pre(limit + over > 0);
        const text = (cents: number) => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
        const problems = forbiddenLoan(
          { currency: 'NGN', amount: text(limit + over), duration: 1 },
          { max_amount: { NGN: Number(text(limit)) }, duration: 1 },
        );
        expect(problems.length).toBe(over > 0 ? 1 : 0);
      }),
      { numRuns: 500 },
    );
    expect(
      forbiddenLoan(
        { currency: 'NGN', amount: '1', duration: 1 },
        { max_amount: { NGN: 1e21 }, duration: 1 },
      ),
    ).toEqual([]);
  });
});
