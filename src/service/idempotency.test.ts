import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { digestOfChangeable } from '#tests/support/database-digest.ts';
import { type Lending, lendingOf, loanBody } from '#tests/support/lending.ts';
import { orderOf, stateOf } from '#tests/support/orders.ts';
import { HARBOUR, startTestService, type TestService } from '#tests/support/service.ts';

const HOUR = 3_600_000;
let now = Date.UTC(2031, 4, 5, 6, 7, 8, 9);

let service: TestService;
let lending: Lending;
beforeAll(async () => {
  service = await startTestService({ clock: () => now });
  lending = await lendingOf(service, 'Crestline', 'NGN');
});
afterAll(() => service.close());

const create = (key: string | undefined, change: object = {}) =>
  service.call('createLoan', { body: { ...loanBody(lending), ...change }, key });
const cancel = (key: string, order: { memberId: string; id: string }) =>
  service.call('cancelOrder', { params: { id: order.memberId, orderId: order.id }, key });
const digest = () => digestOfChangeable(service.database.pool);

async function count(table: string): Promise<number> {
  const { rows } = await service.database.pool.query(`select count(*)::int as n from service.${table}`);
  return rows[0].n;
}

describe('a repeat under the same key', () => {
  it('of a new loan returns the first response and changes nothing', async () => {
    const key = randomUUID();
    const first = await create(key, { reason: 'Stock' });
    expect(first.status).toBe(201);
    const after = await digest();
    for (const again of [key, `"${key}"`, key.toUpperCase()]) {
      const repeat = await create(again, { reason: 'Stock' });
      expect({ status: repeat.status, body: repeat.body }).toEqual({ status: 201, body: first.body });
    }
    expect(await digest()).toBe(after);
  });

  it('of a cancellation returns the first response, where one without the key is refused', async () => {
    const key = randomUUID();
    const order = await orderOf(service.database.pool, {});
    const first = await cancel(key, order);
    expect(first.status).toBe(200);
    const after = await digest();
    const repeat = await cancel(key, order);
    expect({ status: repeat.status, body: repeat.body }).toEqual({ status: 200, body: first.body });
    expect((await cancel(randomUUID(), order)).body.message).toMatch(/^ORDER_TERMINATED_ERROR/);
    expect(await digest()).toBe(after);
  });

  it('returns the same bytes', async () => {
    const key = randomUUID();
    const init = {
      method: 'POST',
      headers: {
        authorization: `Bearer ${HARBOUR}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: JSON.stringify(loanBody(await lendingOf(service, 'Harbour', 'GHS'))),
    };
    const send = async () =>
      await (await service.fetch(new Request('http://service.test/v1/api/credit/loan', init))).text();
    expect(await send()).toBe(await send());
  });

  it('is a write of its own for another API client', async () => {
    const key = randomUUID();
    const before = await count('loan');
    const harbour = loanBody(await lendingOf(service, 'Harbour', 'GHS'));
    expect((await create(key)).status).toBe(201);
    expect((await service.call('createLoan', { body: harbour, key, token: HARBOUR })).status).toBe(201);
    expect(await count('loan')).toBe(before + 2);
  });

  it('is refused with 422 for other content, and for the other call', async () => {
    const key = randomUUID();
    expect((await create(key, { duration: 2 })).status).toBe(201);
    const before = await digest();
    const message = 'Idempotency-Key: was used before, for a different request; use a new key for each write';
    const other = await create(key, { duration: 3 });
    expect({ status: other.status, message: other.body.message }).toEqual({ status: 422, message });
    const otherCall = await cancel(key, await orderOf(service.database.pool, {}));
    expect({ status: otherCall.status, message: otherCall.body.message }).toEqual({ status: 422, message });
    expect(await digest()).toBe(before);
  });
});

describe('ten requests at once under one key', () => {
  it('create one loan and receive one response', async () => {
    const [key, before] = [randomUUID(), await count('loan')];
    const answers = await Promise.all(Array.from({ length: 10 }, () => create(key)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1);
    expect(await count('loan')).toBe(before + 1);
  });

  it('cancel an order once and receive one response', async () => {
    const order = await orderOf(service.database.pool, {});
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 10 }, () => cancel(key, order)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const { escrow, events } = await stateOf(service.database.pool, order.id);
    expect(escrow.filter(({ kind }) => kind === 'reversal')).toHaveLength(1);
    expect(events).toHaveLength(1);
  });
});

describe('a key', () => {
  it('is not used up by a refusal', async () => {
    const key = randomUUID();
    const before = await digest();
    expect((await create(key, { duration: 99 })).status).toBe(422);
    expect((await create(key, { user_id: 'nobody' })).status).toBe(404);
    expect(await digest()).toBe(before);
    expect((await create(key)).status).toBe(201);
  });

  it('is not used up by a failure in the middle', async () => {
    const { pool } = service.database;
    const [key, order, before] = [randomUUID(), await orderOf(pool, {}), await digest()];
    await pool.query('alter table service.outbox rename to outbox_away');
    expect((await cancel(key, order)).status).toBe(500);
    await pool.query('alter table service.outbox_away rename to outbox');
    expect(await digest()).toBe(before);
    expect((await cancel(key, order)).status).toBe(200);
  });

  it.each(['', 'a key', '"0f8fad5b-d9cb-469f-a165-70867728950e', `${randomUUID()}, ${randomUUID()}`])(
    'that is %j is refused by the name of the header, and nothing is written',
    async (key) => {
      const before = await digest();
      const { status, body } = await create(key);
      expect(status).toBe(400);
      expect(body.message).toBe('Idempotency-Key: must be one UUID, bare or in double quotes');
      expect((await cancel(key, await orderOf(service.database.pool, {}))).status).toBe(400);
      expect(await digest()).toBe(before);
    },
  );

  it('may be left out: then two equal requests are two loans', async () => {
    const before = await count('loan');
    await create(undefined);
    await create(undefined);
    expect(await count('loan')).toBe(before + 2);
  });

  it('is kept for 24 hours, and deleted by a later write after two days', async () => {
    const [old, before] = [randomUUID(), await count('loan')];
    const first = await create(old);
    now += 24 * HOUR;
    expect((await create(old)).body).toEqual(first.body);
    now += 24 * HOUR + 1;
    // Each write deletes ten at most: enough of them delete all that this file has left.
    for (let kept = await count('idempotency_key'); kept > 0; kept -= 9) await create(randomUUID());
    const { rows } = await service.database.pool.query(
      `select count(*)::int as old from service.idempotency_key where key = $1`,
      [old],
    );
    expect(rows).toEqual([{ old: 0 }]);
    expect(await count('loan')).toBeGreaterThan(before + 1);
  });
});

describe('any mix of repeats', () => {
  it('writes one loan for each key that succeeds, with the content that came first', async () => {
    const request = fc.record({ key: fc.nat(2), duration: fc.integer({ min: 1, max: 2 }) });
    const batches = fc.array(fc.array(request, { minLength: 1, maxLength: 5 }), {
      minLength: 1,
      maxLength: 3,
    });
    await fc.assert(
      fc.asyncProperty(batches, async (all) => {
        const keys = [randomUUID(), randomUUID(), randomUUID()] as const;
        const before = await count('loan');
        const written = new Map<number, unknown>();
        for (const batch of all) {
          const answers = await Promise.all(
            batch.map(async ({ key, duration }) => ({
              key,
              duration,
              ...(await create(keys[key], { duration })),
            })),
          );
          for (const { key, status, body } of answers.filter((answer) => answer.status === 201)) {
            expect(status).toBe(201);
            expect(written.get(key) ?? body.data).toEqual(body.data);
            written.set(key, body.data);
          }
          for (const { key, duration, status } of answers) {
            expect(status).toBe((written.get(key) as { duration: number }).duration === duration ? 201 : 422);
          }
        }
        expect(await count('loan')).toBe(before + written.size);
      }),
      { numRuns: 20 },
    );
  });
});
