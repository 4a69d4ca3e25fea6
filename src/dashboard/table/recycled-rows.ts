/** The element of a group of rows, and which of the list's groups it shows. */
export interface Slot {
  id: number;
  index: number;
}

interface Wanted {
  /** The groups to be shown. */
  places: readonly number[];
  /** How many groups there are. */
  count: number;
  scrolling: boolean;
}

/**
 * Shows groups by the elements that are there already. While the list scrolls, an element whose group isn't wanted any
 * more is given another one, which takes a small part of what making an element takes, and the elements stay in
 * whatever order they are in. Once it stands still they are brought into the order of their groups, in which they are
 * read out and in which Tab goes through them.
 */
export function recycle(slots: readonly Slot[], { places, count, scrolling }: Wanted): readonly Slot[] {
  const wanted = new Set(places);
  const shown = new Set(slots.map(({ index }) => index));
  const come = places.filter((index) => !shown.has(index));
  let next = 0;
  let id = 0;
  const rows: Slot[] = [];
  for (const slot of slots) {
    id = Math.max(id, slot.id + 1);
    const other = wanted.has(slot.index) ? undefined : come[next++];
    if (other !== undefined) rows.push({ id: slot.id, index: other });
    // One that is left over waits where it is for the next row.
    else if (wanted.has(slot.index) || (scrolling && slot.index < count)) rows.push(slot);
  }
  for (const index of come.slice(next)) rows.push({ id: id++, index });
  return scrolling ? rows : rows.sort((a, b) => a.index - b.index);
}
