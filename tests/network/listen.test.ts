import type pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { hearOtherGateways } from '#gateway/events/hear-others.ts';
import { type DatabaseRelay, startDatabaseRelay } from '#tests/support/database-relay.ts';
import { hasPostgres, type KillablePostgres, startKillablePostgres } from '#tests/support/postgres.mjs';
import { openShortLivedPool } from '#tests/support/short-lived-pool.ts';

let postgres: KillablePostgres;
let relay: DatabaseRelay;
/** Past the relay. */
let direct: pg.Pool;

beforeAll(async () => {
  if (!hasPostgres()) return;
  postgres = (await startKillablePostgres()) as KillablePostgres;
  relay = await startDatabaseRelay(postgres.url);
  direct = openShortLivedPool(postgres.url, 1);
});
afterAll(async () => {
  if (!hasPostgres()) return;
  await direct.end();
  await relay.close();
  await postgres.stop();
});

describe.skipIf(!hasPostgres())('a gateway that listens to others', () => {
  it('notices that its connection is dead although nothing closed it, and listens again', async () => {
    const heard: string[] = [];
    let connected = 0;
    const others = {
      channels: { told: async (payload: string) => void heard.push(payload) },
      onConnect: async () => {
        connected += 1;
      },
      beat: { everyMs: 2_000, answerMs: 1_500 },
    };
    const stop = hearOtherGateways(relay.url, others, pino({ level: 'silent' }));
    const patience = { timeout: 30_000, interval: 50 };
    const tell = async (what: string) => void (await direct.query(`select pg_notify('told', $1)`, [what]));
    try {
      await vi.waitFor(() => expect(connected).toBe(1), patience);
      await tell('before');
      await vi.waitFor(() => expect(heard).toEqual(['before']), patience);
      relay.fallSilent();
      await tell('meanwhile');
      // The notice is lost; onConnect is where a gateway reads what it missed.
      await vi.waitFor(() => expect(connected).toBe(2), patience);
      await tell('afterwards');
      await vi.waitFor(() => expect(heard).toEqual(['before', 'afterwards']), patience);
    } finally {
      await stop();
    }
  });
});
