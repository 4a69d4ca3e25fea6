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

/** How often the search starts again because the list grew under it. */
const ROUNDS = 2;

/**
 * Finds a record in a paged list that has no endpoint for one. If its creation time is known and the list is sorted by
 * it (newest first, then by id), a binary search takes about log2(pages) requests; neighbouring pages are searched if
 * several records have the same time. Otherwise, or if the list is not sorted after all, all other pages are read.
 * `row` is null where it is in none of them; it may be on one of `failedPages`, which could not be loaded.
 */
export async function findInPages<Row>(look: Look<Row>) {
  const search = createSearch(look);
  const first = await search.page(1);
  if (first && !search.row && look.sought.at !== null) {
    for (let round = 0; round < ROUNDS && !search.row; round++) {
      const totalBefore = search.total;
      await halve(search, look.sought.at, look.sought.id);
      if (search.total === totalBefore) break;
      search.pages.clear();
    }
  }
  if (!search.row) await goThrough(search, look);
  return { row: search.row, looked: search.looked(), total: search.total, failedPages: search.failed.size };
}

interface Edge {
  at: number;
  id: string;
}

type SeenPage = Record<'newest' | 'oldest', Edge | null>;

type Search<Row> = ReturnType<typeof createSearch<Row>>;

function createSearch<Row>({ fetchPage, placeOf, sought, limit, signal, onProgress }: Look<Row>) {
  const pages = new Map<number, SeenPage>();
  const counts = new Map<number, number>();
  const failed = new Set<number>();
  const search = {
    row: null as Row | null,
    total: undefined as number | undefined,
    pages,
    failed,
    lastPage: () => (search.total === undefined ? undefined : Math.max(1, Math.ceil(search.total / limit))),
    looked: () => [...counts.values()].reduce((sum, count) => sum + count, 0),
    /** Looks at a page; null where it is empty or another one than was asked for. */
    async page(page: number, within: AbortSignal = signal): Promise<SeenPage | null> {
      const known = pages.get(page);
      if (known) return known;
      const answer = await fetchPage(page, within);
      within.throwIfAborted();
      if (answer.page !== undefined && answer.page !== page) return null;
      if (answer.total !== undefined) search.total = answer.total;
      const row = answer.rows.find((one) => placeOf(one).id === sought.id);
      if (row !== undefined) search.row = row;
      const edges = answer.rows
        .map(placeOf)
        .flatMap(({ id, at }) => (at === null ? [] : { at, id: id ?? '' }));
      const seen = { newest: edges[0] ?? null, oldest: edges.at(-1) ?? null };
      pages.set(page, seen);
      counts.set(page, answer.rows.length + answer.unreadable);
      onProgress?.({ looked: search.looked(), total: search.total });
      return counts.get(page) === 0 ? null : seen;
    },
  };
  return search;
}

/** Halves the pages until the record is found or there is no page left that could hold it. */
async function halve<Row>(search: Search<Row>, at: number, id: string): Promise<void> {
  let low = 1;
  let high = search.lastPage() ?? 1;
  let probe = 1;
  while (low <= high && !search.row) {
    const seen = await search.page(probe);
    if (search.row || !seen?.newest || !seen.oldest) break;
    if (order({ at, id }, seen.newest) < 0) high = probe - 1;
    else if (order({ at, id }, seen.oldest) > 0) low = probe + 1;
    else break;
    probe = Math.floor((low + high) / 2);
  }
  if (!search.row) await lookBeside(search, at);
}

/** Also searches the pages next to one that begins or ends with the time: records of one time have no order. */
async function lookBeside<Row>(search: Search<Row>, at: number): Promise<void> {
  for (const [start, { newest, oldest }] of [...search.pages]) {
    if (newest?.at !== at && oldest?.at !== at) continue;
    for (const step of [-1, 1]) {
      for (let page = start; page >= 1 && page <= (search.lastPage() ?? 1); page += step) {
        const seen = await search.page(page);
        if (search.row) return;
        if ((step < 0 ? seen?.newest : seen?.oldest)?.at !== at) break;
      }
    }
  }
}

/** Before or after, in a list that is newest first, and by id, last first, among those of one instant. */
function order(a: Edge, b: Edge): number {
  if (a.at !== b.at) return b.at - a.at;
  return a.id === b.id ? 0 : a.id > b.id ? -1 : 1;
}

async function goThrough<Row>(search: Search<Row>, { judge, signal }: Look<Row>): Promise<void> {
  let next = 1;
  let ended = false;
  const run = startRun<number, SeenPage | null>({
    next: () => {
      while (search.pages.has(next)) next += 1;
      const last = search.lastPage();
      if (ended || search.row || (last !== undefined && next > last)) return undefined;
      // If the number of pages is unknown, one after the other until one is empty.
      if (last === undefined && next > 1 && !search.pages.has(next - 1)) return undefined;
      return next++;
    },
    work: (page, within) => search.page(page, within),
    judge,
    onOutcome: (outcome) => {
      if ('error' in outcome) search.failed.add(outcome.item);
      else if (outcome.result === null) ended = true;
      if (search.row) run.stop();
    },
  });
  const stop = () => run.stop();
  signal.addEventListener('abort', stop);
  await run.done;
  signal.removeEventListener('abort', stop);
  signal.throwIfAborted();
}
