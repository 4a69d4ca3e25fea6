import { ListPass } from './list-pass.ts';
import type { LoadedPage } from './loaded-page.ts';
import { type Run, type Setback, startRun } from './run.ts';

export interface LoadProgress {
  /** `resting`: as many rows are here as are wanted, or nothing is under way that could be paused. */
  state: 'loading' | 'resting' | 'paused' | 'complete' | 'partial' | 'stopped';
  loaded: number;
  total: number | undefined;
  /** The total may count rows twice that aren't all here yet: there are no more than it says. */
  isMost?: boolean;
  unreadable: number;
  /** Pages that could not be loaded, however often they were asked for. */
  failedPages: number;
  /** The last failure, while something is missing because of one. */
  error: Error | undefined;
  /** Why the loaded rows can't be taken for the whole, apart from failed pages. */
  doubt: 'none' | 'paging' | 'repeats' | 'changed';
}

/** Whether every row of a list is here: all pages were loaded, and all rows could be read. */
export function hasEveryRow({ state, unreadable }: Pick<LoadProgress, 'state' | 'unreadable'>): boolean {
  return state === 'complete' && unreadable === 0;
}

export const NO_PROGRESS: LoadProgress = {
  state: 'loading',
  loaded: 0,
  total: undefined,
  unreadable: 0,
  failedPages: 0,
  error: undefined,
  doubt: 'none',
};

export interface LoadOptions<Row> {
  fetchPage: (page: number, limit: number, signal: AbortSignal) => Promise<LoadedPage<Row>>;
  idOf: (row: Row) => string;
  onProgress: (progress: LoadProgress) => void;
  judge: (error: unknown) => Setback;
  limit: number;
  /** How many rows are wanted at first; all of them, unless something else is said. */
  wanted?: number;
  sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
}

export type Load<Row = unknown> = ReturnType<typeof loadPages<Row>>;

/** How often a list is read from its start, because it lost rows while it was read. */
const PASSES = 3;

/**
 * Loads every page of a list: the first, which says how many rows there are, then the others several at once. At the
 * end the first page is read again by itself: rows that came in the meantime are added, and if any were removed, the
 * list is read from its start. So "complete" means that the rows are those that the service held at the last answer.
 * A list that doesn't stay the same for long enough is partial.
 *
 * If the service gives no total, every page is read a second time instead, and must hold the same rows. A page that
 * brings nothing new, or that echoes another page than was asked for, ends the load as doubtful instead of letting it
 * run in a circle.
 */
export function loadPages<Row>(options: LoadOptions<Row>) {
  const { idOf, limit } = options;
  const progress: LoadProgress = { ...NO_PROGRESS };
  let pass = new ListPass(idOf, limit, false);
  let running: Run<number, LoadedPage<Row>> | null = null;
  let wanted = options.wanted ?? Number.POSITIVE_INFINITY;
  /** The rows of the pass before, which stay until the new pass holds as many. */
  let earlier: readonly Row[] = [];
  /** Pages that were asked for and are not answered: a retry asks for them again. */
  const unanswered = new Set<number>();

  const keepsEarlier = () => progress.state !== 'complete' && pass.listed.size < earlier.length;

  const tell = () => {
    const { listed } = pass;
    progress.loaded = keepsEarlier() ? earlier.length : listed.size;
    progress.total = listed.total ?? progress.total;
    progress.unreadable = listed.unreadable;
    if (progress.state === 'loading' && progress.loaded >= wanted && progress.loaded !== progress.total) {
      progress.state = 'resting';
      running?.pause();
    }
    options.onProgress({ ...progress });
  };

  const move = (state: LoadProgress['state']) => {
    progress.state = state;
    tell();
  };

  const isStopped = () => progress.state === 'stopped';
  const mayGoOn = () => !isStopped() && progress.failedPages === 0 && progress.doubt === 'none';

  /** Asks for pages. Returns whether all of them were answered as they should be. */
  const run = async () => {
    if (isStopped()) return false;
    running = startRun<number, LoadedPage<Row>>({
      next: () => pass.next(),
      work: async (page, signal) => {
        unanswered.add(page);
        return await options.fetchPage(page, limit, signal);
      },
      judge: options.judge,
      sleep: options.sleep,
      onOutcome(outcome) {
        if ('error' in outcome) {
          progress.failedPages += 1;
          progress.error = outcome.error instanceof Error ? outcome.error : new Error(String(outcome.error));
        } else {
          unanswered.delete(outcome.item);
          const doubt = pass.take(outcome.item, outcome.result);
          if (doubt !== 'none') progress.doubt = doubt;
        }
        tell();
      },
    });
    if (progress.state !== 'loading') running.pause();
    await running.done;
    return mayGoOn();
  };

  const loadAll = async () => {
    move('loading');
    let came = await pass.read(run);
    for (let passes = 2; passes <= PASSES && came === 'changed' && mayGoOn(); passes += 1) {
      startOver(passes === PASSES);
      came = await pass.read(run);
    }
    if (isStopped()) return;
    if (progress.failedPages === 0) progress.error = undefined;
    const isWhole = came === 'whole' && mayGoOn();
    if (came === 'changed' && mayGoOn()) progress.doubt = 'changed';
    move(isWhole ? 'complete' : 'partial');
  };

  const startOver = (isLast: boolean) => {
    if (!keepsEarlier()) earlier = pass.listed.rows();
    pass = new ListPass(idOf, limit, isLast);
    progress.doubt = 'none';
  };

  const goOn = () => {
    running?.resume();
    move('loading');
  };

  let done = loadAll();
  return {
    get done() {
      return done;
    },
    /** The rows that are here, in the order of the list; the same array until there are others. */
    rows: () => (keepsEarlier() ? earlier : pass.listed.rows()),
    pause() {
      if (progress.state !== 'loading') return;
      running?.pause();
      move('paused');
    },
    resume() {
      if (progress.state === 'paused') goOn();
    },
    /** Goes on until so many rows are here, if that is more than were wanted before. */
    want(rows: number) {
      wanted = Math.max(wanted, rows);
      if (progress.state === 'resting' && progress.loaded < wanted) goOn();
    },
    stop() {
      if (!['loading', 'resting', 'paused'].includes(progress.state)) return;
      running?.stop();
      if (progress.failedPages === 0) progress.error = undefined;
      move('stopped');
    },
    /** Goes on if it was paused; else asks again for the pages that failed, or for all of them if the list changed. */
    retry() {
      if (progress.state === 'paused') goOn();
      if (progress.state !== 'partial' && progress.state !== 'stopped') return;
      const again = [...unanswered];
      if (progress.state === 'partial' && (again.length === 0 || pass.listed.hasMoved)) startOver(false);
      // The first page is read again in any case, once the others are here.
      else pass.waiting.push(...again.filter((page) => page > 1 || pass.answered === 0));
      unanswered.clear();
      progress.failedPages = 0;
      done = loadAll();
    },
  };
}
