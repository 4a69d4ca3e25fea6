import type { LoadedPage } from './loaded-page.ts';

/**
 * The rows of a paged list, newest first, put together from pages that were read at different times. Each row is kept
 * at its position counted from the oldest one, which new rows at the front don't change. So a row found at another
 * position than before, or another row at its position, proves that a row was removed between the two reads.
 *
 * If the service gives no total, positions are counted from the front, so that new rows count as a change, too.
 */
export class ListedRows<Row> {
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
