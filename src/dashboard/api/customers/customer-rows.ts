import * as z from 'zod/mini';
import { type Customer, customer } from '#contract/customers.ts';
import { type Drift, readAs, type Seen } from '#contract/reading.ts';

// The strict policy of the page forbids what zod would try first: compiling its schemas.
z.config({ jitless: true });

/** A customer of the list; all but the e-mail may be missing. */
export type CustomerRow = Seen<Customer>;

/** Customers column by column: a window takes these over from a worker far quicker than records. */
export interface CustomerColumns {
  emails: string[];
  names: (string | undefined)[];
  trades: (number | undefined)[];
  dates: (string | undefined)[];
  /** Entries that differ from the contract, as they came, by their places. */
  odd: Map<number, unknown>;
  unreadable: number;
  drift: Drift[];
}

const list = z.array(customer);

export function readCustomers(data: readonly unknown[]): CustomerColumns {
  const columns: CustomerColumns = {
    emails: [],
    names: [],
    trades: [],
    dates: [],
    odd: new Map(),
    unreadable: 0,
    drift: [],
  };
  const { emails, names, trades, dates, odd, drift } = columns;
  for (const entry of data) {
    const before = drift.length;
    const [row] = readAs(list, [entry], (difference) => drift.push(difference)) ?? [];
    if (!row) {
      columns.unreadable += 1;
      continue;
    }
    if (drift.length > before) odd.set(emails.length, entry);
    emails.push(row._id.email);
    names.push(row.name);
    trades.push(row.total_trades);
    dates.push(row.date);
  }
  return columns;
}

/** The rows that are kept as records: more than are in view at a time in any window. */
const MOST_KEPT = 2_000;

/** All customers in the order of the service, each made into a record when it is asked for. */
export class CustomerRows {
  readonly length: number;
  readonly #kept = new Map<number, CustomerRow>();

  constructor(private readonly columns: CustomerColumns) {
    this.length = columns.emails.length;
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

  #read(place: number): CustomerRow | undefined {
    const { emails, names, trades, dates, odd } = this.columns;
    // Read again, so that it knows what reading leaves out of it.
    if (odd.has(place)) return readAs(customer, odd.get(place));
    const email = emails[place];
    if (email === undefined) return undefined;
    return { _id: { email }, total_trades: trades[place], name: names[place], date: dates[place] };
  }
}
