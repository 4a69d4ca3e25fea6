import type { Customer } from '#contract/customers.ts';

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

/** Whether an entry is just what the contract says, with nothing added. */
function isCustomer(value: unknown): value is Customer {
  if (typeof value !== 'object' || value === null) return false;
  const row = value as { _id?: unknown; total_trades?: unknown; name?: unknown; date?: unknown };
  if (typeof row.name !== 'string' || typeof row.total_trades !== 'number') return false;
  if (typeof row.date !== 'string' || !isUsualTimestamp(row.date)) return false;
  const id = row._id;
  if (typeof id !== 'object' || id === null || typeof (id as { email?: unknown }).email !== 'string')
    return false;
  return countKeys(row) === 4 && countKeys(id) === 1 && Number.isFinite(row.total_trades);
}

function countKeys(record: object): number {
  let count = 0;
  for (const _ in record) count += 1;
  return count;
}

/** `2025-07-04T07:12:11.000Z` on a day that every month has; whatever else may be a timestamp is left to others. */
function isUsualTimestamp(text: string): boolean {
  if (text.length !== 24 || text[10] !== 'T' || text[19] !== '.' || text[23] !== 'Z') return false;
  if (text[4] !== '-' || text[7] !== '-' || text[13] !== ':' || text[16] !== ':') return false;
  const month = number(text, 5, 7);
  const day = number(text, 8, 10);
  return (
    number(text, 0, 4) >= 0 &&
    month >= 1 &&
    month <= 12 &&
    day >= 1 &&
    (day <= 28 || (month !== 2 && (day <= 30 || (day === 31 && LONG_MONTHS.includes(month))))) &&
    within(number(text, 11, 13), 23) &&
    within(number(text, 14, 16), 59) &&
    within(number(text, 17, 19), 59) &&
    number(text, 20, 23) >= 0
  );
}

const LONG_MONTHS = [1, 3, 5, 7, 8, 10, 12];

function within(value: number, most: number): boolean {
  return value >= 0 && value <= most;
}

/** The number that some digits of a text make; -1 where there is anything but digits. */
function number(text: string, from: number, to: number): number {
  let value = 0;
  for (let at = from; at < to; at++) {
    const digit = text.charCodeAt(at) - 48;
    if (digit < 0 || digit > 9) return -1;
    value = value * 10 + digit;
  }
  return value;
}
