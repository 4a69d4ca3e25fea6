import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { OpenPool } from '#server/db/open.ts';
import { openTestDatabase } from '#tests/support/database.ts';
import { createChanges } from '../operations/changes.ts';
import { createSignOuts } from '../session/sign-outs.ts';
import { createTokenChecks } from '../session/token-checks.ts';
import { migrateStore } from '../store.ts';
import { besideOthers } from './beside-others.ts';
import { createEvents } from './events.ts';

let database: OpenPool;
const log = pino({ level: 'silent' });

beforeAll(async () => {
  database = await openTestDatabase('empty');
  await migrateStore(database.pool);
});
afterAll(() => database.close());
beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

/** What a gateway tells others and hears of them. */
function gateway(pool = database.pool, clock = Date.now) {
  const source = { ask: async () => 'unknown' as const, freshMs: 1_000 };
  return {
    changes: createChanges(pool),
    events: createEvents(pool, clock),
    signOuts: createSignOuts(pool, Date.now, log),
    tokens: createTokenChecks({ source, clock: Date.now }),
    tokenChannel: 'revoked',
  };
}

it('hears of events and sign-outs at others on a database that has neither LISTEN nor NOTIFY', async () => {
  const silent: OpenPool['pool'] = Object.create(database.pool, {
    query: {
      value: async (text: string, values: unknown[]) => {
        if (text.includes('pg_notify')) throw new Error('there is no function pg_notify');
        return await database.pool.query(text, values);
      },
    },
  });
  const [one, other] = [gateway(silent), gateway(silent)];
  const heard: string[] = [];
  other.events.subscribe('owner', ({ type }) => void heard.push(type));
  const stop = besideOthers(null, other, log);
  try {
    const event = { id: 'evt_1', type: 'order.cancelled', order: null, member: null, organisation: null };
    await one.events.take(event, 'owner');
    await one.signOuts.add('session', Date.now() + 60_000);
    await vi.advanceTimersByTimeAsync(2_000);
    await vi.waitFor(() => expect(heard).toEqual(['order.cancelled']), { timeout: 10_000 });
    await vi.advanceTimersByTimeAsync(3_000);
    await vi.waitFor(() => expect(other.signOuts.has('session')).toBe(true), { timeout: 10_000 });
  } finally {
    await stop();
  }
});

it('hears of events again once its clock, which was a day ahead, is right', async () => {
  let ahead = 24 * 3_600_000;
  const [one, other] = [gateway(), gateway(database.pool, () => Date.now() + ahead)];
  const heard: string[] = [];
  other.events.subscribe('late', ({ type }) => void heard.push(type));
  await other.events.refresh();
  ahead = 0;
  await other.events.refresh();
  const event = { id: 'evt_2', type: 'order.cancelled', order: null, member: null, organisation: null };
  await one.events.take(event, 'late');
  await other.events.refresh();
  expect(heard).toEqual(['order.cancelled']);
});
