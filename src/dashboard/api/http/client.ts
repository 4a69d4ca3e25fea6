import * as z from 'zod/mini';
import { type Contract, contract, type EndpointName, pathTo, type Reply } from '#contract/contract.ts';
import { encodeQuery } from '#contract/query.ts';
import { type Drift, readAs, type Seen } from '#contract/reading.ts';
import { USE_HEADER } from '#contract/session.ts';
import { rendering } from '#dashboard/lib/rendering.ts';
import { ApiError, errorOfFailure, errorOfResponse, requestIdOf } from './api-error.ts';
import { noteCall } from './call-log.ts';
import { checkPaging, countDrift } from './diagnostics.ts';
import { openEnvelope } from './envelope.ts';

// The strict policy of the page forbids what zod would try first: compiling its schemas.
z.config({ jitless: true });

/** The longest wait for an answer; the gateway gives up on the service before that. */
export const REQUEST_TIMEOUT = 45_000;

type PartNames = 'params' | 'query' | 'body';

/** What a call to an endpoint takes: exactly the parts that the contract gives it. */
export type Input<K extends EndpointName> = {
  [P in PartNames & keyof Contract[K]]: Contract[K][P] extends z.ZodMiniType
    ? z.infer<Contract[K][P]>
    : never;
};

export interface Answer<K extends EndpointName> {
  data: Seen<Reply<K>>;
  drift: readonly Drift[];
  requestId: string | undefined;
}

interface Parts {
  params?: Record<string, string>;
  query?: Record<string, string | number | boolean | undefined>;
  body?: unknown;
}

/** Calls an endpoint of the contract and reads what its answer holds. Throws an ApiError. */
export async function call<K extends EndpointName>(
  name: K,
  input: Input<K>,
  signal?: AbortSignal,
): Promise<Answer<K>> {
  const { body } = input as Parts;
  const { data, requestId } = await request(contract[name].method, addressOf(name, input), { body, signal });
  const answer = readAnswer({ name, input, data, requestId });
  if (rendering()) sent.set(answer, { name, input, data, requestId });
  return answer;
}

interface Sent<K extends EndpointName = EndpointName> {
  name: K;
  input: Input<K>;
  data: unknown;
  requestId: string | undefined;
}

/** While a page is rendered on the server: the answers as they were sent. */
const sent = new WeakMap<object, Sent>();

/** What is read from answers travels to the browser as it was sent: reading leaves things out, and counts them. */
export function serializeData(data: unknown): unknown {
  const original = typeof data === 'object' && data !== null ? sent.get(data) : undefined;
  return original ? { sent: original } : { data };
}

export function deserializeData(value: { sent: Sent } | { data: unknown }): unknown {
  return 'sent' in value ? readAnswer(value.sent) : value.data;
}

/** What was different in the answer is counted in the browser, also if it can't be used for all that. */
function readAnswer<K extends EndpointName>({ name, input, data, requestId }: Sent<K>): Answer<K> {
  const drift: Drift[] = [];
  const seen = readAs(contract[name].reply, data, (difference) => drift.push(difference));
  const { query } = input as Parts;
  if (!rendering()) {
    countDrift(name, drift);
    if (query) checkPaging(name, query, data);
  }
  if (seen === undefined) throw unreadable('The response is not what was requested.', requestId);
  return { data: seen as Seen<Reply<K>>, drift, requestId };
}

export function addressOf<K extends EndpointName>(name: K, input: Input<K>): string {
  const { params, query } = input as Parts;
  const search = encodeQuery(query ?? {}).toString();
  return `${pathTo(contract[name].path, params)}${search && `?${search}`}`;
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

interface RequestParts {
  body?: unknown;
  signal?: AbortSignal | undefined;
  headers?: Record<string, string>;
}

/** Sends a request to the gateway and returns the `data` of its envelope. Throws an ApiError. */
export async function request(method: Method, path: string, parts?: RequestParts) {
  const { response, bytes } = await receive(method, path, parts);
  return dataOf(response, bytes, method === 'DELETE');
}

/** Sends a request to the gateway and returns its answer, a success or a failure. Throws an ApiError if there is none. */
export async function receive(method: Method, path: string, { body, signal, headers }: RequestParts = {}) {
  const deadline = AbortSignal.timeout(REQUEST_TIMEOUT);
  const init = {
    method,
    signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
    headers: {
      ...headers,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      // Node has no such thing, nor have older browsers.
      ...(globalThis.navigator?.userActivation?.isActive && { [USE_HEADER]: '1' }),
    },
    body: body === undefined ? null : JSON.stringify(body),
  };
  return await send(path, init).catch((cause: unknown) => {
    // A caller that aborted wants no answer, not even an error.
    throw signal?.aborted ? cause : errorOfFailure(cause);
  });
}

/** Sends a request once and reads its answer whole; on the server by the gateway. Rejects as `fetch` does. */
export async function send(
  path: string,
  init: RequestInit & { method: string },
): Promise<{ response: Response; bytes: ArrayBuffer }> {
  const ask = rendering()?.ask;
  if (ask) {
    const response = await ask(path);
    return { response, bytes: await response.arrayBuffer() };
  }
  const noted = noteCall(init.method, path, init);
  let response: Response | undefined;
  try {
    response = await fetch(path, init);
    const bytes = await response.arrayBuffer();
    noted.answered(response, bytes);
    return { response, bytes };
  } catch (cause) {
    noted.failed(cause, response);
    throw cause;
  }
}

/** What an envelope holds; `answeredAt` is by the server's clock, in milliseconds. Throws an ApiError. */
export function dataOf(response: Response, bytes: ArrayBuffer, mayBeEmpty = false) {
  const { body, data, failed, succeeded } = openEnvelope(response, bytes);
  const requestId = requestIdOf(response);
  if (failed) throw errorOfResponse(response, body);
  if (data === undefined && !(mayBeEmpty && succeeded))
    throw unreadable('The response was cut off or has another format.', requestId);
  const answeredAt = Date.parse(response.headers.get('date') ?? '');
  return { data, requestId, answeredAt: Number.isNaN(answeredAt) ? undefined : answeredAt };
}

function unreadable(message: string, requestId: string | undefined): ApiError {
  return new ApiError('unreadable', { message, requestId });
}
