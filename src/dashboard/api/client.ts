import * as z from 'zod/mini';
import { type Contract, contract, type EndpointName, pathTo, type Reply } from '#contract/contract.ts';
import { encodeQuery } from '#contract/query.ts';
import { type Drift, readAs, type Seen } from '#contract/reading.ts';
import { ApiError, errorOfFailure, errorOfResponse, requestIdOf } from './api-error.ts';
import { countDrift } from './drift.ts';
import { REQUEST_TIMEOUT } from './early.ts';
import { openEnvelope } from './envelope.ts';
import { checkPaging } from './paging-check.ts';
import { send } from './send.ts';

// The strict policy of the page forbids what zod would try first: compiling its schemas.
z.config({ jitless: true });

type PartNames = 'params' | 'query' | 'body';

/** What a call to an endpoint takes: exactly the parts that the contract gives it. */
export type Input<K extends EndpointName> = {
  [P in PartNames & keyof Contract[K]]: Contract[K][P] extends z.ZodMiniType
    ? z.infer<Contract[K][P]>
    : never;
};

export interface Answer<K extends EndpointName> {
  data: Seen<Reply<K>>;
  /** Where the answer differs from the document. */
  drift: readonly Drift[];
  requestId: string | undefined;
}

interface Parts {
  params?: Record<string, string>;
  query?: Record<string, string | number | boolean | undefined>;
  body?: unknown;
}

/** Calls an endpoint of the contract and reads its answer as far as it goes. Throws an ApiError. */
export async function call<K extends EndpointName>(
  name: K,
  input: Input<K>,
  signal?: AbortSignal,
): Promise<Answer<K>> {
  const { body, query } = input as Parts;
  const envelope = await request(contract[name].method, addressOf(name, input), { body, signal });
  return readAnswer(name, envelope, (drift) => {
    countDrift(name, drift);
    if (query) checkPaging(name, query, envelope.data);
  });
}

/** Reads the body of an answer that somebody else has asked for. Throws an ApiError. */
export function readBody<K extends EndpointName>(name: K, body: string): Answer<K> {
  return readAnswer(name, dataOf(new Response(), body));
}

/** `onRead` hears of what was different in the answer, also where it can't be used for all that. */
function readAnswer<K extends EndpointName>(
  name: K,
  { data, requestId }: Envelope,
  onRead: (drift: readonly Drift[]) => void = () => {},
): Answer<K> {
  const drift: Drift[] = [];
  const seen = readAs(contract[name].reply, data, (difference) => drift.push(difference));
  onRead(drift);
  if (seen === undefined) throw unreadable('The answer held something else than was asked for.', requestId);
  return { data: seen as Seen<Reply<K>>, drift, requestId };
}

/** The path and query of a call. */
export function addressOf<K extends EndpointName>(name: K, input: Input<K>): string {
  const { params, query } = input as Parts;
  const search = encodeQuery(query ?? {}).toString();
  return `${pathTo(contract[name].path, params)}${search && `?${search}`}`;
}

/** What an answer's envelope holds. */
interface Envelope {
  data: unknown;
  requestId: string | undefined;
  /** When the server answered, by its own clock, to the second; in milliseconds since 1970. */
  answeredAt: number | undefined;
}

interface RequestParts {
  body?: unknown;
  signal?: AbortSignal | undefined;
  headers?: Record<string, string>;
}

/** Sends a request to the gateway and returns the `data` of its envelope. Throws an ApiError. */
export async function request(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  { body, signal, headers }: RequestParts = {},
): Promise<Envelope> {
  const deadline = AbortSignal.timeout(REQUEST_TIMEOUT);
  const init: RequestInit & { method: string } = {
    method,
    signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
  };
  if (headers) init.headers = headers;
  if (body !== undefined) {
    init.headers = { ...headers, 'content-type': 'application/json' };
    init.body = JSON.stringify(body);
  }
  const answer = await send(path, init).catch((cause: unknown) => {
    // Whoever took back the question wants no answer, not even an error.
    throw signal?.aborted ? cause : errorOfFailure(cause);
  });
  return dataOf(answer.response, answer.text);
}

/** What the envelope of an answer with this body holds. Throws an ApiError. */
export function dataOf(response: Response, text: string): Envelope {
  const { body, data, failed } = openEnvelope(response, text);
  const requestId = requestIdOf(response);
  if (failed) throw errorOfResponse(response, body);
  if (data === undefined)
    throw unreadable('The answer was cut off, or was no answer of this kind.', requestId);
  const answeredAt = Date.parse(response.headers.get('date') ?? '');
  return { data, requestId, answeredAt: Number.isNaN(answeredAt) ? undefined : answeredAt };
}

function unreadable(message: string, requestId: string | undefined): ApiError {
  return new ApiError('unreadable', { message, requestId });
}
