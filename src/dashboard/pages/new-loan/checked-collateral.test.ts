import { Big } from 'big.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { limitText, percentText } from '#dashboard/lib/percent.ts';
import { coverWithRoom, fillQuantity } from './checked-collateral.ts';

const cents = (most: number) =>
  fc.integer({ min: 1, max: most }).map((value) => new Big(value).div(100).toFixed());
const amount = cents(10_000_000_00);
const line = fc.record({
  quantity: fc.integer({ min: 1, max: 100_000 }).map(String),
  sellPrice: cents(500_000),
});
const ratio = fc.constantFrom(0.1, 0.333, 0.5, 0.7, 0.95, 1, 1.25, 1.4, 2, 3);

test('what is missing is just enough, and what is left is just not too much', () => {
  fc.assert(
    fc.property(amount, fc.array(line, { minLength: 1, maxLength: 5 }), ratio, (lent, lines, terms) => {
      const cover = coverWithRoom(lent, lines, terms);
      expect(cover.sufficient).toBe(cover.missing === '0');
      if (cover.sufficient) {
        expect(coverWithRoom(new Big(lent).plus(cover.room).toFixed(), lines, terms).sufficient).toBe(true);
      } else {
        const added = { quantity: '1', sellPrice: cover.missing };
        expect(coverWithRoom(lent, [...lines, added], terms).sufficient).toBe(true);
      }
    }),
  );
});

test('filling up covers the amount, and one unit less would not', () => {
  fc.assert(
    fc.property(
      amount,
      fc.array(line, { maxLength: 4 }),
      cents(500_000),
      ratio,
      (lent, others, price, terms) => {
        const quantity = fillQuantity(lent, others, price, terms);
        if (quantity === null) return;
        const sufficient = (units: string) =>
          coverWithRoom(lent, [...others, { quantity: units, sellPrice: price }], terms).sufficient;
        expect(sufficient(quantity)).toBe(true);
        if (quantity !== '1') expect(sufficient(new Big(quantity).minus(1).toFixed())).toBe(false);
      },
    ),
  );
  expect(fillQuantity('100', [], '0', 0.7)).toBeNull();
});

test('a share is never shown smaller than it is', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 10, noNaN: true }), (share) => {
      expect(
        new Big(percentText(share).slice(0, -1).replaceAll(',', '')).gte(new Big(share).times(100)),
      ).toBe(true);
    }),
  );
  expect(percentText(0.7)).toBe('70.0%');
  expect(percentText(123.456)).toBe('12,345.6%');
  expect(percentText(0.700001)).toBe('70.01%');
  expect(percentText('0.6667')).toBe('66.67%');
});

test('a limit is shown as it is, and never larger', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 10, noNaN: true }), (limit) => {
      expect(new Big(limitText(limit).slice(0, -1).replaceAll(',', '')).lte(new Big(limit).times(100))).toBe(
        true,
      );
    }),
  );
  expect(limitText(0.7)).toBe('70.0%');
  expect(limitText('0.33333')).toBe('33.333%');
  expect(limitText(1 / 1.2)).toBe('83.3333%');
});
