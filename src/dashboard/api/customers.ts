import { queryOptions } from '@tanstack/react-query';
import { useCallback } from 'react';
import { contract } from '#contract/contract.ts';
import { type Drift, readAs } from '#contract/reading.ts';
import { customerAddress } from '#dashboard/lib/customer-addresses.ts';
import { CustomerBook, type CustomerRow } from '#dashboard/lib/customer-book.ts';
import { createBreather } from '#dashboard/lib/slices.ts';
import { ApiError } from './api-error.ts';
import { addressOf, request } from './client.ts';
import { countDrift } from './drift.ts';
import { endpointQuery } from './queries.ts';
import { customerSaltOf, useDesk } from './session.ts';

/**
 * All customers. They are many, so nothing asks for them anew behind the reader's back, and two answers are
 * never compared piece by piece. Nothing of them is kept but in memory.
 */
export const customersQuery = queryOptions({
  queryKey: [...endpointQuery('listCustomers', {}).queryKey, 'whole'] as const,
  queryFn: ({ signal }) => fetchCustomers(signal),
  structuralSharing: false,
  staleTime: 10 * 60_000,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
});

/** Gives the address of a customer's page by the e-mail. */
export function useCustomerAddress(): (email: string) => string {
  const salt = customerSaltOf(useDesk());
  return useCallback((email: string) => customerAddress(salt, email), [salt]);
}

async function fetchCustomers(signal: AbortSignal): Promise<CustomerBook> {
  const { data, requestId } = await request('GET', addressOf('listCustomers', {}), { signal });
  if (!Array.isArray(data)) {
    throw new ApiError('unreadable', { message: 'The answer held no list of customers.', requestId });
  }
  const drift: Drift[] = [];
  const { rows, unreadable } = await readCustomers(data, (difference) => drift.push(difference));
  countDrift('listCustomers', drift);
  return new CustomerBook(rows, unreadable);
}

/**
 * Reads customers as `readAs` would, but looks at a row by hand first: nearly all are what they should be, and
 * the general way would take seconds for a hundred thousand.
 */
export async function readCustomers(
  data: readonly unknown[],
  report: (drift: Drift) => void,
): Promise<{ rows: CustomerRow[]; unreadable: number }> {
  const breathe = createBreather();
  const rows: CustomerRow[] = [];
  let odd = 0;
  for (const value of data) {
    if (isCustomer(value)) {
      rows.push(value);
      continue;
    }
    rows.push(...(readAs(contract.listCustomers.reply, [value], report) ?? []));
    // Only what is odd takes long: without it the rows are there in the same turn as the answer.
    if (++odd % 64 === 0) await breathe();
  }
  return { rows, unreadable: data.length - rows.length };
}

/** Whether a row is just what the contract says, with nothing added. */
function isCustomer(value: unknown): value is CustomerRow {
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
