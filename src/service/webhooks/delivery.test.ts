import fc from 'fast-check';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { orderCancelledEvent } from '#contract/orders.ts';
import { orderOf } from '#tests/support/orders.ts';
import { type Receiver, startReceiver } from '#tests/support/receiver.ts';
import { startTestService, type TestService } from '#tests/support/service.ts';
import { type Delivery, type DeliveryOptions, nextAttempt, startDelivery } from './delivery.ts';
import { claimDue } from './outbox.ts';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

let service: TestService;
let receiver: Receiver;
let now: number;
let running: Delivery[] = [];
beforeAll(async () => {
  service = await startTestService({ clock: () => now });
});
afterAll(() => service.close());
beforeEach(async () => {
  now = Date.now();
  receiver = await startReceiver(SECRET);
  await service.database.pool.query('delete from service.outbox');
});
afterEach(async () => {
  await receiver.close();
  await Promise.all(running.map((delivery) => delivery.stop()));
  running = [];
});

function deliver(options: Partial<DeliveryOptions> = {}): Delivery {
  const delivery = startDelivery({
    db: service.database.pool,
    url: receiver.url,
    secret: SECRET,
    log: pino({ level: 'silent' }),
    clock: () => now,
    pollMs: 1_000_000,
    ...options,
  });
  running.push(delivery);
  return delivery;
}

/** Cancels an order, which leaves an event in the outbox. */
async function cancelOne() {
  const order = await orderOf(service.database.pool, {});
  const params = { id: order.memberId, orderId: order.id };
  expect((await service.call('cancelOrder', { params })).status).toBe(200);
  return order;
}

async function outbox() {
  const { rows } = await service.database.pool.query('select * from service.outbox order by created_at, id');
  return rows;
}

/** Looks at the outbox once, and waits until what was due has been tried. */
async function look(options: Partial<DeliveryOptions> = {}) {
  await deliver(options).stop();
}

describe('an event in the outbox', () => {
  it('is delivered once, signed by the Standard Webhooks specification', async () => {
    const order = await cancelOne();
    await look();
    await look();
    expect(receiver.received).toHaveLength(1);
    const [row] = await outbox();
    expect(receiver.received[0]).toEqual({ id: row.id, body: row.payload, verified: true });
    const event = z.parse(orderCancelledEvent, JSON.parse(receiver.received[0]?.body ?? ''));
    expect(event.data.order).toMatchObject({ _id: order.id, status: 'Terminated' });
    expect(row).toMatchObject({ attempts: 1, delivered_at: new Date(now), last_error: null });
  });

  it('is delivered as soon as the cancellation says so', async () => {
    const delivery = deliver();
    await cancelOne();
    delivery.nudge();
    await receiver.arrival(1);
  });

  it('is delivered while an attempt at another one hangs', { timeout: 10_000 }, async () => {
    receiver.answer = 'nothing';
    await cancelOne();
    const delivery = deliver();
    await receiver.arrival(1);
    receiver.answer = 204;
    await cancelOne();
    delivery.nudge();
    await receiver.arrival(2);
  });

  it.each([500, 404, 410, 301, 307, 'nothing listening'] as const)(
    'is sent again, the very same, after %s',
    async (answer) => {
      await cancelOne();
      if (answer === 'nothing listening') {
        const gone = await startReceiver(SECRET);
        await gone.close();
        await look({ url: gone.url });
      } else {
        receiver.answer = answer;
        await look();
      }
      const [failed] = await outbox();
      expect(failed).toMatchObject({ attempts: 1, delivered_at: null, abandoned_at: null });
      expect(failed.last_error).toContain(typeof answer === 'number' ? `HTTP ${answer}` : 'ECONNREFUSED');
      expect(failed.next_attempt_at).toEqual(new Date(now + 5_000));
      await look();
      const earlier = receiver.received.length;
      expect(earlier).toBe(typeof answer === 'number' ? 1 : 0);
      now += 5_000;
      receiver.answer = 200;
      await look();
      expect(receiver.received).toHaveLength(earlier + 1);
      for (const attempt of receiver.received) {
        expect(attempt).toEqual({ id: failed.id, body: failed.payload, verified: true });
      }
      expect((await outbox())[0]).toMatchObject({ attempts: 2, delivered_at: new Date(now) });
    },
  );

  it('is tried with growing pauses for a day, then given up and kept', async () => {
    await cancelOne();
    receiver.answer = 503;
    const started = now;
    const pauses: number[] = [];
    for (let attempts = 1; attempts <= 100; attempts++) {
      await look();
      const [row] = await outbox();
      expect(row.attempts).toBe(attempts);
      if (row.abandoned_at) break;
      pauses.push(row.next_attempt_at.getTime() - now);
      now = row.next_attempt_at.getTime();
    }
    expect(pauses.slice(0, 4)).toEqual([5_000, 20_000, 80_000, 320_000]);
    expect(pauses).toEqual([...pauses].sort((a, b) => a - b));
    expect(now).toBeLessThanOrEqual(started + DAY);
    expect(now).toBeGreaterThan(started + DAY / 2);
    const tried = receiver.received.length;
    now += 10 * DAY;
    await look();
    expect(receiver.received).toHaveLength(tried);
    const [row] = await outbox();
    expect(row).toMatchObject({ delivered_at: null, last_error: 'HTTP 503' });
  });

  it('is deleted 30 days after it was delivered or given up, not while it waits', async () => {
    await cancelOne();
    await look();
    receiver.answer = 503;
    for (let nth = 0; nth < 2; nth++) {
      await cancelOne();
      now += DAY;
      await look();
    }
    await cancelOne();
    const ends = (await outbox()).map((row) => `${row.delivered_at !== null}, ${row.abandoned_at !== null}`);
    expect(ends.sort()).toEqual(['false, false', 'false, true', 'false, true', 'true, false']);
    now += 28 * DAY;
    await look();
    expect(await outbox()).toHaveLength(4);
    for (const left of [3, 2, 1]) {
      now += 1_000;
      await look();
      expect(await outbox()).toHaveLength(left);
      now += DAY;
    }
  });

  it('is sent again half a minute after the database went away before its delivery was recorded', async () => {
    await cancelOne();
    const { pool } = service.database;
    const away: typeof pool = Object.create(pool, {
      query: {
        value: async (text: string, values: unknown[]) => {
          if (text.includes('set delivered_at')) throw new Error('Connection terminated');
          return await pool.query(text, values);
        },
      },
    });
    await look({ db: away });
    now += MINUTE / 2 - 1;
    await look();
    expect(receiver.received).toHaveLength(1);
    now += 1;
    await look();
    const [first, second] = receiver.received;
    expect(second).toEqual(first);
    expect((await outbox())[0].delivered_at).not.toBe(null);
  });

  it('is sent at once if its next attempt was planned by a clock that was a day ahead', async () => {
    now += DAY;
    await cancelOne();
    receiver.answer = 503;
    await look();
    now -= DAY;
    receiver.answer = 200;
    await look();
    expect((await outbox())[0].delivered_at).toEqual(new Date(now));
  });

  it('is sent again when its sender died with it, once its claim has lapsed, and not before', async () => {
    await cancelOne();
    const claimed = await claimDue(service.database.pool, new Date(now), 20, MINUTE);
    expect(claimed).toHaveLength(1);
    now += MINUTE - 1;
    await look();
    expect(receiver.received).toEqual([]);
    now += 1;
    await look();
    expect(receiver.received).toMatchObject([{ id: claimed[0]?.id, verified: true }]);
  });
});

