/** Thrown where work was taken back because something newer replaced it. */
export class Superseded extends Error {}

/** Work that can be interrupted wherever it yields. */
export type Slices<Result> = Generator<void, Result, void>;

/** Does work without a pause: for few rows, where the page would wait longer for its turn than for the work. */
export function atOnce<Result>(work: Slices<Result>): Result {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

/** Does work in slices of 8 ms, between which the page can draw. Throws Superseded once the signal is aborted. */
export async function inSlices<Result>(work: Slices<Result>, signal?: AbortSignal): Promise<Result> {
  let since = performance.now();
  for (;;) {
    if (signal?.aborted) throw new Superseded();
    const step = work.next();
    if (step.done) return step.value;
    if (performance.now() - since < 8) continue;
    await nextTask();
    since = performance.now();
  }
}

/** Waits for a task of its own, without the delay that timers have. */
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

/** Visits items one after the other, and yields after every 64, so that the page can draw. */
export function* eachInSlices<Item>(items: Iterable<Item>, visit: (item: Item) => void): Slices<void> {
  let count = 0;
  for (const item of items) {
    visit(item);
    if (++count % 64 === 0) yield;
  }
}

const PIECE = 4_096;

/** The places in 0…count-1 that pass, in their order. */
export function* filterPlaces(count: number, passes: (place: number) => boolean): Slices<Uint32Array> {
  const kept = new Uint32Array(count);
  let size = 0;
  for (let from = 0; from < count; from += PIECE) {
    const to = Math.min(from + PIECE, count);
    for (let place = from; place < to; place++) if (passes(place)) kept[size++] = place;
    yield;
  }
  return kept.slice(0, size);
}

/** The places in the order of `compare`, stably: merged, as one sort would hold the page for too long. */
export function* sortPlaces(
  places: Uint32Array,
  compare: (a: number, b: number) => number,
): Slices<Uint32Array> {
  let from = places.slice();
  for (let start = 0; start < from.length; start += PIECE) {
    // Typed arrays sort numbers by value unless told otherwise, and stably.
    from.subarray(start, start + PIECE).sort(compare);
    yield;
  }
  let to = new Uint32Array(from.length);
  for (let width = PIECE; width < from.length; width *= 2) {
    for (let start = 0; start < from.length; start += 2 * width)
      yield* merge(from, to, start, width, compare);
    [from, to] = [to, from];
  }
  return from;
}

function* merge(
  from: Uint32Array,
  to: Uint32Array,
  start: number,
  width: number,
  compare: (a: number, b: number) => number,
): Slices<void> {
  const middle = Math.min(start + width, from.length);
  const end = Math.min(start + 2 * width, from.length);
  let left = start;
  let right = middle;
  for (let at = start; at < end; at++) {
    const takeLeft =
      left < middle && (right >= end || compare(from[left] as number, from[right] as number) <= 0);
    to[at] = from[takeLeft ? left++ : right++] as number;
    if (at % PIECE === 0) yield;
  }
}
