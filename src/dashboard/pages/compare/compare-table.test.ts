import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MOST_COMPARED } from '#dashboard/api/addresses.ts';
import { TOKEN_FIELDS, type TokenRow } from '#dashboard/api/tokens/token-fields.ts';
import { compareTokens, readIds } from './compare-table.tsx';

const side = fc.record({ buy: fc.constantFrom(1, 2), sell: fc.constantFrom(1, 2) }, { requiredKeys: [] });
const token = fc.record(
  {
    currency: fc.constantFrom('NGN', 'KES'),
    creator: fc.constantFrom(null, 'a'),
    price: fc.record({ exchange: fc.constantFrom(1, 2) }, { requiredKeys: [] }),
    min: side,
    exited: fc.boolean(),
    interest: fc.constantFrom(0, 1),
    milestone: fc.constantFrom('', 'undefined', 'null'),
  },
  { requiredKeys: ['currency', 'price'] },
) as fc.Arbitrary<TokenRow>;

describe('comparing tokens', () => {
  it('passes over what is rounding, and over what every token has its own of', () => {
    const differing = (a: Partial<TokenRow>, b: Partial<TokenRow>) =>
      compareTokens([a, b].map((each) => ({ _id: 'x', currency: 'NGN', price: {}, ...each })))
        .flatMap(({ rows }) => rows)
        .flatMap(({ field, differs }) => (differs ? field.id : []));
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10 ** 9 }), fc.constantFrom(-1, 1), (cents, side) => {
        const price = cents / 100;
        const near = price * (1 + side * Number.EPSILON);
        expect(differing({ price: { buy: price } }, { price: { buy: near } })).toEqual([]);
        expect(differing({ price: { buy: price } }, { price: { buy: price + 0.01 } })).toEqual(['price.buy']);
      }),
    );
    // Raised 33.333% and 33.334% are both 33.33%.
    expect(
      differing({ raise_amount: 3, total_raised: 1 }, { raise_amount: 3_000_000, total_raised: 1_000_010 }),
    ).toEqual(['raise_amount', 'total_raised']);
    const all = { raise_amount: 1_000_000, total_raised: 1_000_000 };
    expect(differing(all, { ...all, total_raised: 999_960 })).toEqual(['total_raised', 'raised']);
    expect(differing({ _id: 'a', reference: 1 }, { _id: 'b', reference: 2 })).toEqual([]);
  });

  it('says that a field differs just where two of them don’t say the same', () => {
    fc.assert(
      fc.property(fc.array(token, { maxLength: MOST_COMPARED }), (tokens) => {
        const rows = compareTokens(tokens).flatMap(({ rows }) => rows);
        expect(rows.map(({ field }) => field)).toHaveLength(TOKEN_FIELDS.length);
        for (const { field, differs } of rows) {
          const pairs = tokens.flatMap((a) => tokens.map((b) => [a, b] as const));
          const expected = pairs.some(([a, b]) => {
            if (!Object.is(field.read(a), field.read(b))) return true;
            // The same figure of another currency is another amount of money.
            return field.kind === 'money' && field.read(a) !== undefined && a.currency !== b.currency;
          });
          expect(differs, field.id).toBe(expected);
        }
      }),
    );
  });

  it('takes any address: each id once, six at most', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.string(), fc.constantFrom('a', 'b', '..', ''))), (texts) => {
        const ids = readIds(new URLSearchParams(texts.map((text) => ['ids', text])));
        expect(ids.length).toBeLessThanOrEqual(MOST_COMPARED);
        expect(new Set(ids).size).toBe(ids.length);
        for (const id of ids) expect(/^\.*$/.test(id)).toBe(false);
      }),
    );
    expect(readIds(new URLSearchParams('ids=a,b,a,%20c%20,..,'))).toEqual(['a', 'b', 'c']);
  });
});
