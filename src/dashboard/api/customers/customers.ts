import { queryOptions } from '@tanstack/react-query';
import { useCallback } from 'react';
import { CustomerBook, type Duplicates } from '#dashboard/api/customers/customer-book.ts';
import { customerAddress } from '#dashboard/api/customers/customer-keys.ts';
import { type CustomerColumns, readCustomers } from '#dashboard/api/customers/customer-rows.ts';
import { startWorker } from '#dashboard/lib/start-worker.ts';
import { useSliced } from '#dashboard/lib/use-sliced.ts';
import { ApiError } from '../http/api-error.ts';
import { addressOf, dataOf, receive } from '../http/client.ts';
import { countDrift } from '../http/diagnostics.ts';
import { endpointQuery } from '../http/queries.ts';
import { customerSaltOf, useDesk } from '../session/session.ts';
import workerUrl from './customers-worker.ts?worker&url';

export const CUSTOMERS_KEY = endpointQuery('listCustomers', {}).queryKey;

export const CUSTOMERS_PATH = addressOf('listCustomers', {});

/** All customers: too many to refetch unasked or to compare. Kept in memory only. */
export const customersQuery = queryOptions({
  queryKey: [...CUSTOMERS_KEY, 'whole'] as const,
  queryFn: async ({ signal }) => {
    const columns = await requestCustomers(signal);
    countDrift('listCustomers', columns.drift);
    return new CustomerBook(columns);
  },
  structuralSharing: false,
  staleTime: 10 * 60_000,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
});

export function useCustomerAddress(): (email: string) => string {
  const salt = customerSaltOf(useDesk());
  return useCallback((email: string) => customerAddress(salt, email), [salt]);
}

/** How many customers share an e-mail, once counted. Begins after `pauseMs`, when rows are painted. */
export function useDuplicates(book: CustomerBook | undefined, pauseMs = 0): Duplicates | undefined {
  const prepare = async (_: unknown, signal: AbortSignal) => {
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    await book?.prepare(signal);
  };
  useSliced(book && !book.duplicates ? prepare : null, book, [], { moving: false });
  return book?.duplicates;
}

/** How long the worker may take before the window reads the answer itself, in milliseconds. */
const READING_MS = 15_000;

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
    const { response, bytes } = await receive('GET', CUSTOMERS_PATH, { signal });
    if (worker && response.ok) {
      worker.postMessage(bytes);
      const late = new Promise<null>((resolve) => setTimeout(resolve, READING_MS, null));
      const columns = await Promise.race([read, late]);
      if (columns) return columns;
    }
    const { data, requestId } = dataOf(response, bytes);
    if (Array.isArray(data)) return readCustomers(data);
    throw new ApiError('unreadable', { message: 'The response has no list of customers.', requestId });
  } finally {
    worker?.terminate();
  }
}
