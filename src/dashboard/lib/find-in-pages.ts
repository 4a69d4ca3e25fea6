import type { LoadedPage } from './loaded-page.ts';
import { type Setback, startRun } from './run.ts';

export interface Look<Row> {
  fetchPage: (page: number, signal: AbortSignal) => Promise<LoadedPage<Row>>;
  /** A row's id, and when it was made, in milliseconds since 1970; null if that is unknown. */
  placeOf: (row: Row) => { id: string | undefined; at: number | null };
  sought: { id: string; at: number | null };
  limit: number;
  judge: (error: unknown) => Setback;
  onProgress?: (seen: { looked: number; total: number | undefined }) => void;
  signal: AbortSignal;
}

/** How often the binary search runs, at most: it starts again if the list grew meanwhile. */
const ROUNDS = 2;

/** The known times of a page's rows; null if the page is empty, or if the answer is for another page. */
type SeenPage = readonly number[] | null;

/**
 * Finds a record in a paged list that has no endpoint for one. If its creation time is known and the list is sorted by
 * it, newest first, a binary search takes about log2(pages) requests, and one for each further page of the same time.
 * Otherwise, or if the list is not sorted after all, all other pages are read. `row` is null where it is in none of
 * them; it may be on one of `failedPages`, which could not be loaded.
 */
export async function findInPages<Row>(look: Look<Row>) {
  const { fetchPage, placeOf, sought, limit, judge, onProgress, signal } = look;
  const pages = new Map<number, SeenPage>();
  const counts = new Map<number, number>();
  let row: Row | null = null;
  let total: number | undefined;
  let failedPages = 0;
  const looked = () => [...counts.values()].reduce((sum, count) => sum + count, 0);
  const lastPage = () => (total === undefined ? undefined : Math.max(1, Math.ceil(total / limit)));

  const read = async (page: number, within = signal): Promise<SeenPage> => {
    const known = pages.get(page);
    if (known) return known;
    const answer = await fetchPage(page, within);
    within.throwIfAborted();
    if (answer.page !== undefined && answer.page !== page) return null;
    total = answer.total ?? total;
    row = answer.rows.find((one) => placeOf(one).id === sought.id) ?? row;
    const count = answer.rows.length + answer.unreadable;
    const times = answer.rows.map((one) => placeOf(one).at).filter((at) => at !== null);
    pages.set(page, count === 0 ? null : times);
    counts.set(page, count);
    onProgress?.({ looked: looked(), total });
    return pages.get(page) ?? null;
  };

  /** Finds the first page whose last row is of the time or older, and reads on while pages end with that time. */
  const halve = async (time: number) => {
    let low = 1;
    let high = lastPage() ?? 1;
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      const oldest = (await read(middle))?.at(-1);
      if (row || oldest === undefined) return;
      if (oldest > time) low = middle + 1;
      else high = middle;
    }
    for (let page = low; !row && page <= (lastPage() ?? 1); page += 1) {
      if ((await read(page))?.at(-1) !== time) return;
    }
  };

  const goThrough = async () => {
    let next = 1;
    let ended = false;
    const run = startRun<number, SeenPage>({
      next: () => {
        while (pages.has(next)) next += 1;
        const last = lastPage();
        if (ended || row || (last !== undefined && next > last)) return undefined;
        // If the number of pages is unknown, it reads one after the other until one is empty.
        if (last === undefined && next > 1 && !pages.has(next - 1)) return undefined;
        return next++;
      },
      work: read,
      judge,
      onOutcome: (outcome) => {
        if ('error' in outcome) failedPages += 1;
        else if (outcome.result === null) ended = true;
        if (row) run.stop();
      },
    });
    signal.addEventListener('abort', () => run.stop(), { once: true });
    await run.done;
    signal.throwIfAborted();
  };

  const first = await read(1);
  for (let round = 0; first && !row && sought.at !== null && round < ROUNDS; round += 1) {
    const totalBefore = total;
    await halve(sought.at);
    if (total === totalBefore) break;
    // The list grew meanwhile, so its rows have moved.
    pages.clear();
  }
  if (!row) await goThrough();
  return { row: row as Row | null, looked: looked(), total: total as number | undefined, failedPages };
}
