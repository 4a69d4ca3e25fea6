import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CHOICE_FIELDS, fieldOf, NUMBER_FIELDS, type TokenRow } from './token-fields.ts';
import { countConditions, readScreen, type Screen, screenTest, withScreen } from './token-filter.ts';

const NO_SCREEN: Screen = { choices: {}, ranges: {} };

const figure = fc.oneof(
  fc.integer({ min: -1_000, max: 1_000 }),
  fc.integer({ min: 0, max: 10 ** 9 }).map((cents) => cents / 100),
  fc.constant(0),
);
const sides = fc.record({ buy: figure, sell: figure }, { requiredKeys: [] });
const price = fc.record({ buy: figure, sell: figure, exchange: figure }, { requiredKeys: [] });
const token = fc.record(
  {
    _id: fc.uuid(),
    name: fc.constantFrom('Kano Bond', 'KANO bill', 'Énergie', '', '<b>x</b>'),
    symbol: fc.constantFrom('KBD1', 'ÉN', '%_'),
    currency: fc.constantFrom('NGN', 'KES'),
    type: fc.constantFrom('Private', 'Public'),
    investment_category: fc.constantFrom('Corporate Bond', 'SAFE'),
    milestone: fc.constantFrom('', 'Seed'),
    exited: fc.boolean(),
    secondaries: fc.boolean(),
    price,
    prev_price: price,
    min: sides,
    interest: figure,
    raise_amount: figure,
    total_raised: figure,
  },
  { requiredKeys: ['_id', 'currency', 'price'] },
) as fc.Arbitrary<TokenRow>;
const NO_TOKEN = { _id: 'a', currency: '', price: {} };

const bound = fc.option(fc.integer({ min: -100_000, max: 100_000 }).map((cents) => cents / 100));
const bounds = fc
  .tuple(bound, bound)
  .filter(([from, to]) => from !== null || to !== null)
  .map(([from, to]) => (from !== null && to !== null && from > to ? { from: to, to: from } : { from, to }));
const screen: fc.Arbitrary<Screen> = fc.record({
  choices: fc.dictionary(
    fc.constantFrom('currency', 'type', 'investment_category', 'milestone'),
    fc.uniqueArray(fc.constantFrom('NGN', 'Private', 'SAFE', 'Corporate Bond', 'Seed'), {
      minLength: 1,
      maxLength: 3,
    }),
    { noNullPrototype: true },
  ),
  ranges: fc.dictionary(
    fc.constantFrom('price.sell', 'price.exchange', 'min.buy', 'interest', 'change', 'spread', 'raised'),
    bounds,
    { noNullPrototype: true },
  ),
});

/** What a screen asks, said once more without any cleverness. */
function naive(token: TokenRow, { choices, ranges }: Screen): boolean {
  const chosen = Object.entries(choices).every(([id, values]) => {
    const value = fieldOf(id).read(token);
    return value !== undefined && values.includes(String(value));
  });
  return (
    chosen &&
    Object.entries(ranges).every(([id, { from, to }]) => {
      const { read, kind } = fieldOf(id);
      let value = read(token);
      if (typeof value !== 'number') return false;
      if (kind === 'share') value = Number((value * 100).toFixed(4));
      return value >= (from ?? Number.NEGATIVE_INFINITY) && value <= (to ?? Number.POSITIVE_INFINITY);
    })
  );
}

describe('a screen', () => {
  it('lets just those tokens pass that a naive filter lets pass', () => {
    fc.assert(
      fc.property(fc.array(token, { maxLength: 30 }), screen, (tokens, asked) => {
        expect(tokens.filter(screenTest(asked))).toEqual(tokens.filter((each) => naive(each, asked)));
      }),
      { numRuns: 400 },
    );
  });

  it('over any one figure, or any one choice, finds what has it', () => {
    const seen: TokenRow = { _id: 'a', price: { sell: 5 }, currency: 'NGN' };
    for (const { id } of NUMBER_FIELDS) {
      const passes = screenTest({ ...NO_SCREEN, ranges: { [id]: { from: 5, to: 5 } } });
      expect(passes(seen), id).toBe(id === 'price.sell');
    }
    for (const { id } of CHOICE_FIELDS) {
      const passes = screenTest({ ...NO_SCREEN, choices: { [id]: ['NGN'] } });
      expect(passes(seen), id).toBe(id === 'currency');
    }
  });

  it('takes flags for choices, and knows a value however it is written', () => {
    const tokens: TokenRow[] = [
      { ...NO_TOKEN, exited: true, type: 'PRIVATE' },
      { ...NO_TOKEN, exited: false, type: 'private' },
      NO_TOKEN,
    ];
    expect(tokens.filter(screenTest({ ...NO_SCREEN, choices: { exited: ['true'] } }))).toEqual([tokens[0]]);
    expect(tokens.filter(screenTest({ ...NO_SCREEN, choices: { type: ['Private'] } }))).toHaveLength(2);
  });

  it('is an address, and comes back from it as it was', () => {
    fc.assert(
      fc.property(screen, (asked) => {
        const search = withScreen(new URLSearchParams({ sort: '-change' }), asked);
        expect(search.get('sort')).toBe('-change');
        expect(readScreen(new URLSearchParams(search.toString()))).toEqual(asked);
      }),
    );
  });

  it('of any address at all is one that can be asked', () => {
    const name = fc.constantFrom(...[...CHOICE_FIELDS, ...NUMBER_FIELDS].map(({ id }) => id));
    const value = fc.oneof(
      fc.string(),
      fc.constantFrom('1..', '..', '1..0', '1e9..', '-5..5', '0x1..', '1..2..3'),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(name, value)), fc.array(token), (pairs, tokens) => {
        const asked = readScreen(new URLSearchParams(pairs));
        for (const { from, to } of Object.values(asked.ranges)) {
          expect(from === null || Number.isFinite(from)).toBe(true);
          expect(to === null || Number.isFinite(to)).toBe(true);
        }
        expect(() => tokens.filter(screenTest(asked))).not.toThrow();
      }),
    );
  });

  it.each([
    'price.sell=2..1',
    'price.sell=1e3..',
    'price.sell=NaN..',
    'price.sell=..',
    'price.sell=1..2&price.sell=3..4',
    'price.sell=%3Cscript%3E',
    'currency=',
    '__proto__=1..2&constructor=x',
    'nothing=1..2',
  ])('of the nonsense %s narrows nothing', (text) => {
    expect(countConditions(readScreen(new URLSearchParams(text)))).toBe(0);
  });
});
