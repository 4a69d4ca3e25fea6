import { queryOptions } from '@tanstack/react-query';
import { useCallback } from 'react';
import { CustomerBook, type Duplicates } from '#dashboard/api/customers/customer-book.ts';
import { customerAddress } from '#dashboard/api/customers/customer-keys.ts';
import { type CustomerColumns, readCustomers } from '#dashboard/api/customers/customer-rows.ts';
import { startWorker } from '#dashboard/lib/start-worker.ts';
import { useSliced } from '#dashboard/lib/use-sliced.ts';
import { ApiError, errorOfFailure, requestIdOf } from '../http/api-error.ts';
import { noteCall } from '../http/call-log.ts';
import { addressOf, dataOf, REQUEST_TIMEOUT, request } from '../http/client.ts';
import { countDrift } from '../http/diagnostics.ts';
import { endpointQuery } from '../http/queries.ts';
import { customerSaltOf, useDesk } from '../session/session.ts';
import type { AnswerHead, CustomersAnswer, CustomersQuestion } from './customers-worker.ts';
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

/** As much longer than a request may take as its answer may be on the way from the worker, in milliseconds. */
const LEEWAY = 5_000;

/** Asks for all customers, in a worker if there can be one. Throws an ApiError, or the signal's reason. */
export async function requestCustomers(signal: AbortSignal): Promise<CustomerColumns> {
  const call = noteCall('GET', CUSTOMERS_PATH, {});
  // The worker keeps the time by itself, once its code is there.
  const late = AbortSignal.timeout(REQUEST_TIMEOUT + LEEWAY);
  const answer = await askWorker(AbortSignal.any([signal, late])).catch((cause: unknown) => {
    call.failed(cause);
    throw signal.aborted ? cause : errorOfFailure(cause);
  });
  if (!answer) {
    call.withdraw();
    const { data, requestId } = await request('GET', CUSTOMERS_PATH, { signal });
    if (!Array.isArray(data)) throw noList(requestId);
    return readCustomers(data);
  }
  if (answer.kind === 'failed') {
    const { name, message } = answer;
    const cause = name === 'TypeError' ? new TypeError(message) : new DOMException(message, name);
    call.failed(cause, answer.head && responseOf(answer.head));
    throw errorOfFailure(cause);
  }
  const response = responseOf(answer.head);
  if (answer.kind === 'customers') {
    call.answered(response, answer.beginning, answer.size);
    return answer.columns;
  }
  call.answered(response, answer.text);
  dataOf(response, answer.text);
  throw noList(requestIdOf(response));
}

/** Has a worker ask; undefined if there can be none, or its code could not be fetched. Rejects once it is aborted. */
async function askWorker(signal: AbortSignal): Promise<CustomersAnswer | undefined> {
  const worker = startWorker('pledge-customers-worker', workerUrl);
  if (!worker) return undefined;
  const question: CustomersQuestion = { path: CUSTOMERS_PATH, timeout: REQUEST_TIMEOUT };
  const answer = new Promise<CustomersAnswer | undefined>((resolve, reject) => {
    signal.throwIfAborted();
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    worker.addEventListener('message', ({ data }: MessageEvent<CustomersAnswer>) => resolve(data));
    worker.addEventListener('error', (event) => {
      // The window asks in its place: it is no failure yet.
      event.preventDefault();
      resolve(undefined);
    });
    worker.postMessage(question);
  });
  return await answer.finally(() => worker.terminate());
}

function responseOf({ status, headers }: AnswerHead): Response {
  return new Response(null, { status, headers });
}

function noList(requestId: string | undefined): ApiError {
  return new ApiError('unreadable', { message: 'The response has no list of customers.', requestId });
}
