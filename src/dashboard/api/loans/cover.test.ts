import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { LoanCollateral } from '#contract/loan-collateral.ts';
import type { Pledgeable } from '../tokens/pledgeable.ts';
import type { TokenNow } from '../tokens/tokens-now.ts';
import { coverOf, coverRank } from './cover.ts';

const loan = { amount: 700, currency: 'NGN' };
const line = (tokenId: string, quantity = '10', price: string | null = '100') => ({
  tokenId,
  name: tokenId,
  quantity,
  price,
  priceAt: null,
});
const collateral = (...lines: LoanCollateral['lines']): LoanCollateral => ({
  loan: 'loan-1',
  source: 'created',
  at: '2026-11-24T10:00:00.000Z',
  who: 'Ruth',
  found: false,
  version: 0,
  lines,
});
const token = (price: string | null, currency = 'NGN'): Pledgeable => ({
  id: 'a',
  name: 'A',
  symbol: 'A',
  currency,
  category: 'Bond',
  exited: false,
  cancelled: false,
  isPriceNegative: false,
  price,
  priceAt: null,
});
const termsOf = (collateral_ratio: number | undefined) => ({ data: { collateral_ratio } });
const at = (now: TokenNow) => ({ tokenOf: () => now, terms: termsOf(0.7) });

describe('the cover of a loan', () => {
  it('is within the limit up to the very limit, and past it beyond', () => {
    const own = collateral(line('a'));
    expect(coverOf(loan, own, at(token('100')))).toMatchObject({
      state: 'within',
      limit: 0.7,
      fall: '0',
      atOrigination: { value: '1000', loanToValue: 0.7 },
      current: { value: '1000', loanToValue: 0.7 },
    });
    expect(coverOf(loan, own, at(token('99.99')))).toMatchObject({ state: 'past', fall: '-0.000101' });
    expect(coverOf(loan, own, at(token('200')))).toMatchObject({ state: 'within', fall: '0.5' });
  });

  it.each([
    ['no collateral is recorded', null, at(token('100')), 'The collateral isn’t recorded.'],
    ['a price is missing', collateral(line('a')), at(token(null)), 'A current price is missing.'],
    ['a token can’t be loaded', collateral(line('a')), at('failed'), 'A current price is missing.'],
    [
      'a token is priced in another currency',
      collateral(line('a')),
      at(token('100', 'USD')),
      'A current price is missing.',
    ],
    [
      'the terms have no ratio',
      collateral(line('a')),
      { ...at(token('1')), terms: termsOf(undefined) },
      'The terms set no limit.',
    ],
    ['collateral can’t be loaded', 'failed', at(token('1')), 'The collateral could not be loaded.'],
    [
      'the terms can’t be loaded',
      collateral(line('a')),
      { ...at(token('1')), terms: 'failed' },
      'The terms could not be loaded.',
    ],
  ] as const)('is unknown if %s, never 0', (_, own, context, why) => {
    expect(coverOf(loan, own, context)).toMatchObject({ state: 'unknown', why, limit: null, fall: null });
  });

  it('is unknown if the amount of the loan is negative, and blames no price', () => {
    const why = 'The amount is negative.';
    const negative = { ...loan, amount: -700 };
    expect(coverOf(negative, collateral(line('a')), at(token('100')))).toMatchObject({
      state: 'unknown',
      why,
    });
  });

  it('is unknown if a current price is negative, and calls it so', () => {
    const below = { ...token('1'), price: null, isPriceNegative: true };
    expect(coverOf(loan, collateral(line('a')), at(below))).toMatchObject({
      state: 'unknown',
      why: 'A current price is negative.',
    });
  });

  it.each([
    ['has exited', { exited: true }],
    ['is cancelled', { cancelled: true }],
  ])('is not within the limit by a token that %s: its last price is no current one', (_, ended) => {
    const own = collateral(line('a', '5'), line('b', '5'));
    const tokenOf = (id: string) => (id === 'a' ? { ...token('100'), ...ended } : token('100'));
    const why = 'A token has exited or is cancelled, and counts at its last price.';
    const counted = { limit: 0.7, current: { value: '1000', loanToValue: 0.7 } };
    expect(coverOf(loan, own, { ...at('asking'), tokenOf })).toMatchObject({
      ...counted,
      state: 'unknown',
      why,
      fall: null,
    });
    // What is too little even so is past the limit.
    expect(coverOf({ ...loan, amount: 701 }, own, { ...at('asking'), tokenOf })).toMatchObject({
      state: 'past',
    });
  });

  it.each([
    ['prices', collateral(line('a')), at('asking')],
    ['collateral', 'asking', at(token('1'))],
    ['terms', collateral(line('a')), { ...at(token('1')), terms: 'asking' }],
  ] as const)('waits for %s on their way', (_, own, context) => {
    expect(coverOf(loan, own, context)).toMatchObject({ state: 'asking', why: 'Not loaded yet.' });
  });

  it('has no loan-to-value at origination if a price then is unknown, but a current one', () => {
    const cover = coverOf(loan, collateral(line('a', '10', null)), at(token('100')));
    expect(cover).toMatchObject({ atOrigination: null, current: { loanToValue: 0.7 }, state: 'within' });
  });
});

test('covers are ranked: past the limit by how far, then by how near it is, unknown ones last', () => {
  const price = fc.integer({ min: 1, max: 100_000 }).map((cents) => (cents / 100).toFixed(2));
  fc.assert(
    fc.property(fc.array(price, { minLength: 2, maxLength: 12 }), (prices) => {
      const covers = [
        ...prices.map((one) => coverOf(loan, collateral(line('a')), at(token(one)))),
        coverOf(loan, null, at('failed')),
      ].sort((a, b) => coverRank(a) - coverRank(b));
      const states = covers.map(({ state }) => state);
      expect(states).toEqual([...states].sort((a, b) => RANK.indexOf(a) - RANK.indexOf(b)));
      const shares = covers.flatMap(({ state, current }) =>
        state === 'within' && current?.loanToValue ? [current.loanToValue] : [],
      );
      // By the fall to the limit, whose last digit is rounded.
      for (const [place, share] of shares.slice(1).entries())
        expect(share).toBeLessThanOrEqual((shares[place] ?? 0) + 1e-5);
    }),
  );
});
const RANK = ['past', 'within', 'asking', 'unknown'];

test('of the unknown covers those that depend on a token without a sale come first', () => {
  const ended = coverOf(loan, collateral(line('a')), at({ ...token('200'), exited: true }));
  const unrecorded = coverOf(loan, null, at('failed'));
  const within = coverOf(loan, collateral(line('a')), at(token('100000')));
  expect([unrecorded, ended, within].sort((a, b) => coverRank(a) - coverRank(b))).toEqual([
    within,
    ended,
    unrecorded,
  ]);
});
