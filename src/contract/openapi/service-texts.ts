import type { Failure } from './parts.ts';
import type { Json } from './schemas.ts';

export const SERVICE_TEXT = `The service behind Pledge: loans against collateral tokens, the tokens themselves, customers and what they trade, and the members of an organisation’s syndicate with their orders.

Every request needs an access token. Every response has the same envelope: \`status\` is \`success\` or \`error\`, \`message\` is for people, and \`data\` holds the result of a success. Ids are opaque strings. Clients ignore fields that they don’t know.

Lists are paged with \`page\` (from 1) and \`limit\` (10 by default, 100 at most); a larger \`limit\` is answered with 100. Customers come in one array.

A body is JSON of at most 64 KB. Headers and address together may have 16 KB. The number of requests per minute is limited if the setting \`RATE_LIMIT_PER_MINUTE\` says so, and refused access tokens by \`SIGN_IN_REFUSALS_PER_MINUTE\`; both are answered with 429 and \`Retry-After\`.

Writes accept an \`Idempotency-Key\`, so that a repeat after a lost response is safe.`;

/** The failures of every endpoint (docs/decisions.md, rows 10, 11 and 15). Endpoints say more of some. */
export const COMMON_FAILURES = {
  badRequest: {
    text: 'The request is malformed. The message names the field.',
    message: 'page: must be a whole number',
  },
  401: {
    text: 'The access token is missing, unknown or revoked.',
    message: 'The access token is not valid.',
    headers: ['WWW-Authenticate'],
  },
  405: {
    text: 'The address has no such method.',
    message: 'DELETE is not allowed here, only GET.',
    headers: ['Allow'],
  },
  forBodies: {
    413: {
      text: 'The body is larger than 64 KB.',
      message: 'The body is larger than the 65536 bytes that are accepted.',
    },
    415: {
      text: 'The body is not JSON, or it is compressed.',
      message: 'The body must be JSON, with the header Content-Type: application/json.',
    },
  },
  keyReused: {
    text: 'The `Idempotency-Key` was used for a different request.',
    message: 'Idempotency-Key: was used before, for a different request; use a new key for each write',
  },
  429: {
    text: 'Too many requests of this API client, or too many refused access tokens from this address.',
    message: 'Too many requests: at most 60 a minute. Try again in 12 s.',
    headers: ['Retry-After'],
  },
  500: {
    text: 'The service failed. Whether a write was carried out is not known.',
    message: 'The service failed. Nothing is known to be wrong with the request.',
  },
  503: {
    text: 'The database does not answer. Whether a write was carried out is not known.',
    message: 'The service is not ready. Try again in a moment.',
    headers: ['Retry-After'],
  },
} satisfies Record<string, Failure | Record<string, Failure>>;

export const HEADERS: Record<string, Json> = {
  'X-Request-Id': {
    description: 'Id of this request. The log has the same one.',
    schema: { type: 'string', examples: ['01JC4T8N0W7QXK2M'] },
  },
  'Retry-After': {
    description: 'Seconds to wait before the next request.',
    schema: { type: 'integer', minimum: 1, examples: [12] },
  },
  'WWW-Authenticate': {
    description: 'The scheme of authentication: `Bearer`.',
    schema: { type: 'string', const: 'Bearer' },
  },
  Allow: {
    description: 'The methods that the address has.',
    schema: { type: 'string', examples: ['GET'] },
  },
};

/** The headers that only the service's responses have. */
export const SERVICE_ONLY_HEADERS: Record<string, Json> = {
  'Pledge-Organisation': {
    description:
      'Id and name of the organisation, percent-encoded and separated by a space. An organisation without members has no other answer with its name.',
    schema: { type: 'string', examples: ['64f0c0de0000000000000001 Crestline'] },
  },
};

export const KEY_PARAMETER: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'A UUID that the caller generates for one write, bare or in double quotes. A repeat with the same key and the same content from the same API client returns the first response and writes nothing; while the first is being processed, the repeat waits for it. A refused write uses up no key. Keys are kept for at least 24 hours.',
  schema: { type: 'string', format: 'uuid', examples: ['0f8fad5b-d9cb-469f-a165-70867728950e'] },
};

export const WEBHOOK_HEADERS: readonly Json[] = [
  {
    name: 'webhook-id',
    in: 'header',
    required: true,
    description: 'Id of the event. It stays the same when the event is sent again.',
    schema: { type: 'string', examples: ['evt_01JC4T8N0W7QXK2M'] },
  },
  {
    name: 'webhook-timestamp',
    in: 'header',
    required: true,
    description: 'When this attempt was made, in seconds since 1970.',
    schema: { type: 'string', examples: ['1795406089'] },
  },
  {
    name: 'webhook-signature',
    in: 'header',
    required: true,
    description:
      'One or more signatures (`v1,` and base64) over id, timestamp and body, separated by spaces.',
    schema: { type: 'string', examples: ['v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4='] },
  },
];
