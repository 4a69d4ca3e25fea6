import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DeskEvent } from '#contract/events.ts';
import type { OpenPool } from '#server/db/open.ts';
import { openTestDatabase } from '#tests/support/database.ts';
import { migrateStore } from '../store.ts';
import { createEvents, type Events } from './events.ts';

/** What a gateway's clock is off by, and what one has that was right long ago or will be. */
const DAY_MS = 24 * 3_600_000;
const MINUTES_MS = 5 * 60_000;

/** Whose events a test is about: one of its own. */
let owner = '';
let database: OpenPool;
let count = 0;

beforeAll(async () => {
  database = await openTestDatabase('empty');
  await migrateStore(database.pool);
});
beforeEach(() => {
  owner = randomUUID();
});
afterAll(() => database.close());

/** A gateway's events, and the ids of those that a desk there received. */
function gateway(pool = database.pool, clock = Date.now): Events & { told: string[] } {
  const events = createEvents(pool, clock);
  const told: string[] = [];
  events.subscribe(owner, ({ id }: DeskEvent) => void told.push(id));
  return Object.assign(events, { told });
}

const take = async (events: Events, of = owner) => {
  count += 1;
  await events.take(
    { id: `evt_${count}`, type: 'order.cancelled', order: null, member: null, organisation: null },
    of,
  );
};

/** The clock of the embedded database has no microseconds. */
async function nextInstant(): Promise<void> {
  const now = Date.now();
  while (Date.now() === now) await new Promise((resolve) => setTimeout(resolve, 1));
}

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

  it.each([DAY_MS, -DAY_MS])(
    'is told, and told again to a desk that comes back, although a clock is off by %i ms',
    async (by) => {
      const [right, wrong] = [gateway(), gateway(database.pool, () => Date.now() + by)];
      await take(right);
      await nextInstant();
      await take(wrong);
      await nextInstant();
      await take(right);
      const [first = '', last = ''] = right.told;
      await right.refresh();
      const second = wrong.told[0] ?? '';
      expect(right.told).toContain(second);
      const missed = async (id: string) => (await right.since(owner, id)).map((event) => event.id);
      expect(await missed(first)).toEqual([second, last]);
      expect(await missed(second)).toContain(last);
      const { events } = await right.page(owner, {}, null, 10);
      expect(events.map(({ id }) => id)).toEqual([last, second, first]);
      for (const { at } of events) expect(Math.abs(Date.parse(at) - Date.now())).toBeLessThan(60_000);
    },
  );

  it('is told after minutes in which the database could not be read', async () => {
    let ahead = -MINUTES_MS;
    const [one, other] = [gateway(), gateway(database.pool, () => Date.now() + ahead)];
    await take(one);
    ahead = MINUTES_MS;
    await other.refresh();
    expect(other.told).toEqual(one.told);
  });

  it('is not told if it was taken before the start', async () => {
    const one = gateway();
    await take(one);
    const other = gateway(database.pool, () => Date.now() + MINUTES_MS);
    await other.refresh();
    expect(other.told).toEqual([]);
  });
});
