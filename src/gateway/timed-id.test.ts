import { describe, expect, it } from 'vitest';
import { createTimedIds, idsFrom } from './timed-id.ts';

/** More than the places that one instant has. */
const MANY = 70_000;

describe('ids by time', () => {
  it.each([
    ['stands still', () => 1_795_000_000_000],
    ['was set back', createClock(1_795_000_000_000, 1_794_000_000_000)],
  ])('keep their length and order while the clock %s', (_, clock) => {
    const newId = createTimedIds(clock);
    const ids = Array.from({ length: MANY }, newId);
    expect(new Set(ids.map((id) => id.length))).toEqual(new Set([28]));
    expect(ids).toEqual([...ids].sort());
  });

  it('begin with the instant again once the clock has caught up', () => {
    let now = 1_795_000_000_000;
    const newId = createTimedIds(() => now);
    for (let count = 0; count < MANY; count += 1) newId();
    now += 1_000;
    expect(newId().startsWith(`${idsFrom(now)}0000`)).toBe(true);
  });
});

/** A clock that shows one time first, and another ever after. */
function createClock(first: number, then: number): () => number {
  let next = first;
  return () => {
    const now = next;
    next = then;
    return now;
  };
}
