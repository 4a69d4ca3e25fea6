import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { GROUP, RowWindow } from './row-window.ts';

const rowHeight = 44;
const room = 440;

const views = fc.array(
  fc.record({
    top: fc.nat(rowHeight * 300),
    count: fc.constantFrom(300, 300, 300, 25),
    focused: fc.option(fc.nat(299)),
    scrolling: fc.boolean(),
    ample: fc.boolean(),
  }),
  { minLength: 1, maxLength: 12 },
);

/** The places of the first rows of the groups that are there, in the order of their elements. */
const firstsOf = (shown: RowWindow) => shown.ids.map((id) => shown.placeOf(id));

const rowsOf = (shown: RowWindow) =>
  firstsOf(shown).flatMap((first) => Array.from({ length: GROUP }, (_, row) => first + row));

/** A list that has been at rest at a place. */
function restingAt(place: number): RowWindow {
  const shown = new RowWindow();
  for (const top of [(place - 1) * rowHeight, place * rowHeight])
    shown.show({ top, room, rowHeight, count: 1_000, focused: null, scrolling: false, ample: true });
  return shown;
}

const scrollTo = (shown: RowWindow, place: number) =>
  shown.show({
    ...{ top: place * rowHeight, room, rowHeight, count: 1_000 },
    ...{ focused: null, scrolling: true, ample: true },
  });

describe('the rows that are there', () => {
  test('are those in view and the one with the focus, each once, however one has scrolled', () => {
    fc.assert(
      fc.property(views, (turns) => {
        const shown = new RowWindow();
        for (const { count, focused, scrolling, ample, ...turn } of turns) {
          // A browser scrolls no further than to the end.
          const top = Math.min(turn.top, Math.max(0, count * rowHeight - room));
          shown.show({ top, room, rowHeight, count, focused, scrolling, ample });
          const places = rowsOf(shown).filter((place) => place < count);
          const first = Math.floor(top / rowHeight);
          const end = Math.min(count, Math.ceil((top + room) / rowHeight));
          const seen = Array.from({ length: end - first }, (_, row) => first + row);
          expect(places).toEqual(expect.arrayContaining(seen));
          if (focused !== null && focused < count) expect(places).toContain(focused);
          expect(new Set(places).size).toBe(places.length);
          expect(firstsOf(shown).every((first) => first >= 0 && first < count)).toBe(true);
          if (!ample && !scrolling) expect(places.length).toBeLessThanOrEqual(11 + 3 * (GROUP - 1));
          if (!scrolling) expect(places).toEqual(places.toSorted((a, b) => a - b));
        }
      }),
    );
  });

  test('are as many at the top as in the middle, so that a scroll makes no new elements', () => {
    const shown = new RowWindow();
    shown.show({ top: 0, room, rowHeight, count: 1_000, focused: null, scrolling: false, ample: true });
    const before = shown.ids;
    for (const place of [2, 5, 7, 9, 11, 14]) scrollTo(shown, place);
    expect(new Set(shown.ids)).toEqual(new Set(before));
  });

  test('are brought one group at a time beyond the edge, after a frame that passed many', () => {
    const shown = restingAt(12 * GROUP);
    const last = () => Math.max(...rowsOf(shown));
    const begun = last();
    // What is in view is there already, and two groups ahead are not.
    scrollTo(shown, 15 * GROUP - 2);
    expect(last()).toBe(begun + GROUP);
    scrollTo(shown, 15 * GROUP - 1);
    expect(last()).toBe(begun + 2 * GROUP);
    // What is in view does not wait.
    scrollTo(shown, 20 * GROUP);
    expect(last()).toBeGreaterThanOrEqual(20 * GROUP + 9);
  });
});

test('an element is told of a scroll, and the list of elements stays the same while it is', () => {
  const shown = restingAt(100);
  const told = vi.fn();
  const stop = shown.subscribe(told);
  const { ids } = shown;
  scrollTo(shown, 101);
  expect(told).toHaveBeenCalledTimes(1);
  expect(shown.ids).toBe(ids);
  stop();
  scrollTo(shown, 102);
  expect(told).toHaveBeenCalledTimes(1);
});
