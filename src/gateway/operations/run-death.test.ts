import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { embeddedUpstream, UpstreamFault } from '#gateway/proxy/upstream.ts';
import { startTestGateway, type TestGateway } from '#tests/support/gateway.ts';
import { addOrders, cancellationsOf, isCancellation, runsOf } from '#tests/support/runs.ts';
import { startTestService, type TestService } from '#tests/support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

/** A gateway that can be cut off from its database and from the service, as if its process had been killed. */
async function mortalGateway() {
  let isDead = false;
  const ask = embeddedUpstream(service.fetch);
  const { pool } = service.database;
  const dead = async () => {
    throw new Error('This gateway is dead');
  };
  const ownPool = new Proxy(pool, {
    get(target, name) {
      if (isDead && (name === 'query' || name === 'connect')) return dead;
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  }) as Pool;
  let reached = 0;
  let onReached = (_: number) => {};
  const gateway = await startTestGateway({
    beside: { service } as TestGateway,
    pool: () => ownPool,
    async upstream(request) {
      if (!isCancellation(request)) return await ask(request);
      const reply = await ask(request);
      reached += 1;
      onReached(reached);
      if (isDead) throw new UpstreamFault('broken');
      return reply;
    },
  });
  const { rows } = await pool.query<{ id: string }>(
    'select id from desk.gateway order by alive_at desc limit 1',
  );
  return {
    gateway,
    /** Kills it as soon as so many cancellations have reached the service. */
    killAfter: (count: number) =>
      new Promise<void>((resolve) => {
        onReached = (now) => {
          if (now < count || isDead) return;
          isDead = true;
          // Its sign of life is too old a few seconds later; here at once.
          pool.query('delete from desk.gateway where id = $1', [rows[0]?.id]).then(() => resolve());
        };
      }),
  };
}

describe('two gateways on one store', () => {
  it.each([1, 20, 63, 90])(
    'finish a run although the one that works on it dies after %i cancellations',
    async (count) => {
      const { gateway: first, killAfter } = await mortalGateway();
      const browser = first.browser();
      await browser.signIn();
      const orders = await addOrders(service.database.pool, 100, `f${count}f`);
      const id = randomUUID();
      await runsOf(browser).create(id, orders);
      const killed = killAfter(count);
      await runsOf(browser).act(id, 'now');
      await killed;

      const second = await startTestGateway({ beside: first });
      const other = second.browser();
      await other.signIn();
      const runs = runsOf(other);
      const done = await runs.until(id, ({ state }) => state === 'done');
      expect(done.counts).toMatchObject({ total: 100, done: 100 });
      const times = await cancellationsOf(service.database.pool, orders);
      expect([...times.values()]).toEqual(orders.map(() => 1));
      const lines = await runs.lines(id);
      expect(lines.every(({ by }) => by === 'this-request' || by === 'this-or-earlier')).toBe(true);
      await second.close();
    },
  );

  it('share the work: a gateway that stops in order leaves nothing to check', async () => {
    const first = await startTestGateway({ beside: { service } as TestGateway });
    const browser = first.browser();
    await browser.signIn();
    const orders = await addOrders(service.database.pool, 100, 'f5');
    const id = randomUUID();
    const runs = runsOf(browser);
    await runs.create(id, orders);
    await runs.act(id, 'now');
    await runs.until(id, ({ counts }) => counts.done > 0);
    await first.operations.stop();
    const left = await runs.read(id);
    expect(left.counts.unknown).toBe(0);
    expect(left.counts.done + left.counts.waiting).toBe(100);
    const { rows } = await service.database.pool.query(
      `select count(*)::int as pending from desk.journal where run = $1 and outcome = 'pending'`,
      [id],
    );
    expect(rows).toEqual([{ pending: 0 }]);
    const second = await startTestGateway({ beside: first });
    expect((await runs.until(id, ({ state }) => state === 'done')).counts.done).toBe(100);
    await second.close();
  });
});
