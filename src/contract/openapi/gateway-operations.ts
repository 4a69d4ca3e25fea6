import { contract, type Endpoint } from '#contract/contract.ts';
import { journalEntry } from '#contract/operations.ts';
import { deskState } from '#contract/session.ts';
import { ACTIVITY_OPERATIONS } from './gateway-activity-operations.ts';
import { APPROVAL_OPERATIONS } from './gateway-approval-operations.ts';
import { AUDIT_OPERATIONS } from './gateway-audit-operations.ts';
import { COLLATERAL_OPERATIONS } from './gateway-collateral-operations.ts';
import { stateExample, unknownExample, webhookExample } from './gateway-examples.ts';
import { FAILURES } from './gateway-failures.ts';
import { FOLLOW_UP_OPERATIONS } from './gateway-follow-up-operations.ts';
import { HOLDER, KEY, NOTE, SAME_AS, WEBHOOK_HEADERS } from './gateway-headers.ts';
import type { GatewayOperation } from './gateway-operation.ts';
import { PEOPLE_OPERATIONS } from './gateway-people-operations.ts';
import { PREFERENCE_OPERATIONS } from './gateway-preference-operations.ts';
import { REVEAL_OPERATIONS } from './gateway-reveal-operations.ts';
import { RUN_OPERATIONS } from './gateway-run-operations.ts';
import { signInBody } from './gateway-schemas.ts';
import { VIEW_OPERATIONS } from './gateway-view-operations.ts';
import { VISIT_OPERATION } from './gateway-visit-operation.ts';
import { loanRequestExample, REPLY_EXAMPLES } from './service-examples.ts';
import { OPERATION_TEXTS } from './service-operations.ts';

const write = { 413: FAILURES.tooLarge, 415: FAILURES.notJson };
const ofService = { 502: FAILURES.unreadable, 503: FAILURES.unreachable, 504: FAILURES.timeout };
const state = { schema: deskState, example: stateExample };

/** One of the service's two writes, as the gateway accepts it. */
function forwarded(name: 'createLoan' | 'cancelOrder'): GatewayOperation {
  const endpoint: Endpoint = contract[name];
  const { summary, text, done, params = {} } = OPERATION_TEXTS[name];
  return {
    id: name,
    tag: 'Writes',
    method: endpoint.method,
    path: endpoint.path,
    summary,
    needs: 'session',
    text: `${text} The gateway records the write in its journal before it sends it, once per key. If the outcome is not known, it checks with the service until it is. Refusals of the service are passed on; any other failure becomes 502, 503 or 504.`,
    ...(endpoint.params && { params: { schema: endpoint.params, texts: params } }),
    headers: [KEY, ...(name === 'createLoan' ? [SAME_AS] : []), HOLDER, NOTE],
    ...(endpoint.body && { body: { schema: endpoint.body, example: loanRequestExample } }),
    ...(endpoint.success === 201 && { status: 201 }),
    done: {
      ...done,
      data: { schema: endpoint.reply, example: REPLY_EXAMPLES[name] },
      headers: ['X-Pledge-Entry', 'Idempotency-Replayed'],
    },
    still: {
      text: 'The outcome is not known yet, or a loan waits until someone else approves it (`awaiting-approval`). Read the entry again later.',
      message: 'The outcome is not known yet.',
      data: { schema: journalEntry, example: unknownExample },
      headers: ['X-Pledge-Entry', 'Idempotency-Replayed'],
    },
    failures: {
      400: FAILURES.keyRequired,
      401: FAILURES.signedOut,
      ...write,
      404: FAILURES.notFoundByService,
      409: name === 'createLoan' ? FAILURES.sameLoan : FAILURES.notDone,
      422: FAILURES.keyReused,
      ...ofService,
    },
  };
}

