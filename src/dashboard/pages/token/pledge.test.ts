import { describe, expect, it } from 'vitest';
import type { TokenRow } from '#dashboard/api/tokens/token-fields.ts';
import { judgePledge, type Terms } from './pledge-panel.tsx';

const terms: Terms = {
  investment_categories: ['Corporate Bond'],
  max_amount: { NGN: 1_000 },
  collateral_ratio: 0.7,
};
const token: TokenRow = {
  _id: 'a',
  currency: 'NGN',
  investment_category: 'Corporate Bond',
  exited: false,
  cancelled: false,
  price: { sell: 10 },
};

describe('whether a token can be pledged', () => {
  it('is said with what a unit is worth', () => {
    expect(judgePledge(token, terms)).toEqual({ state: 'accepted', currency: 'NGN', sell: 10, ratio: 0.7 });
    expect(judgePledge({ ...token, price: {} }, terms)).toMatchObject({ sell: null });
    expect(judgePledge(token, { ...terms, collateral_ratio: 0 })).toMatchObject({ ratio: null });
  });

  it.each<[string, Partial<TokenRow>, RegExp]>([
    ['exited', { exited: true, investment_category: 'SAFE' }, /has exited/],
    ['cancelled', { cancelled: true }, /is cancelled/],
    ['of another category', { investment_category: 'SAFE' }, /category SAFE/],
    ['of a currency that is not lent', { currency: 'USD' }, /priced in USD.*lend in NGN/],
    ['of a currency with a name of every object', { currency: 'constructor' }, /priced in constructor/],
  ])('is refused where it is %s', (_, change, why) => {
    const judged = judgePledge({ ...token, ...change }, terms);
    expect(judged.state).toBe('refused');
    expect(judged).toHaveProperty('why', expect.stringMatching(why));
  });

  it.each(['investment_category', 'exited', 'cancelled'] as const)(
    'is not known where the service gave no %s',
    (name) => {
      expect(judgePledge({ ...token, [name]: undefined }, terms).state).toBe('unknown');
    },
  );

  it('is not known where the terms name no categories', () => {
    expect(judgePledge(token, {}).state).toBe('unknown');
  });
});
