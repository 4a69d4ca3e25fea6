import * as z from 'zod/mini';
import { type Customer, customer } from '#contract/customers.ts';
import type { Seen } from '#contract/reading.ts';

// The strict policy of the page forbids what zod would try first: compiling its schemas.
z.config({ jitless: true });

/**
 * Entries of an answer, column by column. A hundred thousand records would take the window as long to take over from
 * a worker as to read by itself, and three times the memory; these take it a moment.
 */
export interface PackedCustomers {
  length: number;
  /** The names one after the other, and where each ends. */
  names: string;
  nameEnds: Uint32Array<ArrayBuffer>;
  emails: string;
  emailEnds: Uint32Array<ArrayBuffer>;
  trades: Float64Array<ArrayBuffer>;
  /** In milliseconds since 1970. */
  dates: Float64Array<ArrayBuffer>;
  /** Entries that are anything else than what the contract says, as they came, by their places. Nothing is packed there. */
  odd: Map<number, unknown>;
}

export function packCustomers(data: readonly unknown[]): PackedCustomers {
  const { length } = data;
  const names: string[] = [];
  const emails: string[] = [];
  const nameEnds = new Uint32Array(length);
  const emailEnds = new Uint32Array(length);
  const trades = new Float64Array(length);
  const dates = new Float64Array(length);
  const odd = new Map<number, unknown>();
  let nameEnd = 0;
  let emailEnd = 0;
  for (let place = 0; place < length; place++) {
    const value = data[place];
    if (isCustomer(value)) {
      const { email } = value._id;
      names.push(value.name);
      emails.push(email);
      nameEnd += value.name.length;
      emailEnd += email.length;
      trades[place] = value.total_trades;
      dates[place] = Date.parse(value.date);
    } else odd.set(place, value);
    nameEnds[place] = nameEnd;
    emailEnds[place] = emailEnd;
  }
  return { length, names: names.join(''), nameEnds, emails: emails.join(''), emailEnds, trades, dates, odd };
}

/** Whether an entry is just what the contract says, with nothing added, and its date is written as `Date` writes it. */
function isCustomer(value: unknown): value is Customer {
  const { data } = z.safeParse(customer, value);
  if (!data || countKeys(value) !== 4 || countKeys((value as Customer)._id) !== 1) return false;
  const at = Date.parse(data.date);
  return !Number.isNaN(at) && new Date(at).toISOString() === data.date;
}

function countKeys(record: unknown): number {
  return Object.keys(record as object).length;
}

/** A customer of the list; all but the e-mail may be missing. */
export type CustomerRow = Seen<Customer>;

/** The rows that are kept as records: more than are in view at a time in any window. */
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

  /** The row at a place: the same record while it is in view. */
  at(place: number): CustomerRow | undefined {
    const kept = this.#kept.get(place);
    if (kept) return kept;
    const row = this.#read(place);
    if (row) this.#kept.set(place, row);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MOST_KEPT && oldest !== undefined) this.#kept.delete(oldest);
    return row;
  }

  // For code that goes through all of them, without a record for each.

  nameOf(place: number): string | undefined {
    const { entry, odd } = this.#entryAt(place);
    return odd || entry === undefined ? odd?.name : this.#nameAt(entry);
  }

  emailOf(place: number): string | undefined {
    const { entry, odd } = this.#entryAt(place);
    return odd || entry === undefined ? odd?._id.email : this.#emailAt(entry);
  }

  tradesOf(place: number): number | undefined {
    const { entry, odd } = this.#entryAt(place);
    return odd || entry === undefined ? odd?.total_trades : this.#packed.trades[entry];
  }

  /** The last trade, in milliseconds since 1970; undefined if that can't be read. */
  lastOf(place: number): number | undefined {
    const { entry, odd } = this.#entryAt(place);
    if (!odd) return entry === undefined ? undefined : this.#packed.dates[entry];
    // A timestamp of another form than the service's own is read, so that it is sorted where it belongs.
    const at = Date.parse(odd.date ?? '');
    return Number.isNaN(at) ? undefined : at;
  }

  #read(place: number): CustomerRow | undefined {
    const { entry, odd } = this.#entryAt(place);
    if (odd || entry === undefined) return odd;
    return {
      _id: { email: this.#emailAt(entry) },
      total_trades: this.#packed.trades[entry],
      name: this.#nameAt(entry),
      date: new Date(this.#packed.dates[entry] as number).toISOString(),
    };
  }

  /** The entry of a row, and what could be read of it if it wasn't packed. */
  #entryAt(place: number): { entry: number | undefined; odd?: CustomerRow | undefined } {
    if (!(place >= 0 && place < this.length)) return { entry: undefined };
    const entry = this.#entries?.[place] ?? place;
    return { entry, odd: this.#odd.get(entry) };
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
