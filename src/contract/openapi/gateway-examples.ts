import { order, orderCancelledExample } from './service-examples.ts';

/** Example records of the document. A test holds them against the contract. */

export const stateExample = {
  session: {
    label: 'Crestline',
    creditor: { id: '64f0b2d3e9', name: 'Crestline' },
    person: { id: '3f9a1c0b7d5e2a4c6f8091b2', name: 'Ruth Kamau', verified: false },
    roles: ['operations'],
    customerSalt: 'q3mPz1t8w2v5x7yA9bCdEf',
    holder: '9c1f0e4b7d5a2c3e8f60a1b2',
    expiresAt: '2026-11-23T10:30:00.000Z',
    settings: { theme: 'dark', timeZone: 'business' },
  },
  signIn: { organisation: false, token: true },
  environment: { kind: 'demo', host: 'embedded service' },
  demoSignIns: [
    {
      organisation: 'Crestline',
      accessToken: 'your-access-token',
      people: [{ role: 'operations', name: 'Ruth Kamau' }],
    },
  ],
  memberIdInPath: '_id',
};

export const entryExample = {
  id: '019aa4c1f3c07b6a5d4e3f2a1b0c',
  key: '0f8fad5b-d9cb-469f-a165-70867728950e',
  kind: 'cancelOrder',
  outcome: 'done',
  by: 'this-request',
  at: '2026-11-23T09:58:01.120Z',
  settledAt: '2026-11-23T09:58:01.163Z',
  who: 'Ruth Kamau',
  person: '3f9a1c0b7d5e2a4c6f8091b2',
  verified: false,
  target: { id: orderCancelledExample.data.member, orderId: order._id },
  note: { reason: 'Duplicate' },
  body: null,
  status: 200,
  code: null,
  message: 'Order cancelled.',
  reply: order,
  requestId: '01JC4T8N0W7QXK2M',
  durationMs: 43,
  run: null,
  line: null,
  approval: null,
  approvedBy: null,
  checks: [],
  nextCheckAt: null,
  blocked: false,
  candidates: [],
};

/** A loan whose response was lost, after a check that found nothing. */
export const unknownExample = {
  ...entryExample,
  kind: 'createLoan',
  outcome: 'unknown',
  by: null,
  settledAt: null,
  target: {},
  note: { reference: 'K7QF-2M' },
  status: null,
  message: null,
  reply: null,
  durationMs: null,
  checks: [
    {
      at: '2026-11-23T09:58:33.410Z',
      saw: 'Not among the 40 newest loans.',
      complete: true,
      who: null,
    },
  ],
  nextCheckAt: '2026-11-23T09:58:35.410Z',
};

export const eventExample = {
  id: '019aa4c1f40a7b6a5d4e3f2a1b0c',
  type: 'order.cancelled',
  at: '2026-11-23T09:58:01.180Z',
  order,
  member: orderCancelledExample.data.member,
};

export const webhookExample = orderCancelledExample;

export const runExample = {
  id: '0f8fad5b-d9cb-469f-a165-70867728950e',
  kind: 'cancelOrders',
  reason: 'Duplicate',
  note: 'As agreed by phone.',
  who: 'Ruth Kamau',
  person: '3f9a1c0b7d5e2a4c6f8091b2',
  verified: false,
  organisation: 'Crestline',
  state: 'running',
  startsAt: '2026-11-23T10:00:10.000Z',
  pausedBy: null,
  stoppedBy: null,
  approval: null,
  approvedBy: null,
  holdUp: null,
  counts: { total: 3, done: 1, refused: 0, notSent: 0, notDone: 0, unknown: 0, waiting: 2 },
  retryable: 0,
  createdAt: '2026-11-23T10:00:00.000Z',
  finishedAt: null,
};

export const lineExample = {
  line: 1,
  memberId: '64f0b2d3e9',
  orderId: '65a1c4e2f7',
  outcome: 'done',
  by: 'this-request',
  code: null,
  message: 'Order cancelled.',
  status: 200,
  at: '2026-11-23T10:00:11.000Z',
  requestId: 'd3b0a9f2-5c1e-4b7a-8f6d-2e1c0b9a8d7e',
  entry: '019aa4c1f3c07b6a5d4e3f2a1b0c',
};
