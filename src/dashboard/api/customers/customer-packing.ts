import * as z from 'zod/mini';
import { type Customer, customer } from '#contract/customers.ts';

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
