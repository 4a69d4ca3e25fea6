import { type Setback, startRun } from './run.ts';

/** One page of a list as the service answered it; `undefined` is what it didn't say. */
export interface LoadedPage<Row> {
  rows: readonly Row[];
  /** Entries that were no records at all. */
  unreadable: number;
  page: number | undefined;
  limit: number | undefined;
  total: number | undefined;
}

/** How far a load of all pages has come. */
export interface LoadProgress {
  state: 'loading' | 'paused' | 'complete' | 'partial' | 'stopped';
  /** Distinct rows that are here. */
  loaded: number;
  /** Rows that the service says there are; undefined where it hasn't said. */
  total: number | undefined;
  unreadable: number;
  /** Pages that could not be had, however often they were asked for. */
  failedPages: number;
  /** The last failure, for as long as something is missing because of one. */
  error: unknown;
  /** Why what was loaded can't be taken for the whole, beside failed pages. */
  doubt: 'none' | 'paging' | 'repeats';
}

export interface LoadOptions<Row> {
  fetchPage: (page: number, limit: number, signal: AbortSignal) => Promise<LoadedPage<Row>>;
  /** What makes two rows the same; undefined for a row that says nothing of itself and is kept as it is. */
  idOf: (row: Row) => string | undefined;
  /** Takes rows that weren't there yet, in the order in which they arrive, with the page they came on. */
  onRows: (rows: Row[], page: number) => void;
  onProgress: (progress: LoadProgress) => void;
  judge: (error: unknown) => Setback;
  limit: number;
  /** The most pages at once. */
  most?: number;
  sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
}

export interface Load {
  done: Promise<void>;
  pause(): void;
  resume(): void;
  stop(): void;
  /** Asks again for the pages that failed. */
  retry(): void;
}

/** How often the beginning of a list that grew while it was loaded is read again. */
const CATCH_UP_ROUNDS = 3;

/**
 * Loads every page of a list: the first, which says how many there are, then the others several at once. Rows
 * are counted once by their id, because a list that grows while it is read shows some twice; then its beginning
 * is read again for what slipped by. A page that brings nothing new, or that echoes another page than was
 * asked for, ends the load as doubtful instead of letting it run in a circle. Complete means that as many
 * distinct rows are here as the service says there are.
 */
export function loadPages<Row>(options: LoadOptions<Row>): Load {
  const { limit, most = 6 } = options;
  const ids = new Set<string>();
  const progress: LoadProgress = {
    state: 'loading',
    loaded: 0,
    total: undefined,
    unreadable: 0,
    failedPages: 0,
    error: undefined,
    doubt: 'none',
  };
  let waiting: number[] = [1];
  let failed: number[] = [];
  let nextUnasked = 2;
  let ended = false;
  let catchUps = 0;
  let newInRound = 0;
  let run: ReturnType<typeof startRun> | null = null;
  let stopped = false;
  /** Pages that were asked for and are not answered: after a stop they are asked for again. */
  const underWay = new Set<number>();

  const tell = () => options.onProgress({ ...progress, failedPages: failed.length });

  const lastPage = () =>
    progress.total === undefined ? Number.POSITIVE_INFINITY : Math.ceil(progress.total / limit);

  const take = (page: number, answer: LoadedPage<Row>) => {
    if (isContradicted(answer, page, limit)) {
      progress.doubt = 'paging';
      ended = true;
      return;
    }
    if (answer.total !== undefined) progress.total = answer.total;
    progress.unreadable += answer.unreadable;
    const fresh = answer.rows.filter((row) => {
      const id = options.idOf(row);
      if (id === undefined) return catchUps === 0;
      if (ids.has(id)) return false;
      ids.add(id);
      return true;
    });
    progress.loaded += fresh.length;
    newInRound += fresh.length;
    if (fresh.length > 0) options.onRows(fresh, page);
    if (catchUps > 0) return;
    if (answer.rows.length + answer.unreadable === 0) ended = true;
    else if (fresh.length === 0 && answer.rows.length > 0) {
      progress.doubt = 'repeats';
      ended = true;
    }
  };

  const nextPage = (): number | undefined => {
    const queued = waiting.shift();
    if (queued !== undefined) return queued;
    // Until the first page has said how many there are, and where no page says it, one after the other.
    if (catchUps > 0 || ended || nextUnasked > lastPage() || !isFirstIn()) return undefined;
    if (progress.total === undefined && nextUnasked > answered + 1) return undefined;
    return nextUnasked++;
  };
  let answered = 0;
  const isFirstIn = () => answered > 0;

  const runOnce = async () => {
    run = startRun<number, LoadedPage<Row>>({
      next: nextPage,
      work: async (page, signal) => {
        underWay.add(page);
        return await options.fetchPage(page, limit, signal);
      },
      judge: options.judge,
      most,
      ...(options.sleep && { sleep: options.sleep }),
      onOutcome(outcome) {
        underWay.delete(outcome.item);
        if ('error' in outcome) {
          failed.push(outcome.item);
          progress.error = outcome.error;
          if (outcome.item === 1 && answered === 0) ended = true;
        } else {
          answered += 1;
          take(outcome.item, outcome.result);
        }
        tell();
      },
    });
    return await run.done;
  };

  const isShort = () =>
    progress.total !== undefined && progress.loaded + progress.unreadable < progress.total;

  const loadAll = async () => {
    progress.state = 'loading';
    tell();
    let how = await runOnce();
    while (
      how === 'done' &&
      failed.length === 0 &&
      progress.doubt === 'none' &&
      isShort() &&
      catchUps < CATCH_UP_ROUNDS
    ) {
      catchUps += 1;
      newInRound = 0;
      const pages = Math.min(Math.ceil(((progress.total ?? 0) - progress.loaded) / limit) + 1, lastPage());
      waiting = Array.from({ length: pages }, (_, index) => index + 1);
      how = await runOnce();
      if (newInRound === 0) break;
    }
    const whole = failed.length === 0 && progress.doubt === 'none' && !isShort();
    if (stopped) progress.state = 'stopped';
    else progress.state = whole ? 'complete' : 'partial';
    if (failed.length === 0) progress.error = undefined;
    tell();
  };

  let done = loadAll();
  return {
    get done() {
      return done;
    },
    pause() {
      if (progress.state !== 'loading') return;
      run?.pause();
      progress.state = 'paused';
      tell();
    },
    resume() {
      if (progress.state !== 'paused') return;
      progress.state = 'loading';
      run?.resume();
      tell();
    },
    stop() {
      if (progress.state !== 'loading' && progress.state !== 'paused') return;
      stopped = true;
      run?.stop();
    },
    retry() {
      if (progress.state !== 'partial' && progress.state !== 'stopped') return;
      stopped = false;
      waiting = [...waiting, ...underWay, ...failed];
      underWay.clear();
      failed = [];
      if (answered === 0) ended = false;
      done = loadAll();
    },
  };
}

/** Whether an answer echoes another page or size than was asked for: the service didn't take the parameters. */
function isContradicted(answer: LoadedPage<unknown>, page: number, limit: number): boolean {
  if (answer.page !== undefined && answer.page !== page) return true;
  return answer.limit !== undefined && answer.limit !== limit;
}
