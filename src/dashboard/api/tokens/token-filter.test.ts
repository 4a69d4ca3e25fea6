import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  asksClassified,
  countTokenFilters,
  NO_FILTER,
  questionOf,
  readTokenFilter,
  TOKEN_STATUSES,
  type TokenFilter,
  withTokenFilter,
} from './token-filter.ts';

const flag = fc.constantFrom(null, true, false);
const filters: fc.Arbitrary<TokenFilter> = fc.record({
  text: fc.constantFrom('', 'bond', '100% Shea', 'a&b=c#d', 'ÉN'),
  status: fc.constantFrom(null, ...TOKEN_STATUSES),
  private: flag,
  primary_raise: flag,
  completed_raise: flag,
  choices: fc.constantFrom({}, { currency: ['NGN'], investment_type: ['debt', 'SAFE'] }),
  ranges: fc.constantFrom({}, { 'price.sell': { from: 5, to: null } }),
});

const read = (text: string) => readTokenFilter(new URLSearchParams(text));

describe('what the list of tokens is narrowed by', () => {
  it('is an address, and comes back from it as it was', () => {
    fc.assert(
      fc.property(filters, (filter) => {
        const search = withTokenFilter(new URLSearchParams('view=watchlist&cols=name'), filter);
        expect(search.get('cols')).toBe('name');
        expect(search.has('view')).toBe(false);
        expect(readTokenFilter(new URLSearchParams(search.toString()))).toEqual(filter);
      }),
    );
  });

  it.each([
    'private=yes',
    'private=true&private=false',
    'name=%00',
    'name=%20%20',
    'status=other',
    'view=other&page=3&limit=10',
  ])('is nothing where the address says %s', (text) => {
    expect(read(text)).toEqual(NO_FILTER);
  });

  it('is counted without its status', () => {
    expect(countTokenFilters(read('status=all'))).toBe(0);
    expect(countTokenFilters(read('name=a&private=true&currency=NGN&interest=5..'))).toBe(4);
  });
});

test.each([
  ['', 'listTokens', {}, {}],
  ['private=true&investment_type=Debt', 'listTokens', { private: true, investment_type: 'debt' }, {}],
  ['primary_raise=false&currency=NGN', 'listTokens', { primary_raise: false }, { currency: ['NGN'] }],
  ['investment_type=debt&investment_type=x', 'listTokens', {}, { investment_type: ['debt', 'x'] }],
  ['status=closed', 'listTokens', { closed: true }, {}],
  ['status=exited', 'searchTokens', { exited: true }, {}],
  ['status=all', 'searchTokens', {}, {}],
  ['name=bond', 'searchTokens', {}, {}],
  ['name=bond&status=active', 'searchTokens', { exited: false }, { cancelled: ['false'] }],
  [
    'completed_raise=false&primary_raise=true',
    'searchTokens',
    { completed_raise: false, exited: false },
    { cancelled: ['false'], secondaries: ['false'] },
  ],
  [
    'investment_category=SAFE&status=closed',
    'searchTokens',
    { exited: false },
    { investment_category: ['SAFE'], cancelled: ['true'] },
  ],
  ['sort=-investment_category', 'searchTokens', { exited: false }, { cancelled: ['false'] }],
  ['cols=name,payout_frequency', 'searchTokens', { exited: false }, { cancelled: ['false'] }],
])('?%s is asked of %s, and the rest is narrowed here', (text, endpoint, query, choices) => {
  const search = new URLSearchParams(text);
  const question = questionOf(readTokenFilter(search), asksClassified(search));
  expect({ ...question, choices: question.screen.choices }).toMatchObject({ endpoint, choices });
  expect(question.query).toEqual(query);
  expect(question.screen.choices).toEqual(choices);
});
