import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sheetNumber } from '#dashboard/lib/export/xlsx.ts';
import { fieldOf, fileHeadingOf, fileValueOf, headerOf, TOKEN_FIELDS, withUnit } from './token-fields.ts';
import { inPercent } from './token-figures.ts';

test.each([
  [25, '% p.a.', '25% p.a.'],
  [0.5, '%', '0.5%'],
  [1, 'months', '1 month'],
  [6, 'months', '6 months'],
  [-2, 'months', '−2 months'],
  [10_000, 'units', '10,000 units'],
  [1_234.5, 'unstated', '1,234.5'],
] as const)('%d in %s is written “%s”', (value, unit, text) => {
  expect(withUnit(value, unit)).toBe(text);
});

test('every figure has a unit, in its cell or said once in its header', () => {
  for (const field of TOKEN_FIELDS.filter(({ kind }) => kind === 'figure')) {
    expect(field.unit, field.id).toBeDefined();
    const isSaid = withUnit(5, field.unit) !== '5' || headerOf(field).endsWith(' (unit not stated)');
    expect(isSaid, field.id).toBe(true);
  }
});

test('headings of a file are words, each once, and name the unit', () => {
  const headings = TOKEN_FIELDS.map(fileHeadingOf);
  expect(new Set(headings).size).toBe(headings.length);
  for (const heading of headings) expect(heading).toMatch(/^[A-Z][a-z]/);
  expect(
    ['interest', 'tenor', 'buy_fee', 'dividend', 'change', 'supply'].map((id) => fileHeadingOf(fieldOf(id))),
  ).toEqual([
    ...['Interest (% p.a.)', 'Tenor (months)', 'Buy fee (%)', 'Dividend (unit not stated)'],
    ...['Change (%)', 'Supply (units)'],
  ]);
});

test('a share in a file is its percent, to the digit', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1_000_000, max: 1_000_000 }), (hundredths) => {
      expect(Number(inPercent(hundredths / 10_000))).toBe(hundredths / 100);
    }),
  );
  const token = { _id: 'a', currency: 'NGN', price: { exchange: 105 }, prev_price: { exchange: 100 } };
  expect(fileValueOf(fieldOf('change'), token)).toBe('5');
});

test('a share that goes on for ever is a number in a spreadsheet, not a text', () => {
  const token = { _id: 'a', currency: 'NGN', price: { exchange: 92 }, prev_price: { exchange: 91 } };
  expect(sheetNumber(String(fileValueOf(fieldOf('change'), token)))).toBe(1.0989010989011);
});
