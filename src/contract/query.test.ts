import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { contract } from './contract.ts';
import { decodeQuery, encodeQuery } from './query.ts';

const text = (maxLength: number) =>
  fc
    .string({ unit: 'grapheme', minLength: 1, maxLength })
    .filter((value) => value.trim() !== '' && !value.includes('\0') && value.length <= maxLength);
const whole = fc.integer({ min: 1, max: 2_147_483_647 });
const truth = fc.boolean();
const investmentType = fc.constantFrom('safe', 'equity', 'debt', 'fixed interest');

/** Any valid value of each parameter, by endpoint: written down here, not taken from the contract. */
const PARAMETERS = {
  listLoans: { page: whole, limit: whole },
  listMembers: { page: whole, limit: whole },
  listTokens: {
    page: whole,
    limit: whole,
    closed: truth,
    exited: truth,
    private: truth,
    investment_type: investmentType,
    primary_raise: truth,
  },
  searchTokens: {
    page: whole,
    limit: whole,
    name: text(200),
    symbol: text(50),
    exited: truth,
    completed_raise: truth,
    private: truth,
    investment_type: investmentType,
  },
  listTransactions: { page: whole, limit: whole, email: text(320), type: fc.constantFrom('Buy', 'Sell') },
} satisfies Record<string, Record<string, fc.Arbitrary<string | number | boolean>>>;

const names = Object.keys(PARAMETERS) as (keyof typeof PARAMETERS)[];
const decodeTokens = (query: string) => decodeQuery(contract.listTokens.query, new URLSearchParams(query));

describe('the query of an endpoint', () => {
  it.each(names)('of %s comes out of a URL as it was put in, and is valid', (name) => {
    const schema: z.ZodMiniObject = contract[name].query;
    const optional = fc.record(PARAMETERS[name] as Record<string, fc.Arbitrary<string | number | boolean>>, {
      requiredKeys: [],
    });
    fc.assert(
      fc.property(optional, (values) => {
        const address = new URL(`https://desk.example/list?${encodeQuery(values)}`);
        expect(decodeQuery(schema, address.searchParams)).toEqual({ values: { ...values }, problems: [] });
        const complete = name === 'listTransactions' ? { email: 'ada@example.com', ...values } : values;
        expect(z.safeParse(schema, complete).success).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it('is written in the order given, without what is undefined', () => {
    expect(encodeQuery({ page: 2, exited: false, name: undefined, symbol: 'A&B=C' }).toString()).toBe(
      'page=2&exited=false&symbol=A%26B%3DC',
    );
  });

  it('must name the customer for transactions, by a text that is not blank', () => {
    expect(z.safeParse(contract.listTransactions.query, {}).success).toBe(false);
    expect(z.safeParse(contract.listTransactions.query, { email: ' ' }).success).toBe(false);
    expect(z.safeParse(contract.listTransactions.query, { email: 'a@b.c' }).success).toBe(true);
  });

  it.each([
    ['listTokens', { investment_type: 'SAFE' }],
    ['searchTokens', { investment_type: 'bond' }],
    ['listTransactions', { email: 'a@b.c', type: 'buy' }],
    ['listTransactions', { email: 'a@b.c', type: 'Swap' }],
  ] as const)('of %s refuses %o', (name, values) => {
    expect(z.safeParse(contract[name].query as z.ZodMiniObject, values).success).toBe(false);
  });
});

describe('a parameter of a query', () => {
  it.each([
    '2.0',
    '2.5',
    '1e3',
    '0x10',
    '+2',
    ' 2',
    '2 ',
    'two',
    '२',
    '--2',
    '1_000',
    '1,000',
    'NaN',
    'Infinity',
    '9'.repeat(16),
  ])('is no whole number as %j', (value) => {
    const search = new URLSearchParams({ page: value });
    expect(decodeQuery(contract.listTokens.query, search)).toEqual({
      values: {},
      problems: [{ name: 'page', message: 'must be a whole number' }],
    });
  });

  it.each(['0', '1', 'TRUE', 'False', 'yes', 'no', 'on', ' true', 'true ', 'null'])(
    'is neither true nor false as %j',
    (value) => {
      const search = new URLSearchParams({ exited: value });
      expect(decodeQuery(contract.listTokens.query, search)).toEqual({
        values: {},
        problems: [{ name: 'exited', message: 'must be true or false' }],
      });
    },
  );

  it('is read as its own kind: a name that looks like a number stays a text', () => {
    const search = new URLSearchParams('name=007&symbol=true&page=7&exited=true');
    expect(decodeQuery(contract.searchTokens.query, search).values).toEqual({
      name: '007',
      symbol: 'true',
      page: 7,
      exited: true,
    });
  });

  it('is read exactly when it is a whole number that a computer holds exactly', () => {
    fc.assert(
      fc.property(fc.integer({ min: -(10 ** 15) + 1, max: 10 ** 15 - 1 }), (value) => {
        expect(decodeTokens(`page=${value}`).values).toEqual({ page: value });
      }),
    );
  });

  it('counts as absent when it is empty', () => {
    expect(decodeTokens('page=&exited=&private')).toEqual({ values: {}, problems: [] });
  });

  it.each(['page=1&page=2', 'page=1&page=1', 'page=&page=2', 'page=2&page=', 'page=x&page=y'])(
    'is reported when it is given more than once, as in %s',
    (query) => {
      expect(decodeTokens(query)).toEqual({
        values: {},
        problems: [{ name: 'page', message: 'is given more than once' }],
      });
    },
  );

  it('is passed over when the endpoint does not know it', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (name, value) => {
        fc.pre(!(name in PARAMETERS.listTokens));
        const search = new URLSearchParams({ page: '2' });
        search.append(name, value);
        search.append(name, value);
        expect(decodeQuery(contract.listTokens.query, search)).toEqual({ values: { page: 2 }, problems: [] });
      }),
    );
    expect(decodeTokens('__proto__=1&constructor=2&toString=3&PAGE=4')).toEqual({ values: {}, problems: [] });
  });

  it('is reported together with every other unreadable one, and affects no readable one', () => {
    expect(decodeTokens('page=x&limit=25&exited=maybe&closed=false')).toEqual({
      values: { limit: 25, closed: false },
      problems: [
        { name: 'page', message: 'must be a whole number' },
        { name: 'exited', message: 'must be true or false' },
      ],
    });
  });
});
