import fc from 'fast-check';
import { expect, test } from 'vitest';
import { recycle, type Slot } from './recycled-rows.ts';

const COUNT = 60;

const views = fc.array(
  fc.record({
    first: fc.nat(COUNT - 1),
    length: fc.integer({ min: 1, max: 12 }),
    scrolling: fc.boolean(),
  }),
  { minLength: 1, maxLength: 12 },
);

test('every wanted row is shown once, by elements that are never two rows, and in order at rest', () => {
  fc.assert(
    fc.property(views, (turns) => {
      let slots: readonly Slot[] = [];
      for (const { first, length, scrolling } of turns) {
        const places = Array.from({ length }, (_, place) => first + place).filter((index) => index < COUNT);
        const before = new Map(slots.map(({ id, index }) => [index, id]));
        slots = recycle(slots, { places, count: COUNT, scrolling });
        const shown = slots.map(({ index }) => index);
        expect(new Set(shown).size).toBe(shown.length);
        expect(new Set(slots.map(({ id }) => id)).size).toBe(slots.length);
        expect(shown).toEqual(expect.arrayContaining(places));
        if (!scrolling) expect(shown).toEqual(places);
        // What is still seen stays in its element: it may have the focus.
        for (const { id, index } of slots) {
          if (places.includes(index)) expect(before.get(index) ?? id).toBe(id);
        }
      }
    }),
  );
});
