/** The result of an item, or the error of its last try, after which the run goes on without it. */
export type Outcome<Item, Result> = { item: Item; result: Result } | { item: Item; error: unknown };

/**
 * `again`: the item may be tried again, and from now on fewer are under way at once. `pauseMs`: how long the other side
 * asked for a pause, if it did.
 */
export type Setback = { again: boolean; pauseMs?: number | undefined };

interface RunOptions<Item, Result> {
  /** The next piece, or undefined where there is none (now: a later outcome may bring more). */
  next: () => Item | undefined;
  work: (item: Item, signal: AbortSignal) => Promise<Result>;
  onOutcome: (outcome: Outcome<Item, Result>) => void;
  judge: (error: unknown) => Setback;
  /** Waits; replaced by tests. */
  sleep?: ((ms: number, signal: AbortSignal) => Promise<void>) | undefined;
}

export type Run<Item, Result> = ReturnType<typeof startRun<Item, Result>>;

const TRIES = 4;

/** How many pieces are under way at once: at first, and at most. */
const FIRST_LIMIT = 4;
const MOST = 6;

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;

/** Processes many items at once: half as many when asked for less, one more after each calm round. */
export function startRun<Item, Result>(options: RunOptions<Item, Result>) {
  const { sleep = wait } = options;
  const abort = new AbortController();
  const again: { item: Item; tried: number }[] = [];
  let limit = FIRST_LIMIT;
  let active = 0;
  let calm = 0;
  let setbacks = 0;
  let quietUntil: Promise<void> | null = null;
  let paused = false;
  let settle: (how: 'done' | 'stopped') => void = () => {};
  const done = new Promise<'done' | 'stopped'>((resolve) => {
    settle = resolve;
  });

  const advance = () => {
    if (abort.signal.aborted) return;
    while (!paused && !quietUntil && active < limit) {
      const piece = again.shift() ?? fresh();
      if (!piece) break;
      active += 1;
      void carryOut(piece);
    }
    if (active === 0 && again.length === 0 && !quietUntil && !paused) {
      const more = fresh();
      if (!more) return settle('done');
      again.push(more);
      advance();
    }
  };

  const fresh = () => {
    const item = options.next();
    return item === undefined ? undefined : { item, tried: 0 };
  };

  const carryOut = async ({ item, tried }: { item: Item; tried: number }) => {
    const outcome = await options.work(item, abort.signal).then(
      (result) => ({ item, result }),
      (error: unknown) => ({ item, error }),
    );
    active -= 1;
    if (abort.signal.aborted) return;
    if ('error' in outcome) meet(outcome, tried + 1);
    else {
      options.onOutcome(outcome);
      setbacks = 0;
      calm += 1;
      if (calm >= limit && limit < MOST) {
        limit += 1;
        calm = 0;
      }
    }
    advance();
  };

  const meet = ({ item, error }: { item: Item; error: unknown }, tried: number) => {
    const setback = options.judge(error);
    if (setback.again) {
      limit = Math.max(1, Math.floor(limit / 2));
      calm = 0;
    }
    if (!setback.again || tried >= TRIES) return options.onOutcome({ item, error });
    again.push({ item, tried });
    setbacks += 1;
    const pause = setback.pauseMs ?? Math.min(FIRST_PAUSE_MS * 2 ** (setbacks - 1), LONGEST_PAUSE_MS);
    quietUntil ??= sleep(pause, abort.signal).then(() => {
      quietUntil = null;
      advance();
    });
  };

  queueMicrotask(advance);
  return {
    /** Resolves when there is nothing left, or it was stopped. */
    done,
    pause() {
      paused = true;
    },
    resume() {
      paused = false;
      advance();
    },
    /** Takes no further piece and takes back those under way. */
    stop() {
      abort.abort();
      settle('stopped');
    },
  };
}

/** Waits, or until it is called off. */
export function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const end = () => {
      clearTimeout(timer);
      // Some signals last as long as the page.
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
  });
}
