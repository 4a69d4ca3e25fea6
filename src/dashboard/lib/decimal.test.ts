import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { amount } from '#tests/support/amounts.ts';
import { decimalOf, exactNumber, percentOfRate, rateOfPercent, trimmed } from './decimal.ts';

describe('moving the point', () => {
  test('is exact there and back', () => {
    fc.assert(
      fc.property(amount, (decimal) => {
        expect(percentOfRate(rateOfPercent(decimal))).toBe(trimmed(decimal));
      }),
    );
  });

  test.each([
    ['2.5', '0.025'],
    ['0', '0'],
    ['100', '1'],
    ['7.1', '0.071'],
    ['0.000001', '0.00000001'],
  ])('%s percent is %s', (percent, rate) => {
    expect(rateOfPercent(percent)).toBe(rate);
    expect(percentOfRate(rate)).toBe(percent);
  });
});

describe('numbers of answers and requests', () => {
  test('become decimals and back without loss', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1e15, noNaN: true }), (value) => {
        const decimal = decimalOf(value);
        expect(decimal).toMatch(/^\d+(?:\.\d+)?$/);
        expect(Number(decimal)).toBe(value === 0 ? 0 : value);
      }),
    );
  });

  test('that would be sent as another number are refused', () => {
    expect(exactNumber('0.1')).toBe(0.1);
    expect(exactNumber('1.50')).toBe(1.5);
    expect(exactNumber('12345678901234567.5')).toBeNull();
    expect(exactNumber('')).toBeNull();
    expect(decimalOf(-1)).toBeNull();
    expect(decimalOf(Number.NaN)).toBeNull();
    expect(decimalOf(1e21)).toBe('1000000000000000000000');
    expect(decimalOf(1.5e-7)).toBe('0.00000015');
  });
});
