import { type Endpoint, type EndpointName, pathTo } from '#contract/contract.ts';
import { KEY_HEADER } from '#contract/operations.ts';
import { GATEWAY_CODES } from '#contract/session.ts';
import type { ParameterNames } from '../config.ts';
import { GatewayFailure, SOON, tokenRefused, unreadable } from '../http/failures.ts';
import { failureReply, visibleMembersReply } from './allow-list.ts';
import { isJson, safeReply } from './safe-reply.ts';
import { type Upstream, UpstreamFault, type UpstreamReply } from './upstream.ts';

export interface ForwardOptions {
  upstream: Upstream;
  timeoutMs: number;
  parameterNames: ParameterNames;
}

/** A call of an endpoint by a signed-in browser. */
export interface ForwardCall {
  name: EndpointName;
  endpoint: Endpoint;
  /** The path's parameters, decoded. */
  params: Record<string, string>;
  search: URLSearchParams;
  body: Uint8Array | null;
  accessToken: string;
  requestId: string;
  /** The address of the browser, which the service needs at a sign-in to limit guesses. */
  client?: string | undefined;
  /** The idempotency key of a write. */
  key?: string;
}

/** The largest request body that is forwarded. */
export const MAX_BODY_BYTES = 64 * 1024;

/**
 * Calls the service on a browser's behalf. Only what the contract knows goes on: the path is rebuilt from
 * its parameters, unknown query parameters are dropped, and headers are ours, not the browser's. Nothing is
 * ever asked twice. Throws a GatewayFailure where the service gives no JSON, or doesn't know the token.
 */
export async function forward(call: ForwardCall, options: ForwardOptions): Promise<Response> {
  const reply = await ask(call, options);
  if (reply.status === 401) throw tokenRefused();
  const redirects = reply.status >= 300 && reply.status < 400;
  if (redirects || !isJson(reply.contentType))
    throw unreadable(reply.status, reply.contentType, reply.retryAfter);
  const headers: Record<string, string> = { 'content-type': 'application/json', 'cache-control': 'no-store' };
  if (reply.retryAfter) headers['retry-after'] = reply.retryAfter;
  return new Response(bodyFor(call, reply), { status: reply.status, headers });
}

/**
 * Asks the service. The answer has nothing in it that came from the request. Throws a GatewayFailure if there is no
 * answer.
 */
export async function ask(call: ForwardCall, options: ForwardOptions): Promise<UpstreamReply> {
  const query = renamed(call, options.parameterNames).toString();
  try {
    const reply = await options.upstream({
      method: call.endpoint.method,
      target: pathTo(call.endpoint.path, call.params) + (query && `?${query}`),
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${call.accessToken}`,
        'user-agent': 'pledge-gateway',
        'x-request-id': call.requestId,
        ...(call.client && { 'x-forwarded-for': call.client }),
        ...(call.body && { 'content-type': 'application/json' }),
        ...(call.key && { [KEY_HEADER]: call.key }),
      },
      body: call.body,
      timeoutMs: options.timeoutMs,
    });
    return safeReply(reply, call.accessToken, Date.now());
  } catch (error) {
    if (error instanceof RangeError) throw new GatewayFailure(404, GATEWAY_CODES.notFound, error.message);
    if (error instanceof UpstreamFault) throw faultFailure(error, options.timeoutMs);
    throw error;
  }
}

/** Answers up to this size are read before they go on, so that broken JSON has a name; whole arrays aren't. */
const MAX_CHECKED_BYTES = 512 * 1024;

function bodyFor(call: ForwardCall, reply: UpstreamReply): BodyInit {
  try {
    if (reply.status >= 400) return failureReply(decode(reply));
    if (call.name !== 'listMembers') {
      if (reply.body.byteLength <= MAX_CHECKED_BYTES) JSON.parse(decode(reply));
      return reply.body as Uint8Array<ArrayBuffer>;
    }
    return visibleMembersReply(decode(reply));
  } catch {
    // What can't be read can't be filtered, so none of it may pass.
    throw unreadable(reply.status, 'broken JSON', reply.retryAfter);
  }
}

function decode(reply: UpstreamReply): string {
  return new TextDecoder().decode(reply.body);
}

function renamed(call: ForwardCall, names: ParameterNames): URLSearchParams {
  const own = names[call.name] ?? {};
  const search = new URLSearchParams();
  for (const name of Object.keys(call.endpoint.query?.def.shape ?? {})) {
    for (const value of call.search.getAll(name)) search.append(own[name] ?? name, value);
  }
  return search;
}

function faultFailure(fault: UpstreamFault, timeoutMs: number): GatewayFailure {
  if (fault.kind === 'unreachable') {
    const message = 'The service could not be reached. Nothing was sent to it.';
    return new GatewayFailure(503, GATEWAY_CODES.serviceUnreachable, message, SOON);
  }
  if (fault.kind === 'timeout') {
    const message = `The service did not answer within ${timeoutMs / 1000} seconds.`;
    return new GatewayFailure(504, GATEWAY_CODES.serviceTimeout, message);
  }
  if (fault.kind === 'stopping') {
    const message = 'Pledge is stopping, and the service has not answered yet.';
    return new GatewayFailure(503, GATEWAY_CODES.serviceTimeout, message, SOON);
  }
  if (fault.kind === 'too-large') {
    return new GatewayFailure(502, GATEWAY_CODES.serviceUnreadable, 'The service’s answer is too large.');
  }
  return new GatewayFailure(502, GATEWAY_CODES.serviceInterrupted, 'The service broke off its answer.');
}
