import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type LoadProgress, loadPages } from './load-pages.ts';

interface Row {
  id: string;
}

/** What happens to the list before the service takes a page of it. */
interface Change {
  inserts: number;
  /** Which rows go, as a share of the way through the list. */
  removals: number[];
}

const LIMIT = 4;

/** A service whose list changes between two pages, and a load of all of it. */
async function loadWhile(
  count: number,
  changes: readonly Change[],
  { delays = [0], saysTotal = true }: { delays?: readonly number[]; saysTotal?: boolean } = {},
) {
  let list: Row[] = Array.from({ length: count }, (_, index) => ({ id: `old${index}` }));
  let inserted = 0;
  let asked = 0;
  const states = [list];
  const seen: { progress: LoadProgress; rows: number }[] = [];
  const apply = ({ inserts, removals }: Change) => {
    const gone = new Set(removals.map((share) => list[Math.floor(share * list.length)]));
    list = list.filter((row) => !gone.has(row));
    for (let left = inserts; left > 0; left -= 1) list = [{ id: `new${inserted++}` }, ...list];
    states.push(list);
  };
  const load = loadPages<Row>({
    async fetchPage(page, limit) {
      const turn = asked++;
      await ticks(delays[turn % delays.length] ?? 0);
      const change = changes[turn];
      if (change) apply(change);
      const rows = list.slice((page - 1) * limit, page * limit);
      const total = saysTotal ? list.length : undefined;
      await ticks(delays[(turn + 1) % delays.length] ?? 0);
      return { rows, unreadable: 0, page, limit, total };
    },
    idOf: (row) => row.id,
    onProgress: (progress) => seen.push({ progress, rows: progress.loaded }),
    judge: () => ({ again: false }),
    limit: LIMIT,
  });
  await load.done;
  const last = () => seen.at(-1)?.progress as LoadProgress;
  return { load, list, now: () => list, states, asked, last, end: last(), seen };
}

async function ticks(count: number): Promise<void> {
  for (let left = count; left > 0; left -= 1) await Promise.resolve();
}

const share = fc.double({ min: 0, max: 0.999, noNaN: true });
const change = (most: { inserts: number; removals: number }) =>
  fc.record({
    inserts: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.nat({ max: most.inserts })),
    removals: fc.oneof(
      { weight: 3, arbitrary: fc.constant<number[]>([]) },
      fc.array(share, { maxLength: most.removals }),
    ),
  });
const delays = fc.array(fc.nat({ max: 12 }), { minLength: 1, maxLength: 9 });
const none: Change = { inserts: 0, removals: [] };

describe('a list that changes while it is loaded', () => {
  it('is the list at the end, or says that it is partial, whatever comes and goes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat({ max: 60 }),
        fc.array(change({ inserts: 9, removals: 5 }), { maxLength: 60 }),
        delays,
        async (count, changes, waits) => {
          const { load, list, asked, end } = await loadWhile(count, changes, { delays: waits });
          expect(end.loaded).toBe(load.rows().length);
          if (end.state === 'complete') expect(load.rows()).toEqual(list);
          else
            expect(end).toMatchObject({ state: 'partial', doubt: expect.stringMatching(/changed|repeats/) });
          const longest = Math.ceil((count + 9 * changes.length) / LIMIT);
          expect(asked).toBeLessThanOrEqual(3 * 6 * (longest + 2));
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('is complete once it has come to rest, whatever happened before', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 60 }),
        fc.nat({ max: 14 }),
        change({ inserts: LIMIT - 1, removals: 5 }),
        delays,
        async (count, turn, only, waits) => {
          const changes = [...Array<Change>(turn).fill(none), only];
          const { load, list, end } = await loadWhile(count, changes, { delays: waits });
          expect(end).toMatchObject({ state: 'complete', doubt: 'none', total: list.length });
          expect(load.rows()).toEqual(list);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it('needs no second reading when rows only come', async () => {
    const { load, list, asked, end } = await loadWhile(
      40,
      Array<Change>(11).fill({ inserts: 1, removals: [] }),
    );
    expect(end.state).toBe('complete');
    expect(load.rows()).toEqual(list);
    expect(asked).toBeLessThan(20);
  });

  it('never shows fewer rows while it is read again', async () => {
    const { load, list, end, seen } = await loadWhile(47, [
      ...Array<Change>(6).fill(none),
      { inserts: 0, removals: [0.1, 0.2, 0.3] },
    ]);
    expect(end.state).toBe('complete');
    expect(load.rows()).toEqual(list);
    const loaded = seen.slice(0, -1).map(({ rows }) => rows);
    expect(loaded).toEqual([...loaded].sort((a, b) => a - b));
  });

  it('is partial if it never rests, and complete after a retry once it does', async () => {
    const restless = Array<Change>(200).fill({ inserts: 1, removals: [0.5] });
    const { load, now, end, asked, last } = await loadWhile(40, restless);
    expect(end).toMatchObject({ state: 'partial', doubt: 'changed' });
    expect(asked).toBeLessThan(50);
    restless.length = 0;
    load.retry();
    await load.done;
    expect(last()).toMatchObject({ state: 'complete', doubt: 'none' });
    expect(load.rows()).toEqual(now());
  });

  it('without a total, is a list that there was, or says that it is partial', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat({ max: 30 }),
        fc.array(change({ inserts: 3, removals: 3 }), { maxLength: 20 }),
        delays,
        async (count, changes, waits) => {
          const { load, states, end } = await loadWhile(count, changes, { delays: waits, saysTotal: false });
          if (end.state === 'complete') expect(states).toContainEqual(load.rows());
          else expect(end.state).toBe('partial');
        },
      ),
      { numRuns: 1_000 },
    );
  });
});
