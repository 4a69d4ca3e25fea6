import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { pathTo } from '#contract/contract.ts';
import { orderCancelledEvent } from '#contract/orders.ts';
import type { OpenPool } from '#server/db/open.ts';
import { onPostgres, openTestDatabase } from '#tests/support/database.ts';
import { type FoundOrder, orderOf, stateOf } from '#tests/support/orders.ts';
import { type Receiver, startReceiver } from '#tests/support/receiver.ts';
import { CRESTLINE } from '#tests/support/service.ts';
import { EndedAtStart, type ServiceProcess, startServiceProcess } from '#tests/support/service-process.ts';
import { openDatabase } from '../db/open.ts';

const WEBHOOK_SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

let folder: string;
let prepared: string;
let dataDir: string;
let receiver: Receiver;
let running: ServiceProcess[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pledge-kill-'));
  prepared = join(folder, 'prepared');
  if (onPostgres) mkdirSync(prepared);
  else expect(await (await startServiceProcess(folder, { DATA_DIR: prepared })).end('SIGTERM')).toBe(0);
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeEach(async () => {
  dataDir = mkdtempSync(join(folder, 'data-'));
  cpSync(prepared, dataDir, { recursive: true });
  receiver = await startReceiver(WEBHOOK_SECRET);
});
afterEach(async () => {
  await Promise.all(running.map((one) => one.end('SIGKILL')));
  running = [];
  await receiver.close();
});

async function start(env: Record<string, string> = {}): Promise<ServiceProcess> {
  const one = await startServiceProcess(folder, {
    DATA_DIR: dataDir,
    WEBHOOK_URL: receiver.url,
    WEBHOOK_SECRET,
    ...env,
  });
  running.push(one);
  return one;
}

async function cancel(at: ServiceProcess, { memberId, id }: FoundOrder): Promise<number> {
  const path = pathTo('/v1/api/members/{id}/orders/{orderId}/cancel', { id: memberId, orderId: id });
  const headers = { authorization: `Bearer ${CRESTLINE}` };
  const response = await fetch(at.url + path, { method: 'POST', headers });
  await response.body?.cancel();
  return response.status;
}

/** The place of the rows while no service runs: in the data folder, or on the PostgreSQL server all the time. */
async function openStore(): Promise<{
  env: Record<string, string>;
  visit: Visit;
  remove: () => Promise<void>;
}> {
  if (!onPostgres) {
    const visit: Visit = async (look) => {
      const database = await openDatabase({ databaseUrl: undefined, dataDir });
      return await look(database).finally(database.close);
    };
    return { env: {}, visit, remove: async () => undefined };
  }
  const database = await openTestDatabase();
  const env = { DATABASE_URL: String(database.pool.options.connectionString) };
  return { env, visit: (look) => look(database), remove: database.close };
}
type Visit = <T>(look: (database: OpenPool) => Promise<T>) => Promise<T>;

describe('a service that is killed between a cancellation and its event', () => {
  it.each(['nothing', 503] as const)(
    'sends the event after its next start, when the receiver had answered %s before',
    { timeout: 60_000 },
    async (answer) => {
      const store = await openStore();
      const order = await store.visit(({ pool }) => orderOf(pool, {}));
      receiver.answer = answer;
      const first = await start(store.env);
      expect(await cancel(first, order)).toBe(200);
      await receiver.arrival(1);
      expect(await first.end('SIGKILL')).toBe('SIGKILL');

      const event = await store.visit(async ({ pool }) => {
        const { status, escrow, events } = await stateOf(pool, order.id);
        expect(status).toBe('Terminated');
        expect(escrow.map((entry) => entry.kind)).toEqual(['hold', 'reversal']);
        expect(events).toMatchObject([{ delivered_at: null, abandoned_at: null }]);
        // The minute that the dead sender had for its attempt passes.
        await pool.query(`update service.outbox set next_attempt_at = now() - interval '1 second'`);
        return events[0];
      });

      receiver.answer = 204;
      const second = await start(store.env);
      await receiver.arrival(2);
      expect(receiver.received.length).toBeGreaterThanOrEqual(2);
      for (const attempt of receiver.received) {
        expect(attempt).toEqual({ id: event?.id, body: event?.payload, verified: true });
        expect(z.parse(orderCancelledEvent, JSON.parse(attempt.body)).data.order._id).toBe(order.id);
      }
      expect(await cancel(second, order)).toBe(400);
      expect(await second.end('SIGTERM')).toBe(0);
      await store.visit(async ({ pool }) => {
        const { status, escrow, events } = await stateOf(pool, order.id);
        expect(status).toBe('Terminated');
        expect(escrow).toHaveLength(2);
        expect(events).toMatchObject([{ id: event?.id, delivered_at: expect.any(Date) }]);
      });
      await store.remove();
    },
  );
});

describe.skipIf(onPostgres)('the data folder of a service', () => {
  it('is taken over at once from one that was killed, with all that was committed', async () => {
    const order = await (await openStore()).visit(({ pool }) => orderOf(pool, {}));
    const first = await start();
    expect(await cancel(first, order)).toBe(200);
    await first.end('SIGKILL');
    expect(existsSync(join(dataDir, 'lock'))).toBe(true);
    const second = await start();
    expect(JSON.parse(readFileSync(join(dataDir, 'lock'), 'utf8')).pid).toBe(second.pid);
    expect(await cancel(second, order)).toBe(400);
  });

  it('is refused to a second service while the first lives, which goes on', async () => {
    const first = await start();
    const refusal = await start().catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(EndedAtStart);
    expect((refusal as EndedAtStart).code).toBe(1);
    expect((refusal as EndedAtStart).message.trim()).toBe(
      `The data folder ${dataDir} is in use by another Pledge (process ${first.pid} on ${
        JSON.parse(readFileSync(join(dataDir, 'lock'), 'utf8')).host
      }). Stop it first, or set DATA_DIR to another folder. Two processes on one folder would lose data.`,
    );
    expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
  });

  it('goes to exactly one of three services that start at once', async () => {
    const starts = await Promise.allSettled([start(), start(), start()]);
    expect(starts.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
    for (const one of starts) {
      if (one.status === 'rejected') expect(one.reason.message).toContain('is in use by another Pledge');
    }
  });

  it('is let go by SIGTERM, SIGINT and SIGHUP, which end the service with 0', async () => {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
      const one = await start();
      expect(await one.end(signal)).toBe(0);
      expect(existsSync(join(dataDir, 'lock'))).toBe(false);
    }
  });
});

describe('a service that can’t start', () => {
  it.each([
    [{ TIME_ZONE: 'Mars/Olympus' }, 'TIME_ZONE must be the name of a time zone'],
    [{ WEBHOOK_SECRET: '' }, 'WEBHOOK_SECRET must be too'],
    [{ DATABASE_URL: 'postgresql://127.0.0.1:1/none' }, 'Check its address, user and password'],
  ])('says why in one line and ends with 1: %j', async (env, message) => {
    const refusal = (await start(env).catch((error: unknown) => error)) as EndedAtStart;
    expect(refusal.code).toBe(1);
    expect(refusal.message).toContain(message);
    expect(refusal.message.trim().split('\n')).toHaveLength(1);
  });
});
