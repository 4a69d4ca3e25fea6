import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Outcome, type Setback, startRun } from './run.ts';

class Busy extends Error {}

function harness(
  count: number,
  work: (item: number, tried: number) => Promise<string>,
  judge: (error: unknown) => Setback = () => ({ again: true }),
) {
  let at = 0;
  let active = 0;
  const peak = { most: 0 };
  const tried = new Map<number, number>();
  const outcomes: Outcome<number, string>[] = [];
  const pauses: number[] = [];
  const run = startRun<number, string>({
    next: () => (at < count ? at++ : undefined),
    async work(item) {
      active += 1;
      peak.most = Math.max(peak.most, active);
      tried.set(item, (tried.get(item) ?? 0) + 1);
      try {
        return await work(item, tried.get(item) ?? 0);
      } finally {
        active -= 1;
      }
    },
    judge,
    onOutcome: (outcome) => outcomes.push(outcome),
    sleep: async (ms) => void pauses.push(ms),
  });
  return { run, outcomes, tried, peak, pauses };
}

const soon = (value: string) => new Promise<string>((resolve) => setTimeout(resolve, 1, value));

describe('a long run', () => {
  it('gives exactly one outcome for each piece, whatever fails how often', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat({ max: 6 }), { maxLength: 40 }), async (failures) => {
        const { run, outcomes, tried } = harness(failures.length, async (item, attempt) => {
          await Promise.resolve();
          if (attempt <= (failures[item] ?? 0)) throw new Busy();
          return `ok ${item}`;
        });
        expect(await run.done).toBe('done');
        expect(outcomes.map(({ item }) => item).sort((a, b) => a - b)).toEqual(
          failures.map((_, index) => index),
        );
        for (const outcome of outcomes) {
          const bad = (failures[outcome.item] ?? 0) >= 4;
          expect('error' in outcome).toBe(bad);
          expect(tried.get(outcome.item)).toBe(Math.min((failures[outcome.item] ?? 0) + 1, 4));
        }
      }),
      { numRuns: 60 },
    );
  });

  it('never tries again what may not be tried again', async () => {
    const { run, outcomes, tried } = harness(
      20,
      async (item) => {
        if (item % 3 === 0) throw new Error('no');
        return 'ok';
      },
      () => ({ again: false }),
    );
    await run.done;
    expect(outcomes).toHaveLength(20);
    expect([...tried.values()].every((times) => times === 1)).toBe(true);
  });

  it('never has more under way than allowed, and grows to that', async () => {
    const { run, peak } = harness(200, async () => await soon('ok'));
    await run.done;
    expect(peak.most).toBe(6);
  });

  it('halves what it has under way when asked for less, and leaves alone as long as told', async () => {
    let refusals = 3;
    const { run, pauses } = harness(
      30,
      async () => {
        await soon('');
        if (refusals-- > 0) throw new Busy();
        return 'ok';
      },
      () => ({ again: true, pauseMs: 7_000 }),
    );
    await run.done;
    expect(pauses[0]).toBe(7_000);
    expect(pauses.every((ms) => ms === 7_000)).toBe(true);
  });

  it('pauses longer each time that nothing is said of how long', async () => {
    const { run, pauses } = harness(1, async (_, attempt) => {
      if (attempt < 4) throw new Busy();
      return 'ok';
    });
    await run.done;
    expect(pauses).toEqual([500, 1_000, 2_000]);
  });

  it('takes nothing further while paused, and goes on where it was', async () => {
    let started = 0;
    const { run, outcomes } = harness(50, async () => {
      started += 1;
      return await soon('ok');
    });
    await soon('');
    run.pause();
    await soon('');
    await soon('');
    await soon('');
    const before = started;
    await soon('');
    await soon('');
    expect(started).toBe(before);
    expect(before).toBeLessThan(50);
    run.resume();
    expect(await run.done).toBe('done');
    expect(outcomes).toHaveLength(50);
  });

  it('takes nothing further once stopped', async () => {
    let started = 0;
    const { run, outcomes } = harness(1_000, async () => {
      started += 1;
      return await soon('ok');
    });
    await soon('');
    await soon('');
    run.stop();
    expect(await run.done).toBe('stopped');
    const before = { started, outcomes: outcomes.length };
    await soon('');
    await soon('');
    expect({ started, outcomes: outcomes.length }).toEqual(before);
  });

  it('ends at once where there is nothing to do', async () => {
    expect(await harness(0, async () => 'ok').run.done).toBe('done');
  });
});
