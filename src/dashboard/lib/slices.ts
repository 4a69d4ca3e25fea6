/** How long work may hold the page before it lets it draw and answer, in milliseconds. */
const SLICE_MS = 8;

/** Thrown where work was taken back because something newer replaced it. */
export class Superseded extends Error {}

/**
 * Gives the page a chance to draw and to answer whenever a slice of time is used up. Await it inside long
 * loops: mostly it does nothing. Throws Superseded once the signal is aborted.
 */
export function createBreather(signal?: AbortSignal): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (signal?.aborted) throw new Superseded();
    if (performance.now() - since < SLICE_MS) return undefined;
    return nextTask().then(() => {
      since = performance.now();
      if (signal?.aborted) throw new Superseded();
    });
  };
}

/** Goes on in a task of its own; without the delay that timers have. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

/** Visits items one after the other, in slices; `every` so many, the page gets a chance. Throws Superseded. */
export async function eachInSlices<Item>(
  items: Iterable<Item>,
  visit: (item: Item) => void,
  signal?: AbortSignal,
  every = 256,
): Promise<void> {
  const breathe = createBreather(signal);
  let count = 0;
  for (const item of items) {
    visit(item);
    if (++count % every === 0) await breathe();
  }
}

const PIECE = 4_096;

/** The places in 0…count-1 that pass, in their order, found in slices. */
export async function filterPlaces(
  count: number,
  passes: (place: number) => boolean,
  signal?: AbortSignal,
): Promise<Uint32Array> {
  const breathe = createBreather(signal);
  const kept = new Uint32Array(count);
  let size = 0;
  for (let from = 0; from < count; from += PIECE) {
    const to = Math.min(from + PIECE, count);
    for (let place = from; place < to; place++) if (passes(place)) kept[size++] = place;
    await breathe();
  }
  return kept.slice(0, size);
}

/**
 * The places in the order of `compare`, sorted in slices; places that compare equal keep their order. A merge
 * sort over sorted pieces, because one sort of a hundred thousand would hold the page for too long.
 */
export async function sortPlaces(
  places: Uint32Array,
  compare: (a: number, b: number) => number,
  signal?: AbortSignal,
): Promise<Uint32Array> {
  const breathe = createBreather(signal);
  let from = places.slice();
  for (let start = 0; start < from.length; start += PIECE) {
    // Typed arrays sort numbers by value unless told otherwise, and stably.
    from.subarray(start, start + PIECE).sort(compare);
    await breathe();
  }
  let to = new Uint32Array(from.length);
  for (let width = PIECE; width < from.length; width *= 2) {
    for (let start = 0; start < from.length; start += 2 * width) {
      await merge(from, to, { start, middle: start + width, end: start + 2 * width }, compare, breathe);
    }
    [from, to] = [to, from];
  }
  return from;
}

async function merge(
  from: Uint32Array,
  to: Uint32Array,
  range: { start: number; middle: number; end: number },
  compare: (a: number, b: number) => number,
  breathe: () => Promise<void> | undefined,
): Promise<void> {
  const middle = Math.min(range.middle, from.length);
  const end = Math.min(range.end, from.length);
  let left = range.start;
  let right = middle;
  for (let at = range.start; at < end; at++) {
    const takeLeft =
      left < middle && (right >= end || compare(from[left] as number, from[right] as number) <= 0);
    to[at] = from[takeLeft ? left++ : right++] as number;
    if (at % PIECE === 0) await breathe();
  }
}
