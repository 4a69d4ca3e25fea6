/**
 * Functions that run inside a measured page. Each is sent as its source, so it can't use anything outside itself.
 * They put results into `window.bench`.
 */

/** What the functions below find. */
interface Found {
  /** When what is waited for had been painted, in milliseconds since the navigation. */
  paintedAt?: number;
  /** When the page answered, and its main thread had been at rest from then on for half a second. */
  usableAt?: number;
  /** The layout shift as browsers report it: the most that shifted in five seconds without a second of rest. */
  shift: number;
  /** The longest interaction of the page so far, in milliseconds, and its kind. */
  longest: number;
  longestKind: string;
  /** The milliseconds that `noteTimeToPaint` finds. */
  timeToPaint?: Promise<number>;
}

declare global {
  interface Window {
    bench: Found;
  }
}

/** Watches for layout shifts, and for the time from an interaction to the paint after it. */
export function watch(): void {
  window.bench = { ...window.bench, shift: 0, longest: 0, longestKind: '' };
  let row = { from: 0, to: 0, sum: 0 };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value, hadRecentInput, startTime } = entry as PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
      };
      if (hadRecentInput) continue;
      const goesOn = startTime - row.to < 1_000 && startTime - row.from < 5_000;
      row = goesOn
        ? { ...row, to: startTime, sum: row.sum + value }
        : { from: startTime, to: startTime, sum: value };
      window.bench.shift = Math.max(window.bench.shift, row.sum);
    }
  }).observe({ type: 'layout-shift', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const event = entry as PerformanceEventTiming & { interactionId: number };
      if (event.interactionId === 0 || event.duration <= window.bench.longest) continue;
      window.bench.longest = event.duration;
      window.bench.longestKind = event.name;
    }
  }).observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
}

/** Notes when the page's own content has been painted, and when the page answers to a person. */
export function watchLoad(): void {
  window.bench = { ...window.bench };
  const REST_MS = 500;
  let restsSince = 0;
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries())
      restsSince = Math.max(restsSince, startTime + duration);
  }).observe({ type: 'longtask', buffered: true });
  const lookForContent = () => {
    const heading = document.querySelector('h1')?.textContent;
    if (!heading || document.querySelector('main [aria-busy=true]')) {
      requestAnimationFrame(lookForContent);
      return;
    }
    // This frame paints it; the next task comes after that.
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      window.bench.paintedAt = performance.now();
    };
    port2.postMessage(null);
  };
  const lookForRest = () => {
    const root = document.getElementById('root');
    const answers = window.bench.paintedAt && root?.childElementCount && !root.inert;
    const now = performance.now();
    if (!answers) restsSince = Math.max(restsSince, now);
    else if (now - restsSince >= REST_MS) {
      window.bench.usableAt = restsSince;
      return;
    }
    setTimeout(lookForRest, 20);
  };
  requestAnimationFrame(lookForContent);
  lookForRest();
}

/** Notes when ten rows with text in them have been painted. */
export function watchRows(): void {
  window.bench = { ...window.bench };
  const look = () => {
    const rows = [...document.querySelectorAll('tbody tr')].filter((row) => row.textContent?.trim());
    if (rows.length < 10) {
      requestAnimationFrame(look);
      return;
    }
    // This frame paints them; the next task comes after that.
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      window.bench.paintedAt = performance.now();
    };
    port2.postMessage(null);
  };
  requestAnimationFrame(look);
}

/**
 * Measures from the next event of a kind to the first frame painted in which the page is as it is waited for:
 * its main heading says `heading` and nothing is busy, or the text of `changed` is another than before.
 */
export function noteTimeToPaint(until: { event: string; heading?: string; changed?: string }): void {
  const textOf = (selector: string) => document.querySelector(selector)?.textContent ?? '';
  // There may also be a hidden page, which is prerendered.
  const inView = '#main > [data-page=in-view]';
  const before = until.changed === undefined ? '' : textOf(until.changed);
  const isDone = () =>
    until.heading === undefined
      ? textOf(until.changed ?? '') !== before
      : textOf(`${inView} h1`) === until.heading && !document.querySelector(`${inView} [aria-busy=true]`);
  const timeToPaint = new Promise<number>((resolve, reject) => {
    setTimeout(() => reject(new Error(`Nothing came of ${JSON.stringify(until)}`)), 30_000);
    const begin = ({ timeStamp }: Event) => {
      const look = () => {
        if (!isDone()) {
          requestAnimationFrame(look);
          return;
        }
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(performance.now() - timeStamp);
        port2.postMessage(null);
      };
      requestAnimationFrame(look);
    };
    addEventListener(until.event, begin, { capture: true, once: true });
  });
  window.bench = { ...window.bench, timeToPaint };
}
