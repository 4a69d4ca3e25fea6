import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { useCallback } from 'react';
import { rendering } from '#dashboard/lib/rendering.ts';
import { eachInSlices, inSlices, type Slices } from '#dashboard/lib/slices.ts';
import { startWorker } from '#dashboard/lib/start-worker.ts';
import { ApiError } from '../http/api-error.ts';
import { addressOf, dataOf, receive } from '../http/client.ts';
import { countDrift } from '../http/diagnostics.ts';
import { endpointQuery } from '../http/queries.ts';
import { customerSaltOf, deskQuery, useDesk } from '../session/session.ts';
import { customerAddress, customerKey, foldEmail } from './customer-keys.ts';
import { type CustomerColumns, type CustomerRow, readCustomers, rowsOf } from './customer-rows.ts';
import workerUrl from './customers-worker.ts?worker&url';

export const CUSTOMERS_KEY = endpointQuery('listCustomers', {}).queryKey;

const ONE_KEY = [...CUSTOMERS_KEY, 'one'] as const;

interface Customers {
  rows: readonly CustomerRow[];
  /** How many customers there are. */
  length: number;
  /** Entries that were no records at all and are left out of `rows`. */
  unreadable: number;
  /** Only the first rows are here, which came with the page: as many as fill a window. */
  isFirst: boolean;
}

const FRESH_MS = 10 * 60_000;

/** All customers: too many to refetch unasked or to compare. Kept in memory only. */
export const customersQuery = queryOptions({
  queryKey: [...CUSTOMERS_KEY, 'whole'] as const,
  queryFn: async ({ client, signal }): Promise<Customers> => {
    const columns = await (rendering() ? requestFew(saltOf(client)) : requestCustomers(signal));
    countDrift('listCustomers', columns.drift);
    void client.invalidateQueries({ queryKey: ONE_KEY, refetchType: 'none' });
    const rows = rowsOf(columns);
    return { rows, length: rows.length, unreadable: columns.unreadable, isFirst: false };
  },
  structuralSharing: false,
  staleTime: ({ state }) => (state.data?.isFirst ? 0 : FRESH_MS),
  gcTime: FRESH_MS,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
});

/** All customers, however old the list is that is held; it is fetched if it is incomplete or not newer than `after`. */
export async function allCustomers(client: QueryClient, after = 0): Promise<Customers> {
  return await client.fetchQuery({
    ...customersQuery,
    staleTime: ({ state }) =>
      state.data?.isFirst || state.dataUpdatedAt <= after ? 0 : Number.POSITIVE_INFINITY,
  });
}