describe('two senders on one outbox', () => {
  it('never send the same event', async () => {
    for (let nth = 0; nth < 30; nth++) await cancelOne();
    const rows = await outbox();
    // A stop would break off what a busy machine takes more than half a second for, and that is sent again.
    for (let nth = 0; nth < 3; nth++) deliver();
    await receiver.arrival(30);
    expect(receiver.received.map((event) => event.id).sort()).toEqual(rows.map((row) => row.id).sort());
    for (const row of await outbox()) expect(row.attempts).toBe(1);
  });

  it('claim different events', async () => {
    for (let nth = 0; nth < 8; nth++) await cancelOne();
    const { pool } = service.database;
    const claims = await Promise.all([1, 2, 3, 4].map(() => claimDue(pool, new Date(now), 3, MINUTE)));
    const ids = claims.flat().map((row) => row.id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(claims.every((claim) => claim.length <= 3)).toBe(true);
  });
});

describe('the pauses between attempts', () => {
  it('grow from five seconds to four hours, and end a day after the event', () => {
    const times = fc.integer({ min: 0, max: 4_000_000_000_000 });
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 60 }),
        times,
        fc.integer({ min: 0, max: 2 * DAY }),
        (tries, at, age) => {
          const next = nextAttempt(tries, at, at + age);
          const pause = (next ?? Number.NaN) - (at + age);
          if (next === null) {
            expect(age + Math.min(5_000 * 4 ** (tries - 1), 4 * 60 * MINUTE)).toBeGreaterThan(DAY);
            return;
          }
          expect(pause).toBeGreaterThanOrEqual(5_000);
          expect(pause).toBeLessThanOrEqual(4 * 60 * MINUTE);
          expect(next).toBeLessThanOrEqual(at + DAY);
          const later = nextAttempt(tries + 1, at, at + age);
          if (later !== null) expect(later).toBeGreaterThanOrEqual(next);
        },
      ),
    );
  });
});
