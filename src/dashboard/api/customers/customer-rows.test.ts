import { expect, it } from 'vitest';
import { CustomerRows, readCustomers } from './customer-rows.ts';

const rows = (length: number) => {
  const list = Array.from({ length }, (_, place) => ({
    _id: { email: `${place}@b.example` },
    total_trades: place,
    name: `Ada ${place}`,
    date: '2026-05-11T04:44:41.000Z',
  }));
  return new CustomerRows(readCustomers(list));
};

it('gives the same record for a row for as long as it is in view, however many were passed before', () => {
  const all = rows(10_000);
  for (let first = 0; first < 9_960; first += 20) {
    const view = Array.from({ length: 40 }, (_, place) => all.at(first + place));
    expect(view.every((row, place) => row === all.at(first + place))).toBe(true);
  }
});
