import { type LoadedPage, pagesOf } from './loaded-page.ts';

/** How often the front of the list is compared in one pass, because new rows came while it was read. */
const CHECKS = 5;

/** One reading of a paged list from its start: which page is asked for next, and what an answer says of the list. */
export class ListPass<Row> {
  readonly listed: ListedRows<Row>;
  readonly waiting = [1];
  answered = 0;
  #nextUnasked = 2;
  /** Every page was asked for once: from now on only those that wait. */
  #isChecked = false;
  /** No further page is asked for, because one was empty or can't be right. */
  #ended = false;

  /** The last pass is read to its end, even if it turns out to have changed. */
  constructor(
    idOf: (row: Row) => string,
    private readonly limit: number,
    private readonly isLast: boolean,
  ) {
    this.listed = new ListedRows(idOf, limit);
  }

  /** Reads every page, then what may have changed, until all rows are of one moment, or `run` is hindered. */
  async read(run: () => Promise<boolean>): Promise<'whole' | 'changed' | 'short'> {
    const { listed } = this;
    if (!(await run())) return 'short';
    if (this.answered === 1 && listed.isWhole()) return 'whole';
    this.#isChecked = true;
    if (listed.total === undefined) {
      for (let page = 1; page < this.#nextUnasked; page += 1) this.waiting.push(page);
      await run();
      return listed.hasMoved ? 'changed' : 'whole';
    }
    for (let checks = 0, idle = 0; checks < CHECKS; checks += 1) {
      if (listed.hasMoved) return 'changed';
      if (this.#ended || idle === 2) return 'short';
      const held = listed.size;
      this.waiting.push(...listed.pagesToRead());
      if (!(await run())) return 'short';
      if (!listed.hasMoved) {
        this.waiting.push(1);
        if (!(await run())) return 'short';
      }
      if (listed.isWhole()) return 'whole';
      idle = listed.size === held ? idle + 1 : 0;
    }
    return 'changed';
  }

  /** The page to ask for now; undefined if there is none, or none before a later answer. */
  next(): number | undefined {
    const { total, hasMoved } = this.listed;
    if (hasMoved && !this.isLast) return undefined;
    const queued = this.waiting.shift();
    if (queued !== undefined || this.#isChecked || this.#ended) return queued;
    // One page at a time until the first has said how many there are, and if none says it.
    if (this.answered === 0 || this.#nextUnasked > pagesOf(total, this.limit)) return undefined;
    if (total === undefined && this.#nextUnasked > this.answered + 1) return undefined;
    return this.#nextUnasked++;
  }

  /** Takes the rows of an answer. Returns why they can't be right, if they can't. */
  take(page: number, answer: LoadedPage<Row>): 'none' | 'paging' | 'repeats' {
    const doubt = this.#place(page, answer);
    const isEmpty = answer.rows.length + answer.unreadable === 0;
    if (doubt !== 'none' || (isEmpty && page <= pagesOf(this.listed.total, this.limit))) this.#ended = true;
    return doubt;
  }

  #place(page: number, answer: LoadedPage<Row>): 'none' | 'paging' | 'repeats' {
    const { page: saidPage = page, limit: saidLimit = this.limit } = answer;
    if (saidPage !== page || saidLimit !== this.limit) {
      // Of a list that takes no parameters there is at least what it gave.
      if (page === 1 && this.listed.size === 0) this.listed.place(page, answer);
      return 'paging';
    }
    this.answered += 1;
    return this.listed.place(page, answer) || this.#isChecked ? 'none' : 'repeats';
  }
}

/**
 * The rows of a paged list, newest first, put together from pages that were read at different times. Each row is kept
 * at its position counted from the oldest one, which new rows at the front don't change. So a row found at another
 * position than before, or another row at its position, proves that a row was removed between the two reads.
 *
 * If the service gives no total, positions are counted from the front, so that new rows count as a change, too.
 */
class ListedRows<Row> {
  total: number | undefined;
  unreadable = 0;
  /** Whether a page proved that a row was removed, so that the rows belong to different states of the list. */
  hasMoved = false;
  /** The entry at each position; null for one that could not be read. */
  readonly #entries = new Map<number, Row | null>();
  readonly #positions = new Map<string, number>();
  /** The rows in their order, until there are more. */
  #sorted: readonly Row[] | undefined;
  #newest = Number.NEGATIVE_INFINITY;
  /** The newest position when the first page was last read. */
  #front: number | undefined;
  /** Earlier fronts that no page has shown again since a later front was read. */
  #unconfirmed: number[] = [];

  constructor(
    private readonly idOf: (row: Row) => string,
    private readonly limit: number,
  ) {}

  get size(): number {
    return this.#entries.size - this.unreadable;
  }

  /** The rows in the order of the list; the same array until there are more. */
  rows(): readonly Row[] {
    this.#sorted ??= this.#sort();
    return this.#sorted;
  }

  /** Puts the rows of a page at their positions. Returns false if all of them are those of another page again. */
  place(page: number, answer: LoadedPage<Row>): boolean {
    const sameTotal = answer.total === this.total;
    this.total = answer.total ?? this.total;
    const first = (this.total ?? 0) - (page - 1) * this.limit;
    const entries = [...answer.rows, ...Array<null>(answer.unreadable).fill(null)];
    const isRepeat = page > 1 && sameTotal && this.#isOtherPage(first, answer.rows);
    const isSettled = entries.map((entry, index) => this.#put(first - index, entry)).every(Boolean);
    this.#confirm(page, first, entries.length);
    const isBeyond = this.total !== undefined && this.#newest > this.total;
    if (!isSettled || isBeyond || this.#hasMore(first, entries.length)) this.hasMoved = true;
    return !isRepeat;
  }

  /** Whether there is a row at each position, and the front shows that none was removed. Needs a total. */
  isWhole(): boolean {
    return !this.hasMoved && this.#unconfirmed.length === 0 && this.#isFull();
  }

  /** The pages, without the first, that hold what is missing or may be another row by now. Needs a total. */
  pagesToRead(): number[] {
    const pages = new Set<number>();
    const total = this.total ?? 0;
    for (let position = total; position >= 1 && !this.#isFull(); position -= 1) {
      if (!this.#entries.has(position)) pages.add(this.#pageOf(position));
    }
    const unconfirmed = Math.min(...this.#unconfirmed);
    if (unconfirmed <= total) for (let page = this.#pageOf(unconfirmed); page > 1; page -= 1) pages.add(page);
    pages.delete(1);
    return [...pages].sort((a, b) => a - b);
  }

  #sort(): Row[] {
    const rows: Row[] = [];
    for (let position = this.#newest, left = this.#entries.size; left > 0; position -= 1) {
      const entry = this.#entries.get(position);
      if (entry === undefined) continue;
      left -= 1;
      if (entry !== null) rows.push(entry);
    }
    return rows;
  }

  #isFull(): boolean {
    if (this.total === 0) return this.#entries.size === 0;
    return this.#newest === this.total && this.#entries.size === this.total;
  }

  #pageOf(position: number): number {
    return Math.floor(((this.total ?? 0) - position) / this.limit) + 1;
  }

  /** Notes which of the earlier fronts the page holds. Rows that didn't move since a front are still the same. */
  #confirm(page: number, first: number, length: number): void {
    if (page === 1) {
      if (this.#front !== undefined) this.#unconfirmed.push(this.#front);
      this.#front = first;
    }
    this.#unconfirmed = this.#unconfirmed.filter((front) => front > first || front <= first - length);
  }

  /** Whether the rows are held already, all of them one or more pages away. */
  #isOtherPage(first: number, rows: readonly Row[]): boolean {
    const distances = rows.map((row, index) => {
      const position = this.#positions.get(this.idOf(row));
      return position === undefined ? 0 : position - (first - index);
    });
    return rows.length > 0 && distances.every((distance) => distance !== 0 && distance % this.limit === 0);
  }

  /** Whether rows are held that the page should have shown after its last one. */
  #hasMore(first: number, length: number): boolean {
    for (let index = length; index < this.limit; index += 1) {
      if (this.#entries.has(first - index)) return true;
    }
    return false;
  }

  /** Puts an entry at its position. Returns false if it was at another one, or another entry at this one. */
  #put(position: number, entry: Row | null): boolean {
    const id = entry === null ? undefined : this.idOf(entry);
    const held = this.#entries.get(position);
    if (id !== undefined && (this.#positions.get(id) ?? position) !== position) return false;
    if (held !== undefined) return id === (held === null ? undefined : this.idOf(held));
    if (id !== undefined) this.#positions.set(id, position);
    if (entry === null) this.unreadable += 1;
    this.#entries.set(position, entry);
    this.#newest = Math.max(this.#newest, position);
    this.#sorted = undefined;
    return true;
  }
}
