import type { Customer } from '#contract/customers.ts';
import type { Seen } from '#contract/reading.ts';
import type { PackedCustomers } from './customer-packing.ts';

/** A customer of the list, of which any field may be missing. */
export type CustomerRow = Seen<Customer>;

/** As many rows as are kept as records: more than are in view at a time, whatever the window. */
const MOST_KEPT = 2_000;

/** All customers in the order of the service, each made into a record when it is asked for. */
export class CustomerRows {
  readonly length: number;
  readonly #packed: PackedCustomers;
  readonly #odd: ReadonlyMap<number, CustomerRow>;
  /** The entry of each row, where some are left out. */
  readonly #entries: Uint32Array | null;
  readonly #kept = new Map<number, CustomerRow>();

  /** `odd` holds what could be read of the entries that weren't packed; one that isn't in it is left out. */
  constructor(packed: PackedCustomers, odd: ReadonlyMap<number, CustomerRow>) {
    this.#packed = packed;
    this.#odd = odd;
    const out = new Set([...packed.odd.keys()].filter((entry) => !odd.has(entry)));
    this.length = packed.length - out.size;
    const every = () => Uint32Array.from({ length: packed.length }, (_, entry) => entry);
    this.#entries = out.size === 0 ? null : every().filter((entry) => !out.has(entry));
  }

  /** The row at a place: the same record for as long as it is in view. */
  at(place: number): CustomerRow | undefined {
    const kept = this.#kept.get(place);
    if (kept) return kept;
    const row = this.#read(place);
    if (row) this.#kept.set(place, row);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MOST_KEPT && oldest !== undefined) this.#kept.delete(oldest);
    return row;
  }

  // For whoever goes through all of them, without a record for each.

  nameOf(place: number): string | undefined {
    return this.#look(
      place,
      ({ name }) => name,
      (entry) => this.#nameAt(entry),
    );
  }

  emailOf(place: number): string | undefined {
    return this.#look(
      place,
      ({ _id }) => _id?.email,
      (entry) => this.#emailAt(entry),
    );
  }

  tradesOf(place: number): number | undefined {
    return this.#look(
      place,
      ({ total_trades }) => total_trades,
      (entry) => this.#packed.trades[entry],
    );
  }

  /** The last trade, in milliseconds since 1970; undefined where that can't be read. */
  lastOf(place: number): number | undefined {
    return this.#look(
      place,
      ({ date }) => (date === undefined ? undefined : instantOf(date)),
      (entry) => this.#packed.dates[entry],
    );
  }

  #look<T>(
    place: number,
    odd: (row: CustomerRow) => T | undefined,
    packed: (entry: number) => T | undefined,
  ): T | undefined {
    const entry = this.#entryAt(place);
    if (entry === undefined) return undefined;
    const row = this.#odd.get(entry);
    return row ? odd(row) : packed(entry);
  }

  #read(place: number): CustomerRow | undefined {
    return this.#look<CustomerRow>(
      place,
      (row) => row,
      (entry) => ({
        _id: { email: this.#emailAt(entry) },
        total_trades: this.#packed.trades[entry],
        name: this.#nameAt(entry),
        date: new Date(this.#packed.dates[entry] as number).toISOString(),
      }),
    );
  }

  #entryAt(place: number): number | undefined {
    if (!(place >= 0 && place < this.length)) return undefined;
    return this.#entries ? this.#entries[place] : place;
  }

  #nameAt(entry: number): string {
    const { names, nameEnds } = this.#packed;
    return names.slice(nameEnds[entry - 1] ?? 0, nameEnds[entry]);
  }

  #emailAt(entry: number): string {
    const { emails, emailEnds } = this.#packed;
    return emails.slice(emailEnds[entry - 1] ?? 0, emailEnds[entry]);
  }
}

/** A timestamp of another form than the service's own is read, so that it stands where it belongs. */
function instantOf(text: string): number | undefined {
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : at;
}
