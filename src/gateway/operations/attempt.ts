import { contract, type Endpoint } from '#contract/contract.ts';
import { errorCodeOf } from '#contract/errors.ts';
import type { Author, JournalKind } from '#contract/operations.ts';
import { ORDER_STATUS } from '#contract/orders.ts';
import { GATEWAY_CODES } from '#contract/session.ts';
import { GatewayFailure } from '../http/failures.ts';
import { failureReply } from '../proxy/allow-list.ts';
import { ask, type ForwardOptions } from '../proxy/forward.ts';
import { isJson } from '../proxy/safe-reply.ts';
import type { UpstreamReply } from '../proxy/upstream.ts';

/** A write as it goes to the service. */
export interface Write {
  kind: JournalKind;
  /** The ids of the path, decoded. */
  target: Record<string, string>;
  body: Uint8Array | null;
  /** The idempotency key, passed on to the service. */
  key: string;
  accessToken: string;
  requestId: string;
}

/** What one attempt at a write came to, as the journal records it. */
export interface Attempt {
  outcome: 'done' | 'refused' | 'not-sent' | 'unknown';
  by: Author | null;
  /** The HTTP status of the service's answer; null if there was none. */
  status: number | null;
  code: string | null;
  message: string | null;
  /** The `data` of a success. */
  reply: unknown;
  /** The body for the browser, if the service's own answer may go to it. */
  answer: string | null;
  /** What the gateway answers instead, if it may not. */
  failure: { status: 502 | 503 | 504; code: string; message: string } | null;
  /** How long the service asked to be left alone, in milliseconds. */
  retryAfterMs: number | null;
}

/**
 * Refusals that a server sends after it has read a request. Any other failure says nothing about how far the write
 * came, and some (408, 421, 425, 429, 503) make browsers and proxies send a request again, so it must not reach them.
 */
const REFUSALS: readonly number[] = [400, 401, 403, 404, 409, 410, 413, 415, 422];

/** The longest id that is taken for one, in characters: the journal and the audit log are indexed by it. */
export const LONGEST_ID = 200;

/**
 * A larger answer, in UTF-16 units, is recorded and passed on with its long texts cut: while an embedded database
 * records megabytes, no other write can be sent.
 */
const LARGE_ANSWER = 64 * 1024;

/** What is kept of a long text: of a message, and of every text in a large answer. */
const LONGEST_TEXT = 2_000;

/** The longest pause that a service can ask for. */
const LONGEST_PAUSE_MS = 5 * 60_000;

/**
 * Sends a write to the service once. Never throws: anything but a proven outcome is `unknown`, and `not-sent` only if
 * no connection was made.
 */
export async function attempt(write: Write, options: ForwardOptions): Promise<Attempt> {
  const endpoint: Endpoint = contract[write.kind];
  try {
    const reply = await ask(
      {
        name: write.kind,
        endpoint,
        params: write.target,
        search: new URLSearchParams(),
        body: write.body,
        accessToken: write.accessToken,
        requestId: write.requestId,
        key: write.key,
      },
      options,
    );
    return readReply(write, reply);
  } catch (error) {
    if (!(error instanceof GatewayFailure)) return open(502, GATEWAY_CODES.serviceUnreadable, String(error));
    const { code, message } = error;
    const isUnsent = code === GATEWAY_CODES.serviceUnreachable || code === GATEWAY_CODES.notFound;
    const status = code === GATEWAY_CODES.serviceTimeout ? 504 : isUnsent ? 503 : 502;
    return { ...open(status, code, message), ...(isUnsent && { outcome: 'not-sent' as const }) };
  }
}

function readReply(write: Write, reply: UpstreamReply): Attempt {
  const { status } = reply;
  const retryAfterMs = pauseOf(reply.retryAfter);
  const whole = new TextDecoder().decode(reply.body);
  const isLarge = whole.length > LARGE_ANSWER;
  const body = isJson(reply.contentType) ? parse(whole, isLarge ? cutText : undefined) : undefined;
  const text = isLarge ? (JSON.stringify(body) ?? '') : whole;
  const fields = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  const code = errorCodeOf(body);
  const message = typeof fields.message === 'string' ? clean(fields.message) : null;
  const told = { status, code, message, retryAfterMs, failure: null };
  if (status === 401) {
    return {
      ...told,
      code: GATEWAY_CODES.tokenRefused,
      outcome: 'refused',
      by: null,
      reply: null,
      answer: null,
    };
  }
  if (status >= 200 && status < 300 && fields.status === 'success') {
    const doubt = doubtAbout(write, fields.data);
    if (doubt === null) {
      return { ...told, outcome: 'done', by: 'this-request', reply: fields.data, answer: text };
    }
    return { ...open(502, GATEWAY_CODES.serviceUnreadable, doubt), status };
  }
  if (REFUSALS.includes(status) && typeof body === 'object' && body !== null && !Array.isArray(body)) {
    const by = code === 'ORDER_TERMINATED_ERROR' ? ('earlier' as const) : null;
    return { ...told, outcome: 'refused', by, reply: null, answer: failureReply(text) };
  }
  const instead = status === 408 || status === 504 ? 504 : status === 429 || status === 503 ? 503 : 502;
  const sentence = `The service answered with HTTP ${status}${message ? `: ${message}` : '.'}`;
  return { ...open(instead, GATEWAY_CODES.serviceFailed, sentence), status, retryAfterMs };
}

/** Why a success can't be taken for one, as a sentence; null if it can. */
function doubtAbout({ kind, target }: Write, data: unknown): string | null {
  const fields = typeof data === 'object' && data !== null ? (data as Record<string, unknown>) : {};
  if (kind === 'createLoan') {
    if (typeof fields.id !== 'string' || fields.id === '') return 'The response has no loan.';
    if (fields.id.length <= LONGEST_ID) return null;
    return `The loan in the answer has an id of more than ${LONGEST_ID} characters.`;
  }
  if (fields._id !== undefined && fields._id !== target.orderId) return 'The answer was about another order.';
  const contrary: unknown[] = [ORDER_STATUS.active, ORDER_STATUS.fulfilled];
  return contrary.includes(fields.status) ? `The order in the answer is ${String(fields.status)}.` : null;
}

function open(status: 502 | 503 | 504, code: string, message: string): Attempt {
  const failure = { status, code, message };
  const nothing = { by: null, status: null, reply: null, answer: null, retryAfterMs: null };
  return { ...nothing, outcome: 'unknown', code, message: clean(message), failure };
}

/** The pause that a Retry-After header of whole seconds asks for, in milliseconds; null if there is none. */
function pauseOf(header: string | null): number | null {
  if (header === null) return null;
  const seconds = /^\d{1,10}$/.test(header.trim())
    ? Number(header)
    : (Date.parse(header) - Date.now()) / 1_000;
  return Number.isNaN(seconds) ? null : Math.min(Math.max(seconds * 1_000, 0), LONGEST_PAUSE_MS);
}

function clean(text: string): string {
  return text.slice(0, LONGEST_TEXT).toWellFormed().replaceAll('\0', '');
}

function cutText(_name: string, value: unknown): unknown {
  return typeof value === 'string' ? clean(value) : value;
}

function parse(text: string, reviver?: (name: string, value: unknown) => unknown): unknown {
  try {
    return JSON.parse(text, reviver);
  } catch {
    return undefined;
  }
}
