import type { QueryKey } from '@tanstack/react-query';
import type { LoadedPage } from '#dashboard/lib/loaded-page.ts';
import { type ListSource, PAGE_SIZE } from './list-source.ts';

export interface Sought<Row> {
  id: string;
  is: (row: Row) => boolean;
  /** If the list is sorted by time, newest first: the times of the sought row and of any; null where unknown. */
  time?: { sought: number | null; of: (row: Row) => number | null };
}

interface Options<Row> {
  signal: AbortSignal;
  /** Called with each page, and the answer that it was read from. */
  onPage: (page: LoadedPage<Row>, from: { queryKey: QueryKey; answer: unknown; askedAt: number }) => void;
  limit?: number;
}

/** How often the binary search runs, at most: it starts again if the list grew meanwhile. */
const ROUNDS = 2;

/**
 * Looks for a row on the first page and, if its time is known, by binary search: about log2(pages) requests, and one for
 * each further page of the same time. Null if it isn't where its time belongs.
 */
export async function findByTime<Row>(
  source: ListSource<Row>,
  { is, time }: Sought<Row>,
  { signal, onPage, limit = PAGE_SIZE }: Options<Row>,
): Promise<Row | null> {
  const oldestTimes = new Map<number, number | undefined>();
  let row = null as Row | null;
  let total: number | undefined;
  const lastPage = () => Math.max(1, Math.ceil((total ?? 0) / limit));

  /** The time of a page's last row that has one; undefined, too, if the answer is of another page. */
  const oldestOn = async (number: number) => {
    if (oldestTimes.has(number)) return oldestTimes.get(number);
    const { queryKey, select } = source.pageQuery(number);
    const askedAt = Date.now();
    const answer = await source.ask(number, signal);
    const page = select(answer);
    onPage(page, { queryKey, answer, askedAt });
    if (page.page !== undefined && page.page !== number) return undefined;
    total = page.total ?? total;
    row = page.rows.find(is) ?? row;
    const times = page.rows.map((each) => time?.of(each));
    oldestTimes.set(number, times.findLast((at) => typeof at === 'number') ?? undefined);
    return oldestTimes.get(number);
  };

  /** Finds the first page whose last row is of the time or older, and reads on while pages end with that time. */
  const halve = async (at: number) => {
    let low = 1;
    let high = lastPage();
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      const oldest = await oldestOn(middle);
      if (row || oldest === undefined) return;
      if (oldest > at) low = middle + 1;
      else high = middle;
    }
    for (let page = low; !row && page <= lastPage(); page += 1) {
      if ((await oldestOn(page)) !== at) return;
    }
  };

  await oldestOn(1);
  for (let round = 0; !row && typeof time?.sought === 'number' && round < ROUNDS; round += 1) {
    const totalBefore = total;
    await halve(time.sought);
    if (total === totalBefore) break;
    // The list grew meanwhile, so its rows have moved.
    oldestTimes.clear();
  }
  return row;
}
