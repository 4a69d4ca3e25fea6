import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { atOnce, filterPlaces, inSlices, Superseded, sortPlaces } from './slices.ts';

describe('work in slices', () => {
  it('sorts as one sort would, keeping the order of equals, for lists of any length', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 30_000 }), fc.integer({ min: 1, max: 50 }), (count, kinds) => {
        const keys = Float64Array.from(
          { length: count },
          (_, index) => (index * 7_919 + kinds * 31) % (kinds * 97),
        );
        const compare = (a: number, b: number) => (keys[a] as number) - (keys[b] as number);
        const places = Uint32Array.from({ length: count }, (_, index) => index);
        const sorted = atOnce(sortPlaces(places, compare));
        expect([...sorted]).toEqual([...places].sort(compare));
      }),
      { numRuns: 20 },
    );
  });

  it('filters as one filter would', async () => {
    const kept = await inSlices(filterPlaces(20_000, (place) => place % 3 === 0));
    expect([...kept]).toEqual(
      Array.from({ length: 20_000 }, (_, index) => index).filter((place) => place % 3 === 0),
    );
  });

  it('gives other work its turn, and ends when something newer replaces it', async () => {
    const newer = new AbortController();
    let turns = 0;
    const timer = setInterval(() => {
      turns += 1;
      if (turns === 2) newer.abort();
    }, 1);
    const places = Uint32Array.from({ length: 2_000_000 }, (_, index) => (index * 7_919) % 2_000_003);
    await expect(
      inSlices(
        sortPlaces(places, (a, b) => a - b),
        newer.signal,
      ),
    ).rejects.toBeInstanceOf(Superseded);
    clearInterval(timer);
    expect(turns).toBeGreaterThanOrEqual(2);
  });
});
