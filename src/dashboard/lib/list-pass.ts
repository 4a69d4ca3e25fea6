import { ListedRows } from './listed-rows.ts';
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
