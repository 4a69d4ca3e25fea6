import { ListedRows } from './listed-rows.ts';
import { isContradicted, type LoadedPage, pagesOf } from './loaded-page.ts';
import { type Setback, startRun } from './run.ts';

/** How far a load of all pages has come. */
export interface LoadProgress {
  state: 'loading' | 'paused' | 'complete' | 'partial' | 'stopped';
  /** Distinct rows that are here. */
  loaded: number;
  /** Rows that the service says there are; undefined where it hasn't said. */
  total: number | undefined;
  unreadable: number;
  /** Pages that could not be loaded, however often they were asked for. */
  failedPages: number;
  /** The last failure, while something is missing because of one. */
  error: Error | undefined;
  /** Why the loaded rows can't be taken for the whole, apart from failed pages. */
  doubt: 'none' | 'paging' | 'repeats' | 'changed';
}

/** A load that has brought nothing yet. */
export const NO_PROGRESS: LoadProgress = {
  ...{ state: 'loading', loaded: 0, total: undefined, unreadable: 0, failedPages: 0 },
  ...{ error: undefined, doubt: 'none' },
};

export interface LoadOptions<Row> {
  fetchPage: (page: number, limit: number, signal: AbortSignal) => Promise<LoadedPage<Row>>;
  idOf: (row: Row) => string;
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
  /** Asks again for the pages that failed, or for all of them if the list changed. */
  retry(): void;
}

export interface PageLoad<Row> extends Load {
  /** The rows that are here, in the order of the list; the same array until there are others. */
  rows(): readonly Row[];
}

/** How often a list is read from its start, because it lost rows while it was read. */
const PASSES = 3;

/** How often the front of the list is compared in one pass, because new rows came while it was read. */
const CHECKS = 5;

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
export function loadPages<Row>(options: LoadOptions<Row>): PageLoad<Row> {
  const { limit, most = 6 } = options;
  const progress: LoadProgress = { ...NO_PROGRESS };
  let pass = newPass(options);
  let failed: number[] = [];
  let run: ReturnType<typeof startRun> | null = null;
  let stopped = false;
  /** The rows of the pass before, which stay until the new pass holds as many. */
  let earlier: readonly Row[] = [];
  /** Pages that were asked for and are not answered: after a stop they are asked for again. */
  const underWay = new Set<number>();

  const keepsEarlier = () => progress.state !== 'complete' && pass.listed.size < earlier.length;

  const tell = () => {
    const { listed } = pass;
    progress.loaded = keepsEarlier() ? earlier.length : listed.size;
    progress.total = listed.total ?? progress.total;
    progress.unreadable = listed.unreadable;
    progress.failedPages = failed.length;
    options.onProgress({ ...progress });
  };

  const doubt = (kind: LoadProgress['doubt']) => {
    progress.doubt = kind;
    pass.ended = true;
  };

  const take = (page: number, answer: LoadedPage<Row>) => {
    const { listed } = pass;
    if (isContradicted(answer, page, limit)) {
      // Of a list that takes no parameters there is at least what it gave.
      if (page === 1 && listed.size === 0) listed.place(page, answer);
      return doubt('paging');
    }
    pass.answered += 1;
    if (!listed.place(page, answer) && !pass.isChecked) return doubt('repeats');
    const isEmpty = answer.rows.length + answer.unreadable === 0;
    if (isEmpty && page <= pagesOf(listed.total, limit)) pass.ended = true;
  };

  const mayGoOn = () => !stopped && failed.length === 0 && progress.doubt === 'none';

  const nextPage = (): number | undefined => {
    const { listed, waiting, answered } = pass;
    if (listed.hasMoved && !pass.isLast) return undefined;
    const queued = waiting.shift();
    if (queued !== undefined || pass.isChecked || pass.ended) return queued;
    // One page at a time until the first has said how many there are, and if none says it.
    if (answered === 0 || pass.nextUnasked > pagesOf(listed.total, limit)) return undefined;
    if (listed.total === undefined && pass.nextUnasked > answered + 1) return undefined;
    return pass.nextUnasked++;
  };

  const runOnce = async (pages: readonly number[] = []) => {
    if (stopped) return;
    pass.waiting.push(...pages);
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
          progress.error = outcome.error instanceof Error ? outcome.error : new Error(String(outcome.error));
        } else take(outcome.item, outcome.result);
        tell();
      },
    });
    if (progress.state === 'paused') run.pause();
    await run.done;
  };

  const readOnce = async (): Promise<'whole' | 'changed' | 'short'> => {
    await runOnce();
    const { listed } = pass;
    if (!mayGoOn()) return 'short';
    if (pass.answered === 1 && listed.isWhole()) return 'whole';
    pass.isChecked = true;
    if (listed.total === undefined) {
      await runOnce(Array.from({ length: pass.nextUnasked - 1 }, (_, index) => index + 1));
      return listed.hasMoved ? 'changed' : 'whole';
    }
    for (let checks = 0, idle = 0; checks < CHECKS; checks += 1) {
      if (listed.hasMoved) return 'changed';
      if (!mayGoOn() || pass.ended || idle === 2) return 'short';
      const held = listed.size;
      await runOnce(listed.pagesToRead());
      if (mayGoOn() && !listed.hasMoved) await runOnce([1]);
      if (listed.isWhole()) return 'whole';
      idle = listed.size === held ? idle + 1 : 0;
    }
    return 'changed';
  };

  const loadAll = async () => {
    progress.state = 'loading';
    tell();
    let came = await readOnce();
    for (let passes = 2; passes <= PASSES && came === 'changed' && mayGoOn(); passes += 1) {
      startOver(passes === PASSES);
      came = await readOnce();
    }
    if (failed.length === 0) progress.error = undefined;
    if (stopped) progress.state = 'stopped';
    else if (came === 'whole' && mayGoOn()) progress.state = 'complete';
    else progress.state = 'partial';
    if (came === 'changed' && mayGoOn()) progress.doubt = 'changed';
    tell();
  };

  const startOver = (isLast: boolean) => {
    if (!keepsEarlier()) earlier = pass.listed.rows();
    pass = newPass(options, isLast);
    progress.doubt = 'none';
  };

  let done = loadAll();
  return {
    get done() {
      return done;
    },
    rows: () => (keepsEarlier() ? earlier : pass.listed.rows()),
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
      const again = [...underWay, ...failed];
      if (progress.state === 'partial' && (again.length === 0 || pass.listed.hasMoved)) startOver(false);
      // The first page is read again in any case, once the others are here.
      else pass.waiting.push(...again.filter((page) => page > 1 || pass.answered === 0));
      stopped = false;
      underWay.clear();
      failed = [];
      done = loadAll();
    },
  };
}

/** One reading of the list from its start. */
interface Pass<Row> {
  listed: ListedRows<Row>;
  /** Pages to ask for before any other. */
  waiting: number[];
  nextUnasked: number;
  answered: number;
  /** Every page was asked for once. */
  isChecked: boolean;
  /** No further page is asked for, because one was empty or can't be right. */
  ended: boolean;
  /** Read it to its end, even if it turns out to have changed. */
  isLast: boolean;
}

function newPass<Row>({ idOf, limit }: LoadOptions<Row>, isLast = false): Pass<Row> {
  const listed = new ListedRows(idOf, limit);
  return { listed, waiting: [1], nextUnasked: 2, answered: 0, isChecked: false, ended: false, isLast };
}