/** Finds the customer of a key; null if no customer has it. `times` is how many rows share the customer's email. */
export function customerQuery(key: string) {
  const queryKey = [...ONE_KEY, key] as const;
  return queryOptions({
    queryKey,
    queryFn: async ({ client, signal }) => {
      // The first answer comes at once. A later one needs a newer list than that.
      const { rows } = await allCustomers(client, client.getQueryState(queryKey)?.dataUpdatedAt);
      const listedAt = client.getQueryState(customersQuery.queryKey)?.dataUpdatedAt ?? 0;
      const customer = await inSlices(withKey(rows, saltOf(client), key), signal);
      if (!customer) return null;
      const email = foldEmail(customer._id.email);
      const times = rows.filter(({ _id }) => foldEmail(_id.email) === email).length;
      return { customer, times, listedAt };
    },
    // As old as the list.
    staleTime: ({ state: { data, dataUpdatedAt } }) =>
      FRESH_MS - (data ? Math.max(0, dataUpdatedAt - data.listedAt) : 0),
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

function* withKey(rows: readonly CustomerRow[], salt: string, key: string): Slices<CustomerRow | undefined> {
  for (const [place, row] of rows.entries()) {
    if (row._id.email && customerKey(salt, row._id.email) === key) return row;
    if (place % 64 === 0) yield;
  }
  return undefined;
}

/** Fetches all customers in a browser; on the server the first, if they are shown as the service has them. */
export async function prefetchCustomerList(client: QueryClient, search: URLSearchParams): Promise<void> {
  if (rendering() && search.size > 0) return;
  const all = await allCustomers(client);
  if (!rendering()) return;
  const first = { ...all, rows: all.rows.slice(0, 60), isFirst: true };
  client.setQueryData(customersQuery.queryKey, first);
}

/** Fetches the customer of a key; returns the email, or undefined if no customer has the key. */
export async function prefetchCustomer(client: QueryClient, key: string): Promise<string | undefined> {
  const found = await client.fetchQuery(customerQuery(key));
  // Only this customer travels in the page.
  if (rendering()) client.removeQueries(customersQuery);
  return found?.customer._id.email;
}

export function useCustomerAddress(): (email: string) => string {
  const salt = customerSaltOf(useDesk());
  return useCallback((email: string) => customerAddress(salt, email), [salt]);
}

/** Customers that are in the list more than once under the same email. */
export interface Duplicates {
  /** As `foldEmail` has them. */
  emails: ReadonlySet<string>;
  rows: number;
}

export function* duplicatesOf(rows: readonly CustomerRow[]): Slices<Duplicates> {
  const counts = new Map<string, number>();
  yield* eachInSlices(rows, ({ _id }) => {
    const email = foldEmail(_id.email);
    if (email !== '') counts.set(email, (counts.get(email) ?? 0) + 1);
  });
  const several = [...counts].filter(([, count]) => count > 1);
  return {
    emails: new Set(several.map(([email]) => email)),
    rows: several.reduce((sum, [, count]) => sum + count, 0),
  };
}

function saltOf(client: QueryClient): string {
  return customerSaltOf(client.getQueryData(deskQuery.queryKey) ?? { session: null });
}

const PATH = addressOf('listCustomers', {});

/** The organisations whose list was too long, by their salts, and until when it isn't asked for. */
const restsUntil = new Map<string, number>();

/** Asks for all customers on the server. Throws if they are too many. */
async function requestFew(salt: string): Promise<CustomerColumns> {
  const tooMany = new Error('There are too many customers to read them on the server.');
  if ((restsUntil.get(salt) ?? 0) > Date.now()) throw tooMany;
  const { response, bytes } = await receive('GET', PATH);
  // Reading a longer answer would keep everybody else waiting.
  if (bytes.byteLength <= 512 * 1024) return columnsOf(response, bytes);
  restsUntil.set(salt, Date.now() + 10 * 60_000);
  throw tooMany;
}

/** Asks for all customers, and has a worker read them if there can be one. Throws an ApiError, or the signal's reason. */
export async function requestCustomers(signal: AbortSignal): Promise<CustomerColumns> {
  const worker = startWorker('pledge-customers-worker', workerUrl);
  const read = new Promise<CustomerColumns | null>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    worker?.addEventListener('message', ({ data }: MessageEvent<CustomerColumns | null>) => resolve(data));
    worker?.addEventListener('error', (event) => {
      // The window reads in its place: it is no failure yet.
      event.preventDefault();
      resolve(null);
    });
  });
  // A caller that aborts before there is an answer gets the rejection of the request.
  read.catch(() => {});
  try {
    const { response, bytes } = await receive('GET', PATH, { signal });
    if (worker && response.ok) {
      worker.postMessage(bytes);
      // If the worker says nothing, the window reads the answer itself.
      const late = new Promise<null>((resolve) => setTimeout(resolve, 15_000, null));
      const columns = await Promise.race([read, late]);
      if (columns) return columns;
    }
    return columnsOf(response, bytes);
  } finally {
    worker?.terminate();
  }
}

function columnsOf(response: Response, bytes: ArrayBuffer): CustomerColumns {
  const { data, requestId } = dataOf(response, bytes);
  if (Array.isArray(data)) return readCustomers(data);
  throw new ApiError('unreadable', { message: 'The response has no list of customers.', requestId });
}
