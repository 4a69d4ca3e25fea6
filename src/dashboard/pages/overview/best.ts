/** The few with the smallest rank of many, in that order; of equals those that came first. */
export class Best<Row> {
  readonly #most: number;
  #entries: { row: Row; rank: number }[] = [];

  constructor(most: number) {
    this.#most = most;
  }

  offer(row: Row, rank: number): void {
    const last = this.#entries.at(-1);
    if (this.#entries.length === this.#most && last && rank >= last.rank) return;
    const place = this.#entries.findIndex((entry) => entry.rank > rank);
    this.#entries.splice(place < 0 ? this.#entries.length : place, 0, { row, rank });
    this.#entries.length = Math.min(this.#entries.length, this.#most);
  }

  rows(): Row[] {
    return this.#entries.map(({ row }) => row);
  }
}
