import { expect, test } from 'vitest';
import { countOf, formatAmount, formatRate } from './figures.ts';

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

test('a count goes with its noun', () => {
  expect([countOf(1, 'month'), countOf(3, 'month'), countOf(1200, 'month')]).toEqual([
    '1 month',
    '3 months',
    '1,200 months',
  ]);
});
