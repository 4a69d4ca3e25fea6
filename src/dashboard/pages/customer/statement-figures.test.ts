import { Big } from 'big.js';
import { expect, test } from 'vitest';
import { statementOf } from '#dashboard/api/customers/statement.ts';
import type { Trade } from '#dashboard/api/customers/statement-line.ts';
import { sheetNumber } from '#dashboard/lib/export/xlsx.ts';
import { atOnce } from '#dashboard/lib/slices.ts';
import { lineCsvOf, movementCsv } from './statement-figures.tsx';

const token = { id: 'fine', name: 'Fine', symbol: 'FN', currency: 'NGN' };

const trade = (day: string, type: 'Buy' | 'Sell', volume: number, price: number): Trade => ({
  ...{ id: day, type, status: 'Completed', at: `${day}T12:00:00Z`, volume, price, token },
});

const [line] = atOnce(
  statementOf(
    [
      trade('2026-03-03', 'Sell', 1e-15, 9),
      trade('2026-02-02', 'Buy', 0.3, 7e-13),
      trade('2026-01-01', 'Buy', 5e-18, 3),
    ],
    undefined,
    { from: Date.UTC(2026, 1, 1), to: Date.UTC(2026, 11, 31) },
  ),
).lines;
if (!line) throw new Error('There is no line.');

const figure = (heading: string) =>
  String(
    lineCsvOf(true)
      .find((column) => column.heading === heading)
      ?.cell(line),
  );

test('a file of a statement adds up to the digit: opening, bought and sold make the closing position', () => {
  const [opening, bought] = [figure('Opening position (units)'), figure('Bought (units)')];
  const [sold, closing] = [figure('Sold (units)'), figure('Closing position (units)')];
  expect([opening, bought, sold]).toEqual(['0.000000000000000005', '0.3', '0.000000000000001']);
  expect(closing).toBe(new Big(opening).plus(bought).minus(sold).toFixed());
  expect(figure('Bought value')).toBe('0.00000000000021');
});

test('an average in it is cut, but a small one is not cut to nothing', () => {
  expect(figure('Average buy price')).toBe('0.0000000000007');
  expect(figure('Average cost per unit')).toBe('0.000000000000700049999999999');
});

test('an average is a number in a spreadsheet, not a text', () => {
  const thirds = [0, 1].map((place) => trade(`2026-01-0${place + 1}`, 'Buy', place + 1, 200_000 * place + 1));
  const [large] = atOnce(statementOf(thirds)).lines;
  if (!large) throw new Error('There is no line.');
  expect(large.averageCost).toMatch(/^133334\.3{16}/);
  const column = lineCsvOf(false).find(({ heading }) => heading === 'Average cost per unit');
  expect(sheetNumber(String(column?.cell(large)))).toBe(133334.333333333);
});

test('a file of movements has each volume, value and position as they are', () => {
  const rows = line.movements.map((movement) =>
    movementCsv
      .filter(({ heading }) => /Volume|Value|Position/.test(heading))
      .map(({ cell }) => cell({ ...movement, line })),
  );
  expect(rows).toEqual([
    ['0.3', '0.00000000000021', '0.300000000000000005'],
    ['0.000000000000001', '0.000000000000009', '0.299999999999999005'],
  ]);
});
