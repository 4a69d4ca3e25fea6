import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contract } from '#contract/contract.ts';
import { asSent, type Drift, readAs } from '#contract/reading.ts';
import { atOnce } from '#dashboard/lib/slices.ts';
import { type CustomerRow, readCustomers, rowsOf } from './customer-rows.ts';
import { duplicatesOf } from './customers.ts';

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

describe('reading customers column by column', () => {
  it('gives what reading them by the contract gives, and finds the same drift', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof({ weight: 6, arbitrary: customer as fc.Arbitrary<unknown> }, missing, oddly)),
        (data) => {
          const expected: Drift[] = [];
          const columns = readCustomers(data);
          const whole = readAs(contract.listCustomers.reply, data, (one) => expected.push(one));
          const read = rowsOf(columns);
          expect(read).toEqual(whole);
          expect(asSent(read)).toEqual(asSent(whole));
          expect(columns.names).toEqual(whole?.map(({ name }) => name));
          expect(columns.emails).toEqual(whole?.map(({ _id }) => _id?.email));
          expect(columns.trades).toEqual(whole?.map(({ total_trades }) => total_trades));
          expect(columns.drift).toEqual(expected);
          expect(read.length + columns.unreadable).toBe(data.length);
        },
      ),
      { numRuns: 400 },
    );
  });
});

it('counts those that are listed twice by their e-mail, whatever its case', () => {
  const emails = fc.array(fc.constantFrom('', 'a@x.y', 'A@x.y', ' a@X.y ', 'b@x.y', 'B@x.y', 'c@x.y'));
  fc.assert(
    fc.property(emails, (all) => {
      const { emails, rows } = atOnce(duplicatesOf(all.map((email) => ({ _id: { email } }) as CustomerRow)));
      const folded = all.map((email) => email.trim().toLowerCase());
      const several = folded.filter((email) => email && folded.indexOf(email) !== folded.lastIndexOf(email));
      expect([...emails].sort()).toEqual([...new Set(several)].sort());
      expect(rows).toBe(several.length);
    }),
  );
});
