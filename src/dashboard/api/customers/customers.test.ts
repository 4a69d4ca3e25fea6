import { QueryClient } from '@tanstack/react-query';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { contract } from '#contract/contract.ts';
import { asSent, type Drift, readAs } from '#contract/reading.ts';
import { atOnce } from '#dashboard/lib/slices.ts';
import { customerKey } from './customer-keys.ts';
import { type CustomerRow, readCustomers, rowsOf } from './customer-rows.ts';
import { customerQuery, customersQuery, duplicatesOf, prefetchCustomerList } from './customers.ts';

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

describe('the customer of a key', () => {
  const ada = (trades: number) => ({ _id: { email: 'ada@x.test' }, name: 'Ada', total_trades: trades });

  /** A client that holds a list of that age; the service has Ada with 2 trades, if it answers. */
  function clientWithList(ageMs: number, isAway = false) {
    const request = vi.fn(async () => {
      if (isAway) throw new TypeError('Failed to fetch');
      return Response.json({ status: 'success', message: 'ok', data: [ada(2)] });
    });
    vi.stubGlobal('fetch', request);
    const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
    const held = { rows: rowsOf(readCustomers([ada(1)])), length: 1, unreadable: 0, isFirst: false };
    client.setQueryData(customersQuery.queryKey, held, { updatedAt: Date.now() - ageMs });
    return { client, request };
  }
  const query = customerQuery(customerKey('', 'ada@x.test'));

  it('is found at once in an old list, also while the service is away, and is looked for again', async () => {
    const { client, request } = clientWithList(3_600_000, true);
    expect((await client.fetchQuery(query))?.customer.total_trades).toBe(1);
    expect(request).not.toHaveBeenCalled();
    await expect(client.fetchQuery(query)).rejects.toMatchObject({ kind: 'network' });
    expect(client.getQueryData(query.queryKey)?.customer.total_trades).toBe(1);
  });

  it('is in a list that a pointer over its link doesn’t fetch again', async () => {
    const { client, request } = clientWithList(3_600_000, true);
    await prefetchCustomerList(client, new URLSearchParams());
    expect(request).not.toHaveBeenCalled();
  });

  it('is asked for again when the page is refreshed, however new the list is', async () => {
    const { client, request } = clientWithList(0);
    await client.fetchQuery(query);
    await client.invalidateQueries({ queryKey: query.queryKey, refetchType: 'none' });
    expect((await client.fetchQuery(query))?.customer.total_trades).toBe(2);
    expect(request).toHaveBeenCalledOnce();
  });

  it('is found in a list that is newer than what is shown, without asking again', async () => {
    const { client, request } = clientWithList(0);
    await client.fetchQuery(query);
    const newer = { rows: rowsOf(readCustomers([ada(3)])), length: 1, unreadable: 0, isFirst: false };
    client.setQueryData(customersQuery.queryKey, newer, { updatedAt: Date.now() + 1 });
    await client.invalidateQueries({ queryKey: query.queryKey, refetchType: 'none' });
    expect((await client.fetchQuery(query))?.customer.total_trades).toBe(3);
    expect(request).not.toHaveBeenCalled();
  });
});
