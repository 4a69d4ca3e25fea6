import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { INVESTMENT_TYPES } from '#contract/tokens.ts';
import { answersWith, NO_QUERY, readTokenQuery, withoutEffect, withTokenQuery } from './token-query.ts';

const flag = fc.constantFrom(null, true, false);
const query = fc.record({
  name: fc.constantFrom('', 'bond', '100% Shea', 'a&b=c#d'),
  symbol: fc.constantFrom('', 'ÉN'),
  private: flag,
  investment_type: fc.constantFrom(null, ...INVESTMENT_TYPES),
  exited: flag,
  closed: flag,
  primary_raise: flag,
  completed_raise: flag,
});

describe('what a list of tokens is narrowed by', () => {
  it('is an address, and comes back from it as it was, on the first page', () => {
    fc.assert(
      fc.property(query, (asked) => {
        const search = withTokenQuery(new URLSearchParams('page=7&cols=name'), asked);
        expect(search.has('page')).toBe(false);
        expect(search.get('cols')).toBe('name');
        expect(readTokenQuery(new URLSearchParams(search.toString()))).toEqual(asked);
      }),
    );
  });

  it.each([
    'private=yes',
    'private=true&private=false',
    'investment_type=SAFE',
    'name=%00',
    'name=%20%20',
    'exited=1',
  ])('is nothing where the address says %s', (text) => {
    expect(readTokenQuery(new URLSearchParams(text))).toEqual(NO_QUERY);
  });

  it('is asked of the search where the active list doesn’t know it, and says what then has no effect', () => {
    expect(answersWith({ ...NO_QUERY, private: true, exited: true, closed: true })).toBe('listTokens');
    expect(answersWith({ ...NO_QUERY, name: 'a' })).toBe('searchTokens');
    expect(answersWith({ ...NO_QUERY, symbol: 'a' })).toBe('searchTokens');
    expect(answersWith({ ...NO_QUERY, completed_raise: false })).toBe('searchTokens');
    expect(withoutEffect({ ...NO_QUERY, closed: true })).toEqual([]);
    expect(withoutEffect({ ...NO_QUERY, name: 'a', closed: false, primary_raise: true })).toEqual([
      'closed',
      'primary_raise',
    ]);
  });
});
