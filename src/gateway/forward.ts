import { type Endpoint, type EndpointName, pathTo } from '#contract/contract.ts';
import { GATEWAY_CODES } from '#contract/session.ts';
import { failureReply, visibleMembersReply } from './allow-list.ts';
import type { ParameterNames } from './config.ts';
import { GatewayFailure, tokenRefused, unreadable } from './failures.ts';
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
}

/** The largest request body that is forwarded. */
export const MAX_BODY_BYTES = 64 * 1024;

/**
 * Asks the service on a browser's behalf. Only what the contract knows goes on: the path is built anew from
 * its parameters, unknown query parameters are dropped, and headers are ours, not the browser's. Nothing is
 * ever asked twice. Throws a GatewayFailure where the service gives no JSON, or doesn't know the token.
 */
export async function forward(call: ForwardCall, options: ForwardOptions): Promise<Response> {
  const reply = withoutToken(await ask(call, options), call.accessToken);
  if (reply.status === 401) throw tokenRefused();
  const redirects = reply.status >= 300 && reply.status < 400;
  if (redirects || !isJson(reply.contentType))
    throw unreadable(reply.status, reply.contentType, reply.retryAfter, openEnd(call.endpoint.method));
  const headers: Record<string, string> = { 'content-type': 'application/json', 'cache-control': 'no-store' };
  if (reply.retryAfter) headers['retry-after'] = reply.retryAfter;
  return new Response(bodyFor(call, reply), { status: reply.status, headers });
}

/** Asks the service and turns the lack of an answer into a GatewayFailure. */
export async function ask(call: ForwardCall, options: ForwardOptions): Promise<UpstreamReply> {
  const query = renamed(call, options.parameterNames).toString();
  try {
    return await options.upstream({
      method: call.endpoint.method,
      target: pathTo(call.endpoint.path, call.params) + (query && `?${query}`),
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${call.accessToken}`,
        'user-agent': 'pledge-gateway',
        'x-request-id': call.requestId,
        ...(call.body && { 'content-type': 'application/json' }),
      },
      body: call.body,
      timeoutMs: options.timeoutMs,
    });
  } catch (error) {
    if (error instanceof RangeError) throw new GatewayFailure(404, GATEWAY_CODES.notFound, error.message);
    if (error instanceof UpstreamFault) throw faultFailure(error, call.endpoint.method, options.timeoutMs);
    throw error;
  }
}

/** A token shorter than this guards nothing, and stands in words that mean something else. */
const SHORTEST_TOKEN = 8;

/** An answer in which a service says the access token back, without it: browsers never get to see it. */
function withoutToken(reply: UpstreamReply, accessToken: string): UpstreamReply {
  const { buffer, byteOffset, byteLength } = reply.body;
  const bytes = Buffer.from(buffer, byteOffset, byteLength);
  if (accessToken.length < SHORTEST_TOKEN || !bytes.includes(accessToken)) return reply;
  return { ...reply, body: Buffer.from(hideToken(bytes.toString('utf8'), accessToken)) };
}

/** A text with the access token taken out. */
export function hideToken(text: string, accessToken: string): string {
  return text.replaceAll(accessToken, '[access token]');
}

export function isJson(contentType: string): boolean {
  return /^application\/(?:[\w.-]+\+)?json\b/i.test(contentType);
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
    throw unreadable(reply.status, 'broken JSON', reply.retryAfter, openEnd(call.endpoint.method));
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

/** What a write's failure must say where the service may have carried it out. */
function openEnd(method: string): string {
  return method === 'POST' ? ' Whether it was carried out is not known.' : '';
}

function faultFailure(fault: UpstreamFault, method: string, timeoutMs: number): GatewayFailure {
  const open = openEnd(method);
  if (fault.kind === 'unreachable') {
    const message = 'The service could not be reached. Nothing was sent to it.';
    return new GatewayFailure(503, GATEWAY_CODES.serviceUnreachable, message, { 'retry-after': '5' });
  }
  if (fault.kind === 'timeout') {
    const message = `The service gave no answer within ${timeoutMs / 1000} seconds.${open}`;
    return new GatewayFailure(504, GATEWAY_CODES.serviceTimeout, message);
  }
  return new GatewayFailure(502, GATEWAY_CODES.serviceUnreadable, `The service broke off its answer.${open}`);
}
