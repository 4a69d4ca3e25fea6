import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Pledgeable, pledgeableFor } from './pledgeable.ts';

const token = (id: string, name: string, category = 'Bond'): Pledgeable => ({
  id,
  name,
  symbol: id.toUpperCase(),
  currency: 'NGN',
  category,
  exited: false,
  cancelled: false,
  price: '10',
  isPriceNegative: false,
  priceAt: null,
});

test('a token is found by its name, symbol and category, those that can be pledged first', () => {
  const tokens = [
    token('a', 'Bonded Stores', 'Equity'),
    token('b', 'Kano Solar'),
    token('c', 'Asaba Textiles'),
  ];
  const found = (text: string) =>
    pledgeableFor(text, tokens, ({ category }) => category === 'Bond').map(({ id }) => id);
  expect(found('bond')).toEqual(['b', 'c', 'a']);
  expect(found('solar')).toEqual(['b']);
  expect(found('equi')).toEqual(['a']);
});

test('whatever the tokens are, each that fits comes once, and none that can be pledged after one that can’t', () => {
  const any = fc
    .tuple(fc.stringMatching(/^[a-c]{1,3}$/), fc.stringMatching(/^[a-c]{1,4}$/))
    .map(([id, name]) => token(id, name, ''));
  fc.assert(
    fc.property(fc.array(any, { maxLength: 12 }), fc.stringMatching(/^[a-c]$/), (tokens, text) => {
      const isEligible = ({ id }: Pledgeable) => id.includes('a');
      const found = pledgeableFor(text, tokens, isEligible);
      expect(new Set(found.map(({ id }) => id)).size).toBe(found.length);
      const eligible = found.filter(isEligible);
      expect(found.slice(0, eligible.length)).toEqual(eligible);
    }),
  );
});
