import pino from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { OpenPool } from '#server/db/open.ts';
import { openTestDatabase } from '#tests/support/database.ts';
import { migrateStore } from '../store.ts';
import { createPresence } from './presence.ts';

let database: OpenPool;
beforeAll(async () => {
  database = await openTestDatabase('empty');
  await migrateStore(database.pool);
});
afterAll(() => database.close());

const presenceAt = (ahead: number) =>
  createPresence(database.pool, pino({ level: 'silent' }), () => Date.now() + ahead);

it('may work although its clock is a few seconds from the database’s', async () => {
  for (const ahead of [-8_000, 0, 8_000]) {
    const presence = presenceAt(ahead);
    await presence.beat();
    expect(presence.holds()).toBe(true);
  }
});

it.each([-12_000, 12_000])('may not work with a clock %i ms ahead of the database’s', async (ahead) => {
  const presence = presenceAt(ahead);
  await expect(presence.beat()).rejects.toThrow('The clock of this machine differs from the database');
  expect(presence.holds()).toBe(false);
});

it('may not work with what it claimed before its machine slept, which the clock of its process doesn’t count', async () => {
  let asleep = 0;
  const presence = createPresence(database.pool, pino({ level: 'silent' }), () => Date.now() + asleep);
  await presence.beat();
  asleep = 3_600_000;
  expect(presence.holds()).toBe(false);
  asleep = 0;
  await presence.beat();
  expect(presence.holds()).toBe(true);
});

it.each([-3_600_000, -5_000, 5_000, 3_600_000])(
  'may not work once its clock was set by %i ms, until it is compared with the database’s again',
  async (by) => {
    let set = 0;
    const presence = createPresence(database.pool, pino({ level: 'silent' }), () => Date.now() + set);
    await presence.beat();
    set = by;
    expect(presence.holds()).toBe(false);
    set = 0;
    expect(presence.holds()).toBe(true);
  },
);
