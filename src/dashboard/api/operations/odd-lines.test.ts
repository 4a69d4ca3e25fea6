import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { atOnce } from '#dashboard/lib/slices.ts';
import { type KnownMembers, oddLines } from './odd-lines.ts';
import { readOrderLines } from './order-lines.ts';

const NOBODY: KnownMembers = { isMember: () => false, isWhole: false };

/** What is odd about lines, by their number. */
function oddIn(text: string, known = NOBODY, member: string | null = null): Record<number, string> {
  const { lines } = atOnce(readOrderLines(text, member));
  const odd = atOnce(oddLines(lines, known, member !== null));
  return Object.fromEntries([...odd].map(([{ line }, problem]) => [line, problem]));
}

const SWAPPED = 'The member ID and the order ID look swapped.';

describe('a line', () => {
  const lines = ['m1,o1001', 'm2,o1002', 'm3,o1003', 'm4,o1004', 'm5,o999'];

  test('like the others is not odd', () => {
    expect(oddIn(lines.join('\n'))).toEqual({});
  });

  test('whose ids are in each other’s place looks swapped, by their form or by who is a member', () => {
    expect(oddIn([...lines, 'o1006,m6'].join('\n'))).toEqual({ 6: SWAPPED });
    const known = { isMember: (id: string) => id === '64a1f0' || id === 'beef01', isWhole: true };
    expect(oddIn('64a1f0,beef02\nbeef02,beef01', known)).toEqual({ 2: SWAPPED });
  });

  test('whose id has another form, or is of no member, is named', () => {
    expect(oddIn([...lines, 'm6,0b5c2f54-b1df-4ff5-9a5e-b6c1b1a1d001'].join('\n'))).toEqual({
      6: 'The order ID looks different from the others.',
    });
    expect(oddIn([...lines, 'member six,o1'].join('\n'))).toEqual({});
    const isMember = (id: string) => id === 'm1';
    expect(oddIn('m1,o1\nm2,o2', { isMember, isWhole: true })).toEqual({ 2: 'No member has this ID.' });
    expect(oddIn('m1,o1\nm2,o2', { isMember, isWhole: false })).toEqual({});
    expect(oddIn('o1\no2\no3\no4\nm1', { isMember, isWhole: true }, 'm1')).toEqual({
      5: 'The order ID is a member’s ID.',
    });
  });
});

describe('whatever the ids are', () => {
  const hex = (length: number) => fc.stringMatching(new RegExp(`^[0-9a-f]{${length}}$`));
  const pair = fc.tuple(hex(24), hex(32));
  const list = fc.uniqueArray(pair, { minLength: 5, maxLength: 20, selector: ([, order]) => order });

  test('lines of one form are not odd; the one that is swapped is, and no other', () => {
    fc.assert(
      fc.property(list, fc.nat(), (pairs, nth) => {
        const text = (all: readonly (readonly [string, string])[]) =>
          all.map(([member, order]) => `${member},${order}`).join('\n');
        expect(oddIn(text(pairs))).toEqual({});
        const at = nth % pairs.length;
        const swapped = pairs.map(([member, order], place) =>
          place === at ? ([order, member] as const) : ([member, order] as const),
        );
        expect(oddIn(text(swapped))).toEqual({ [at + 1]: SWAPPED });
      }),
    );
  });
});
