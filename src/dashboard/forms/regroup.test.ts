import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { withGroups } from '#dashboard/lib/convention.ts';
import { readDecimal } from '#dashboard/lib/decimal-input.ts';
import { amount } from '#tests/support/amounts.ts';
import { isCanonical, regroup } from './decimal-field.tsx';

const EN = { group: ',', point: '.' };
const DE = { group: '.', point: ',' };
const IN = { ...EN, inner: 2 };

const decimalIn = (text: string, rules: Parameters<typeof readDecimal>[1] = { convention: EN }) => {
  const reading = readDecimal(text, rules);
  return reading.kind === 'decimal' ? reading.decimal : reading.kind;
};

describe('typing', () => {
  const type = (keys: string, convention = EN) => {
    let text = '';
    for (const key of keys)
      text = regroup(text, { text: text + key, caret: text.length + 1 }, convention).text;
    return text;
  };

  test('groups as it goes, and reads back the very digits', () => {
    fc.assert(
      fc.property(amount, fc.constantFrom(EN, DE, IN, { group: ' ', point: ',' }), (decimal, convention) => {
        const shown = type(decimal.replace('.', convention.point), convention);
        expect(shown).toBe(withGroups(decimal, convention));
        expect(isCanonical(shown, convention)).toBe(true);
        expect(decimalIn(shown, { convention, digits: 2 })).toBe(decimal);
      }),
    );
  });

  test('takes separators that somebody types along', () => {
    expect(type('1,234,567.50')).toBe('1,234,567.50');
    expect(type('1234,50')).toBe('1,234,50');
    expect(decimalIn(type('1234,50'))).toBe('problem');
  });

  test('keeps the caret behind the same digit, wherever one is put in or taken out', () => {
    fc.assert(
      fc.property(amount, fc.nat(20), fc.constantFrom('7', ''), (decimal, at, digit) => {
        const before = withGroups(decimal, EN);
        const place = Math.min(at, before.length);
        const removes = digit === '' && place > 0;
        const text = removes
          ? before.slice(0, place - 1) + before.slice(place)
          : before.slice(0, place) + digit + before.slice(place);
        const caret = removes ? place - 1 : place + digit.length;
        const after = regroup(before, { text, caret }, EN);
        const digitsRight = (value: string, from: number) => value.slice(from).replace(/,/g, '');
        // Leading zeros may fall away left of the caret; nothing right of it ever does.
        expect(digitsRight(after.text, after.caret)).toBe(digitsRight(text, caret));
      }),
    );
  });

  test('a first digit is changed for another without a loss of the zeros behind it', () => {
    const emptied = regroup('1,000,000', { text: ',000,000', caret: 0 }, EN);
    expect(emptied).toEqual({ text: '000000', caret: 0 });
    expect(regroup(emptied.text, { text: '2000000', caret: 1 }, EN)).toEqual({ text: '2,000,000', caret: 2 });
    // Left as it is, it can be read in one way only.
    expect(regroup('10,250', { text: '0,250', caret: 0 }, EN).text).toBe('0250');
    expect(decimalIn('0250')).toBe('0250');
  });

  test('Backspace behind a separator takes the digit before it', () => {
    expect(regroup('1,234', { text: '1234', caret: 1 }, EN)).toEqual({ text: '234', caret: 0 });
  });
});
