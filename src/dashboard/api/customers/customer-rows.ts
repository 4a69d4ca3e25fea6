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

/** The records of columns, in the order of the service. */
export function rowsOf({ emails, names, trades, dates, odd }: CustomerColumns): CustomerRow[] {
  return emails.map((email, place) => {
    // Read again, so that it knows what reading leaves out of it.
    const read = odd.has(place) ? readAs(customer, odd.get(place)) : undefined;
    return read ?? { _id: { email }, total_trades: trades[place], name: names[place], date: dates[place] };
  });
}