/** The gateway's own addresses, in the order of the document. */
export const GATEWAY_OPERATIONS: readonly GatewayOperation[] = [
  {
    id: 'getSession',
    tag: 'Session',
    method: 'GET',
    path: '/session',
    needs: 'nothing',
    summary: 'Read the session',
    text: 'Returns who is signed in, what service is behind the gateway, and the sign-ins of the demo.',
    done: { text: 'The state, with or without a session.', message: 'Session.', data: state },
    failures: {},
  },
  {
    id: 'signIn',
    tag: 'Session',
    method: 'POST',
    path: '/session',
    needs: 'nothing',
    summary: 'Sign in',
    text: 'Checks an access token with the service and opens a session of the person who gives it, with every role, or with one at the demo: a sealed cookie that no script can read. It ends after 30 minutes without use and after 12 hours, unless the settings say otherwise. A session that the browser had before ends.',
    body: { schema: signInBody, example: { accessToken: 'your-access-token', name: 'Ruth Kamau' } },
    done: { text: 'Signed in.', message: 'Session.', data: state, headers: ['Set-Cookie'] },
    failures: {
      400: FAILURES.malformed,
      401: FAILURES.tokenRefused,
      ...write,
      403: FAILURES.personDisabled,
      429: FAILURES.tooManySignIns,
      ...ofService,
    },
  },
  {
    id: 'signOut',
    tag: 'Session',
    method: 'DELETE',
    path: '/session',
    needs: 'nothing',
    summary: 'Sign out',
    text: 'Ends the session at every gateway, with its event streams. Safe to repeat.',
    done: { text: 'Signed out.', message: 'Session.', data: state, headers: ['Set-Cookie'] },
    failures: { 403: FAILURES.foreignOrigin },
  },
  forwarded('createLoan'),
  forwarded('cancelOrder'),
  ...RUN_OPERATIONS,
  ...PEOPLE_OPERATIONS,
  ...REVEAL_OPERATIONS,
  ...FOLLOW_UP_OPERATIONS,
  ...COLLATERAL_OPERATIONS,
  ...APPROVAL_OPERATIONS,
  ...VIEW_OPERATIONS,
  VISIT_OPERATION,
  ...PREFERENCE_OPERATIONS,
  ...ACTIVITY_OPERATIONS,
  ...AUDIT_OPERATIONS,
  {
    id: 'receiveWebhook',
    tag: 'Operation',
    method: 'POST',
    path: '/webhooks',
    needs: 'nothing',
    summary: 'Receive a webhook',
    text: 'Receives an event of the service, signed by the Standard Webhooks specification with a secret of `WEBHOOK_IN_SECRET`, or by an HMAC under the header of `WEBHOOK_IN_HMAC_HEADER`. A repeat is accepted and changes nothing.',
    headers: WEBHOOK_HEADERS,
    body: { schema: { type: 'object', description: 'The event.' }, example: webhookExample },
    done: { text: 'The event was received, now or before.', message: 'Taken.' },
    failures: {
      400: FAILURES.malformed,
      401: FAILURES.forged,
      413: FAILURES.tooLarge,
      415: FAILURES.notJson,
    },
  },
  {
    id: 'isAlive',
    tag: 'Operation',
    method: 'GET',
    path: '/healthz',
    needs: 'nothing',
    summary: 'Check that the process runs',
    text: 'Answers as long as the process runs.',
    done: { text: 'The process runs.', message: 'Alive.' },
    failures: {},
  },
  {
    id: 'isReady',
    tag: 'Operation',
    method: 'GET',
    path: '/readyz',
    needs: 'nothing',
    summary: 'Check that this gateway can send writes',
    text: 'Asks the service whether it is ready, and the database whether it takes writes and has the same time. For load balancers.',
    done: { text: 'It can.', message: 'Ready.' },
    failures: { 503: FAILURES.notReady },
  },
  {
    id: 'getMetrics',
    tag: 'Operation',
    method: 'GET',
    path: '/metrics',
    needs: 'secret',
    summary: 'Read the metrics',
    text: 'Returns metrics in Prometheus’ format. There is no such address unless `METRICS_SECRET` is set.',
    done: {
      text: 'The metrics.',
      type: 'text/plain',
      example: 'pledge_writes_total{outcome="done"} 12\n',
    },
    failures: { 401: FAILURES.noSecret },
  },
];
