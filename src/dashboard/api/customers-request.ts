import { type PackedCustomers, packCustomers } from '#dashboard/lib/customer-packing.ts';
import { ApiError, errorOfFailure, requestIdOf } from './api-error.ts';
import { noteCall } from './call-log.ts';
import { dataOf, request } from './client.ts';
import { takeCustomers } from './customers-thread.ts';
import type { AnswerHead, CustomersAnswer } from './customers-worker.ts';
import { REQUEST_TIMEOUT } from './early.ts';
import { ALL_CUSTOMERS_ADDRESS } from './first-requests.ts';

/** As much longer than a request may take as its answer may be on the way from the worker, in milliseconds. */
const LEEWAY = 5_000;

/**
 * Asks for all customers, in a worker where there can be one; Diagnostics hears of it as of any call. Throws an
 * ApiError, or the signal's reason.
 */
export async function requestCustomers(signal: AbortSignal): Promise<PackedCustomers> {
  const underWay = takeCustomers();
  const call = noteCall('GET', ALL_CUSTOMERS_ADDRESS, {}, performance.now() - underWay.at);
  // The worker keeps the time by itself, once its code is there.
  const late = AbortSignal.timeout(REQUEST_TIMEOUT + LEEWAY);
  const answer = await orAborted(underWay.answer, AbortSignal.any([signal, late])).catch((cause: unknown) => {
    underWay.cancel();
    call.failed(cause);
    throw signal.aborted ? cause : errorOfFailure(cause);
  });
  if (!answer) {
    call.withdraw();
    return await requestInWindow(signal);
  }
  if (answer.kind === 'failed') {
    const cause = failureOf(answer);
    call.failed(cause, answer.head && responseOf(answer.head));
    throw errorOfFailure(cause);
  }
  const response = responseOf(answer.head);
  if (answer.kind === 'customers') {
    call.answered(response, answer.beginning, answer.size);
    return answer.packed;
  }
  call.answered(response, answer.text);
  dataOf(response, answer.text);
  throw noList(requestIdOf(response));
}

async function requestInWindow(signal: AbortSignal): Promise<PackedCustomers> {
  const { data, requestId } = await request('GET', ALL_CUSTOMERS_ADDRESS, { signal });
  if (!Array.isArray(data)) throw noList(requestId);
  return packCustomers(data);
}

function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    promise.then(resolve, reject);
  });
}

function failureOf({ name, message }: CustomersAnswer & { kind: 'failed' }): Error {
  return name === 'TypeError' ? new TypeError(message) : new DOMException(message, name);
}

/** The answer without its body, which has been read. */
function responseOf({ status, headers }: AnswerHead): Response {
  return new Response(null, { status, headers });
}

function noList(requestId: string | undefined): ApiError {
  return new ApiError('unreadable', { message: 'The answer held no list of customers.', requestId });
}
