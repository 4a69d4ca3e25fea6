import { hideToken, withoutToken } from './hide-token.ts';
import type { UpstreamReply } from './upstream.ts';

/** Types that a failure may name. Others may carry anything, such as the access token. */
const NAMED_TYPES = [
  'text/html',
  'text/plain',
  'text/xml',
  'application/xml',
  'application/xhtml+xml',
  'application/octet-stream',
];

/** The longest pause that is passed on, in seconds. */
const MAX_PAUSE_S = 3_600;

const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/**
 * An answer of the service with nothing in it that came from the request: no access token in its body, a type from a
 * list, a pause in seconds. Only JSON has a body, since nothing else is read.
 */
export function safeReply(reply: UpstreamReply, accessToken: string, now: number): UpstreamReply {
  const contentType = safeType(reply.contentType);
  const { organisation } = reply;
  return {
    status: reply.status,
    contentType,
    retryAfter: safePause(reply.retryAfter, now),
    organisation: organisation && {
      id: hideToken(organisation.id, accessToken),
      name: hideToken(organisation.name, accessToken),
    },
    body: isJson(contentType) ? withoutToken(reply.body, accessToken) : new Uint8Array(),
  };
}

export function isJson(contentType: string): boolean {
  return /^application\/(?:[\w.-]+\+)?json\b/i.test(contentType);
}

function safeType(contentType: string): string {
  if (isJson(contentType)) return 'application/json';
  const type = contentType.split(';')[0]?.trim().toLowerCase() ?? '';
  return type === '' || NAMED_TYPES.includes(type) ? type : 'another type';
}

/** A pause as whole seconds, from seconds or a date; null if it is neither. */
function safePause(retryAfter: string | null, now: number): string | null {
  const text = retryAfter?.trim() ?? '';
  const seconds = /^\d{1,15}$/.test(text)
    ? Number(text)
    : HTTP_DATE.test(text)
      ? Math.ceil((Date.parse(text) - now) / 1_000)
      : Number.NaN;
  return Number.isNaN(seconds) ? null : String(Math.min(Math.max(seconds, 0), MAX_PAUSE_S));
}
