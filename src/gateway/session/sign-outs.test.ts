import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { OpenPool } from '#server/db/open.ts';
import { openTestDatabase } from '#tests/support/database.ts';
import { migrateStore } from '../store.ts';
import { createSignOuts } from './sign-outs.ts';

const HOUR = 3_600_000;

let database: OpenPool;
beforeAll(async () => {
  database = await openTestDatabase('empty');
  await migrateStore(database.pool);
});
afterAll(() => database.close());

it('a session stays signed out, also at a gateway that starts later, although a clock was a day ahead for a while', async () => {
  let ahead = 0;
  const at = (clock: () => number) => createSignOuts(database.pool, clock, pino({ level: 'silent' }));
  const one = at(() => Date.now() + ahead);
  await one.add('session', Date.now() + 12 * HOUR);
  await one.refresh();
  ahead = 24 * HOUR;
  await one.refresh();
  ahead = 0;
  await one.refresh();
  expect(one.has('session')).toBe(true);
  const later = at(Date.now);
  await later.refresh();
  expect(later.has('session')).toBe(true);
});

it('what was signed out is forgotten once its cookie has ended anyhow', async () => {
  const signOuts = createSignOuts(database.pool, Date.now, pino({ level: 'silent' }));
  await signOuts.add('over', Date.now() - HOUR);
  await signOuts.refresh();
  expect(signOuts.has('over')).toBe(false);
  const { rows } = await database.pool.query("select from desk.sign_out where session = 'over'");
  expect(rows).toEqual([]);
});
