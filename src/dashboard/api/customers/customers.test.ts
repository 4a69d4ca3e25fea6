import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contract } from '#contract/contract.ts';
import { type Drift, readAs } from '#contract/reading.ts';
import { packCustomers } from '#dashboard/api/customers/customer-rows.ts';
import { readCustomers } from './customers.ts';

const oddly = fc.oneof(fc.constant(null), fc.constant('x'), fc.constant(3), fc.constant([]), fc.constant({}));
const timestamps = fc.oneof(
  fc.date({ noInvalidDate: true, min: new Date(0), max: new Date(9e12) }).map((date) => date.toISOString()),
  fc.constantFrom(
    '2025-02-29T00:00:00.000Z',
    '2024-02-29T00:00:00.000Z',
    '2025-04-31T00:00:00.000Z',
    '2025-13-01T00:00:00.000Z',
    '2025-01-01T24:00:00.000Z',
    '2025-01-01T23:60:00.000Z',
    '2025-01-01T23:59:60.000Z',
    '2025-01-01T23:59:59Z',
    '2025-01-01T23:59Z',
    '2025-01-01',
    '2025-01-01T23:59:59.000+00:00',
    '2025-01-01T23:59:59.00aZ',
    '',
  ),
);
const customer = fc.record(
  {
    _id: fc.oneof({ weight: 5, arbitrary: fc.record({ email: fc.oneof(fc.string(), oddly) }) }, oddly),
    total_trades: fc.oneof({ weight: 5, arbitrary: fc.double() as fc.Arbitrary<unknown> }, oddly),
    name: fc.oneof({ weight: 5, arbitrary: fc.string() as fc.Arbitrary<unknown> }, oddly),
    date: fc.oneof({ weight: 5, arbitrary: timestamps as fc.Arbitrary<unknown> }, oddly),
    added: fc.string(),
  },
  { requiredKeys: ['_id', 'total_trades', 'name', 'date'] },
);
const missing = fc.record(
  { _id: fc.record({ email: fc.string(), also: fc.nat() }, { requiredKeys: [] }), name: fc.string() },
  { requiredKeys: [] },
);

describe('reading customers by hand', () => {
  it('gives what reading them by the contract gives, and finds the same drift', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof({ weight: 6, arbitrary: customer as fc.Arbitrary<unknown> }, missing, oddly)),
        async (data) => {
          const drift: Drift[] = [];
          const expected: Drift[] = [];
          const packed = packCustomers(data);
          const rows = await readCustomers(packed, (one) => drift.push(one));
          const whole = readAs(contract.listCustomers.reply, data, (one) => expected.push(one));
          const places = Array.from({ length: rows.length }, (_, place) => place);
          expect(places.map((place) => rows.at(place))).toEqual(whole);
          expect(places.map((place) => rows.nameOf(place))).toEqual(whole?.map(({ name }) => name));
          expect(places.map((place) => rows.emailOf(place))).toEqual(whole?.map(({ _id }) => _id?.email));
          expect(places.map((place) => rows.tradesOf(place))).toEqual(
            whole?.map(({ total_trades }) => total_trades),
          );
          expect(drift).toEqual(expected);
          expect(packed.length).toBe(data.length);
          expect(rows.at(rows.length)).toBeUndefined();
        },
      ),
      { numRuns: 400 },
    );
  });
});
