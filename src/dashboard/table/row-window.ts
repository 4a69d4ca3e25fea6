import { recycle, type Slot } from './recycled-rows.ts';

/** What of a list is seen. Heights and distances in pixels. */
export interface RowView {
  /** How far it is scrolled. */
  top: number;
  /** The height of the frame in which it scrolls. */
  room: number;
  rowHeight: number;
  count: number;
  /** The row that has the focus, which would go with it. */
  focused: number | null;
  scrolling: boolean;
  /** Whether there are rows beyond the edges, too. */
  ample: boolean;
}

/**
 * Rows that one element holds. Each element that is moved by itself costs the browser more than the rows in it; but
 * those of one are brought in the same frame.
 */
export const GROUP = 5;
/**
 * Groups beyond the edges. Where the list scrolls towards, what a fast wheel passes before the next frame is painted;
 * on the other side, enough for the first frame after one turns round.
 */
const AHEAD = 2;
const BEHIND = 1;
/** Groups that are added beyond the edge at once: more than a fast wheel passes in a frame. */
const AT_ONCE = 1;

/** Groups from `first` to before `end`. */
interface Range {
  first: number;
  end: number;
}

/**
 * Which rows of a long list are there, and in which elements. An element is told when its rows become others; the work
 * for a frame of a scroll is then that of the rows which come into view, not of the list around them.
 */
export class RowWindow {
  /** The elements, in the order in which they stand; the same array for as long as it says the same. */
  ids: readonly number[] = [];
  #slots: readonly Slot[] = [];
  readonly #places = new Map<number, number>();
  readonly #listeners = new Set<() => void>();
  #top = 0;
  #isDown = true;
  #range: Range = { first: 0, end: 0 };

  /** Shows another part of the list, or another list. */
  show(view: RowView): void {
    if (view.top !== this.#top) this.#isDown = view.top > this.#top;
    this.#top = view.top;
    const { scrolling } = view;
    const count = groupsOf(view);
    this.#range = rangeOf(view, this.#isDown, this.#range);
    this.#slots = recycle(this.#slots, { places: groupsIn(this.#range, view), count, scrolling });
    for (const { id, index } of this.#slots) this.#places.set(id, index * GROUP);
    if (this.#slots.length !== this.ids.length || this.#slots.some(({ id }, place) => id !== this.ids[place]))
      this.ids = this.#slots.map(({ id }) => id);
    for (const tell of this.#listeners) tell();
  }

  /** The place of the first of the rows that an element shows. */
  placeOf(id: number): number {
    return this.#places.get(id) ?? 0;
  }

  /** Returns how to listen no more. */
  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };
}

/**
 * The groups to be shown: those in view, and those beyond it. They are as many at an end of the list as in its middle,
 * so that a scroll begins without new elements. While it goes on, only so many are added ahead at once: a frame that
 * came late, and has more of them to bring, would make the next one late as well.
 */
function rangeOf(view: RowView, isDown: boolean, before: Range): Range {
  const { room, rowHeight, ample, scrolling } = view;
  const height = rowHeight * GROUP;
  const count = groupsOf(view);
  const top = Math.max(0, Math.min(view.top, view.count * rowHeight - room));
  const firstSeen = Math.floor(top / height);
  const endSeen = Math.min(count, Math.ceil((top + room) / height));
  if (!ample) return { first: firstSeen, end: endSeen };
  const [above, below] = isDown ? [BEHIND, AHEAD] : [AHEAD, BEHIND];
  const length = Math.min(count, Math.ceil(room / height) + 1 + above + below);
  const first = Math.max(0, Math.min(firstSeen - above, count - length));
  const end = first + length;
  if (!scrolling) return { first, end };
  return isDown
    ? { first, end: Math.min(end, Math.max(before.end + AT_ONCE, endSeen)) }
    : { first: Math.max(first, Math.min(before.first - AT_ONCE, firstSeen)), end };
}

function groupsOf({ count }: RowView): number {
  return Math.ceil(count / GROUP);
}

/** The groups of a range, and that of the row that has the focus, in their order. */
function groupsIn({ first, end }: Range, { focused, count }: RowView): number[] {
  const groups = Array.from({ length: end - first }, (_, place) => first + place);
  if (focused === null || focused >= count) return groups;
  const own = Math.floor(focused / GROUP);
  if (own >= first && own < end) return groups;
  return own < first ? [own, ...groups] : [...groups, own];
}
