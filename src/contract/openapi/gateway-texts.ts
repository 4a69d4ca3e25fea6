export const GATEWAY_TEXT = `The server between browsers and the service. It keeps the access token out of the browser, records writes before it sends them, and passes on events.

It also forwards the reads of the service’s document, under the same addresses and with the same parameters. They need the session’s cookie instead of an access token, and fail in addition with 401, 502, 503 and 504 like the writes described here. A member’s secrets and references of external providers are left out, and contact data is masked: \`POST /desk/reveals\` returns it.

Every response has an envelope: \`status\` is \`success\` or \`error\`, \`message\` is for people, \`data\` holds the result of a success, and \`code\` names a failure of the gateway. The gateway refuses with 400 a request under a host name that it doesn’t know, and an address with a NUL character. Requests that change something must come from a page of Pledge; browsers prove that with \`Origin\` and \`Sec-Fetch-Site\`. A session that isn’t used ends: changes and reads of the service use it, and other requests with the header \`X-Pledge-Use\`.

With an identity provider set, browsers sign in at \`/session/oidc\`, come back to \`/session/oidc/return\`, and the provider reports sign-outs to \`/session/oidc/logout\`. These follow OpenID Connect and answer with pages instead of the envelope. If the service refuses the access token of an organisation that signs in that way, requests fail with 503 and the code \`ORGANISATION_TOKEN\`.

A body is JSON of at most 64 KB, that of a new run of at most 8 MB, that of a follow-up of at most 1 MB. The service has 30 seconds for a response, unless \`SERVICE_TIMEOUT_MS\` says otherwise.

This document is at \`/openapi-gateway.json\`, the service’s at \`/openapi.json\`, and both as a page at \`/docs\`.`;

export const GATEWAY_TAGS = [
  { name: 'Session', description: 'Signing in and out.' },
  { name: 'Writes', description: 'The two writes of the service, as the gateway accepts them.' },
  {
    name: 'Runs',
    description:
      'Many cancellations as one record. The gateway carries a run out whether or not a browser is open, and every line is a write in the journal.',
  },
  {
    name: 'People',
    description:
      'Who signs in, with what roles, and where. Each address of this document names the permission that it requires; a request without it gets 403 with the code `PERMISSION_REQUIRED`.',
  },
  {
    name: 'Shared work',
    description:
      'Follow-ups: notes on records, with a date and the person who acts next. Saved views of lists. The collateral of loans.',
  },
  {
    name: 'Approvals',
    description: 'Requests that wait until someone else approves them, and the rules that say which.',
  },
  { name: 'Activity', description: 'What was written, and what happened.' },
  {
    name: 'Audit log',
    description:
      'Who did what, in a log that is only appended to and whose entries contain the hash of the one before.',
  },
  {
    name: 'Operation',
    description: 'For administrators, load balancers, monitoring and the service’s webhooks.',
  },
];
