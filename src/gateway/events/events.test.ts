import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DeskEvent } from '#contract/events.ts';
import type { OpenPool } from '#server/db/open.ts';
import { openTestDatabase } from '#tests/support/database.ts';
import { migrateStore } from '../store.ts';
import { createEvents, type Events } from './events.ts';

let now = Date.UTC(2031, 4, 5, 6, 7, 8);
let database: OpenPool;
let count = 0;

beforeAll(async () => {
  database = await openTestDatabase('empty');
  await migrateStore(database.pool);
});
// A look goes back by seconds, so that what one test leaves must be older than that.
beforeEach(() => {
  now += 60_000;
});
afterAll(() => database.close());

/** A gateway's events, and the ids of those that a desk there received. */
function gateway(pool = database.pool, clock = () => now): Events & { told: string[] } {
  const events = createEvents(pool, clock);
  const told: string[] = [];
  events.subscribe('owner', ({ id }: DeskEvent) => void told.push(id));
  return Object.assign(events, { told });
}

const take = async (events: Events, owner = 'owner') => {
  count += 1;
  await events.take(
    { id: `evt_${count}`, type: 'order.cancelled', order: null, member: null, organisation: null },
    owner,
  );
};

describe('an event that another gateway took', () => {
  it('is told by the next look where no notification came, once', async () => {
    const [one, other] = [gateway(), gateway()];
    await take(one);
    await other.refresh();
    await other.refresh();
    expect(other.told).toEqual(one.told);
    expect(one.told).toHaveLength(1);
  });

  it('is told by the next look although another organisation had hundreds since', async () => {
    const [one, other] = [gateway(), gateway()];
    await take(one);
    for (let event = 0; event < 501; event += 1) await take(one, 'another owner');
    await other.refresh();
    expect(other.told).toEqual(one.told);
  });

  it('is told once, whether the notification or the look is first', async () => {
    const [one, other] = [gateway(), gateway()];
    await take(one);
    const [id = ''] = one.told;
    await other.hear(id);
    await other.refresh();
    await take(one);
    await other.refresh();
    await other.hear(one.told[1] ?? '');
    expect(other.told).toEqual(one.told);
    await one.refresh();
    expect(one.told).toHaveLength(2);
  });

  it('is kept and told on a database without notifications', async () => {
    const silent: OpenPool['pool'] = Object.create(database.pool, {
      query: {
        value: async (text: string, values: unknown[]) => {
          if (text.includes('pg_notify')) throw new Error('there is no function pg_notify');
          return await database.pool.query(text, values);
        },
      },
    });
    const [one, other] = [gateway(silent), gateway()];
    await take(one);
    await other.refresh();
    expect(other.told).toEqual(one.told);
  });

  it('is told although the clock of the other gateway is as far behind as it may be', async () => {
    const [behind, ahead] = [
      gateway(database.pool, () => now - 9_000),
      gateway(database.pool, () => now + 9_000),
    ];
    await ahead.refresh();
    await take(ahead);
    await take(behind);
    await ahead.refresh();
    expect(ahead.told).toContain(behind.told[0]);
    const missed = await ahead.since('owner', ahead.told[0] ?? '');
    expect(missed.map(({ id }) => id)).toContain(behind.told[0]);
  });

  it('is told after minutes in which the database could not be read, and those before the start are not', async () => {
    const one = gateway();
    await take(one);
    now += 60_000;
    const other = gateway();
    now += 5 * 60_000;
    await take(one);
    now += 5 * 60_000;
    await other.refresh();
    expect(other.told).toEqual(one.told.slice(1));
  });
});
