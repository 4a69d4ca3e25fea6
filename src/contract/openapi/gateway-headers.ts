import { NOTE_HEADER, SAME_AS_HEADER } from '#contract/operations.ts';
import { HOLDER_HEADER } from '#contract/session.ts';
import type { Json } from './schemas.ts';
import { KEY_PARAMETER, WEBHOOK_HEADERS as REQUIRED, HEADERS as SERVICE_HEADERS } from './service-texts.ts';

/** The headers of the gateway's responses. */
export const GATEWAY_HEADERS: Record<string, Json> = {
  ...SERVICE_HEADERS,
  'Set-Cookie': {
    description: 'The session’s cookie: `pledge-session`, or `__Host-pledge-session` over https.',
    schema: { type: 'string', examples: ['pledge-session=…; Path=/; HttpOnly; SameSite=Strict'] },
  },
  'Idempotency-Replayed': {
    description: '`true` if an earlier request with the same key was sent, and this is its outcome.',
    schema: { type: 'string', const: 'true' },
  },
  'X-Pledge-Entry': {
    description: 'Id of the journal’s entry of this write.',
    schema: { type: 'string', examples: ['019aa4c1f3c07b6a5d4e3f2a1b0c'] },
  },
};

/** The gateway requires a key with every write. */
export const KEY: Json = {
  ...KEY_PARAMETER,
  required: true,
  description:
    'A UUID that the caller generates for one write, bare or in double quotes. A repeat with the same key and content from the same organisation sends nothing; it waits for the outcome of the first and gets its response. Keys are kept for at least 24 hours. The key is passed on to the service.',
};

export const SAME_AS: Json = {
  name: SAME_AS_HEADER,
  in: 'header',
  required: false,
  description:
    'Id of the entry that a response of 409 `SAME_LOAN` named: confirms that another loan is meant.',
  schema: { type: 'string', pattern: '^[0-9a-f]{28}$' },
};

export const HOLDER: Json = {
  name: HOLDER_HEADER,
  in: 'header',
  required: false,
  description:
    'The `holder` of the session for which the page sends the write. If someone else has signed in in this browser since, nothing is sent and the response is 401 `SESSION_CHANGED`.',
  schema: { type: 'string', examples: ['9c1f0e4b7d5a2c3e8f60a1b2'] },
};

export const NOTE: Json = {
  name: NOTE_HEADER,
  in: 'header',
  required: false,
  description:
    'A `WriteNote` as JSON in base64url: what the journal keeps about the write. It is not sent to the service.',
  schema: { type: 'string', maxLength: 12_000, examples: ['eyJyZWFzb24iOiJEdXBsaWNhdGUifQ'] },
};

export const LAST_EVENT_ID: Json = {
  name: 'Last-Event-ID',
  in: 'header',
  required: false,
  description: 'Id of the last event that the client has seen; the query parameter `last` does the same.',
  schema: { type: 'string', pattern: '^[0-9a-f]{28}$' },
};

/** As the service sends them; the other style of signature has none of them. */
export const WEBHOOK_HEADERS: readonly Json[] = REQUIRED.map((header) => ({ ...header, required: false }));
