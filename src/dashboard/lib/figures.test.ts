import { Big } from 'big.js';
import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { DEFAULT_SETTINGS, LANGUAGES } from '#contract/settings.ts';
import {
  countOf,
  formatAmount,
  formatCount,
  formatFine,
  formatRate,
  roundedRate,
  withPercent,
} from './figures.ts';
import { percentText } from './percent.ts';
import { changeSettings } from './settings.ts';

afterEach(() => void changeSettings(DEFAULT_SETTINGS));

test.each([
  [840000, 'NGN', '840,000', '.00'],
  [840000.5, 'NGN', '840,000', '.50'],
  [1596000, 'JPY', '1,596,000', ''],
  [12.3456, 'KWD', '12', '.3456'],
  [12, 'KWD', '12', '.000'],
  [0, 'USD', '0', '.00'],
  [-1250.5, 'USD', '−1,250', '.50'],
  [10.005, 'USD', '10', '.005'],
  [5, 'NOTACODE', '5', '.00'],
  [5, undefined, '5', '.00'],
  [1e21, 'NGN', '1,000,000,000,000,000,000,000', '.00'],
])('%s %s', (amount, currency, whole, fraction) => {
  expect(formatAmount(amount, currency)).toEqual({ whole, fraction });
});

test.each([
  [0.05, '5%'],
  [0.07, '7%'],
  [0.125, '12.5%'],
  [0, '0%'],
  [-0.01, '−1%'],
  [0.000125, '0.0125%'],
])('a rate of %s is %s', (rate, text) => {
  expect(formatRate(rate)).toBe(text);
});

test.each([
  ['0.00001234', '0.0000123'],
  ['-0.0000000004', '−0.0000000004'],
  ['1e-7', '0.0000001'],
  ['1234.56789', '1,234.5679'],
  ['0', '0.00'],
  ['1e-400', '0.00'],
])('a fine figure of %s is %s', (decimal, text) => {
  expect(formatFine(decimal, 2, 4)).toBe(text);
});

test.each([
  [0.00000004, '0.00000004'],
  [-0.00001, '−0.00001'],
  [0.00001234, '0.00001234'],
  [1000.12345678, '1,000.12345678'],
  [0.1 + 0.2, '0.3'],
  [0, '0'],
])('a count of %s is %s', (count, text) => {
  expect(formatCount(count)).toBe(text);
});

test.each([
  [0.05, '5.00%'],
  [0.051234, '5.12%'],
  [0.00006, '0.01%'],
  [0.00004, '<0.01%'],
  [1e-9, '<0.01%'],
  [-0.00004, '>−0.01%'],
  [0, '0.00%'],
  // A float is just below this one.
  [0.03035, '3.04%'],
])('a rate of %s is written as %s: only none reads as none', (rate, text) => {
  expect(roundedRate(new Big(rate), 2)).toBe(text);
});

test('a rate that was computed exactly is written alike, with as many digits as it needs', () => {
  const texts = ['0.05', '0.0512', '0.00004', '0'].map((rate) => roundedRate(new Big(rate)));
  expect(texts).toEqual(['5%', '5.12%', '<0.01%', '0%']);
});

test.each(LANGUAGES)('in %s every percentage has its sign where rates have it', (language) => {
  changeSettings({ language });
  const rate = formatRate(0.123);
  expect([percentText(0.123), withPercent(formatCount(12.3))]).toEqual([rate, rate]);
});

test('a count goes with its noun', () => {
  expect([countOf(1, 'month'), countOf(3, 'month'), countOf(1200, 'month')]).toEqual([
    '1 month',
    '3 months',
    '1,200 months',
  ]);
});

test.each([
  ['en-US', '1,234', '.50', '12.5%'],
  ['de', '1.234', ',50', '12,5\u00a0%'],
  ['es', '1.234', ',50', '12,5\u00a0%'],
  ['pt', '1.234', ',50', '12,5%'],
  ['fr', '1\u00a0234', ',50', '12,5\u202f\u00a0%'],
])('figures in the language "%s"', (language, whole, fraction, rate) => {
  changeSettings({ language });
  expect(formatAmount(1234.5, 'NGN')).toEqual({ whole, fraction });
  expect(formatRate(0.125).replace(/\s+/g, '')).toBe(rate.replace(/\s+/g, ''));
  expect(formatAmount(-1234.5, 'NGN').whole).toBe(`−${whole}`);
});

test('in every language an amount can be read back, and stands by its decimal point', () => {
  const amount = fc
    .double({ min: -1e15, max: 1e15, noNaN: true })
    .map((value) => Math.round(value * 100) / 100);
  fc.assert(
    fc.property(fc.constantFrom(...LANGUAGES), amount, (language, value) => {
      changeSettings({ language });
      const { whole, fraction } = formatAmount(value, 'USD');
      const digits = `${whole.replace('−', '-').replace(/[^\d-]/g, '')}.${fraction.slice(1)}`;
      expect(Number(digits)).toBe(value);
      expect(fraction).toMatch(/^[.,]\d{2,}$/);
      // Grouped throughout: a thousand never reads like a year, and columns align.
      expect(whole).toMatch(/^−?\d{1,3}([^\d]\d{3})*$/);
    }),
  );
});
