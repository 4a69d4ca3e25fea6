import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Role } from '#contract/permissions.ts';
import { describeDemo, startTestGateway, type TestGateway } from '#tests/support/gateway.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({ describeService: describeDemo });
});
afterAll(() => gateway.close());

const id = randomUUID();
const followUp = {
  record: { kind: 'loan', id: 'l', name: 'L' },
  text: 'Call',
  due: null,
  assignee: null,
  done: false,
  version: 0,
};
const view = { list: 'Loans', name: 'Late', query: '', density: 'compact', forEveryone: false };
const person = { roles: null, disabled: false };

/** Who asks, for what, what is wrong with the body, and the body. */
const BODIES: [Role, string, string, unknown][] = [
  ['administrator', `PUT /desk/people/${id}`, 'body: must be an object', []],
  ['administrator', `PUT /desk/people/${id}`, 'roles: must be a list', { ...person, roles: 'all' }],
  [
    'administrator',
    `PUT /desk/people/${id}`,
    'roles.0: must be "analyst" or "creditor" or "operations" or "approver" or "administrator"',
    { ...person, roles: ['owner'] },
  ],
  ['administrator', `PUT /desk/people/${id}`, 'version: must be a whole number', { ...person, version: 1.5 }],
  [
    'administrator',
    `PUT /desk/people/${id}`,
    'version: must be at most 9007199254740991',
    { ...person, version: 2 ** 53 },
  ],
  ['administrator', `PUT /desk/people/${id}`, 'disabled: is required', { roles: null }],
  ['administrator', 'PUT /desk/rules', 'runLines: is required', {}],
  [
    'creditor',
    `PUT /desk/follow-ups/${id}`,
    'due: must be a date such as 2026-11-23',
    { ...followUp, due: '2026-02-29' },
  ],
  ['creditor', `PUT /desk/follow-ups/${id}`, 'done: must be true or false', { ...followUp, done: 'yes' }],
  ['creditor', `PUT /desk/follow-ups/${id}`, 'version: must be at least 0', { ...followUp, version: -1 }],
  [
    'creditor',
    `PUT /desk/views/${id}`,
    'density: must be "comfortable" or "compact"',
    { ...view, density: 'wide' },
  ],
  [
    'creditor',
    `PUT /desk/views/${id}`,
    'query: must not contain a NUL character or half of a surrogate pair',
    { ...view, query: '\0' },
  ],
  [
    'creditor',
    'PUT /desk/visit',
    'seen: must be a time in UTC such as 2026-11-23T10:00:00.000Z',
    { seen: 'yesterday' },
  ],
  ['creditor', 'PUT /desk/settings', 'listRows: must be 5000 or 1000 or 20000 or 100000', { listRows: 7 }],
  [
    'creditor',
    'PUT /desk/settings',
    'timeZone: must be "mine" or "business" or "utc"',
    { timeZone: 'Mars/Olympus' },
  ],
  [
    'creditor',
    'POST /desk/exports',
    'filter: must have at most 4000 characters',
    { list: 'loans', rows: 1, filter: 'x'.repeat(4_001) },
  ],
  ['creditor', 'POST /session', 'The body must be a JSON object.', []],
];

it.each(BODIES)('of the role %s, %s: %s', async (demoRole, route, message, body) => {
  const browser = gateway.browser();
  await browser.signIn(undefined, { demoRole });
  const [method = '', path = ''] = route.split(' ');
  const response = await browser.fetch(path, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(await response.json()).toEqual({ status: 'error', code: 'MALFORMED_REQUEST', message });
  expect(response.status).toBe(400);
});

it.each([
  ['/journal?limit=x', 'limit: must be a whole number'],
  ['/journal?limit=1&limit=2', 'limit: is given more than once'],
  ['/journal?limit=501', 'limit: must be at most 500'],
  ['/journal?run=1', 'run: must be a UUID'],
  ['/desk/log?action=x', 'action: is not one of the known values'],
  ['/journal?kind=x', 'kind: must be "createLoan" or "cancelOrder"'],
  ['/journal?from=today', 'from: must be a time in UTC such as 2026-11-23T10:00:00.000Z'],
  ['/journal?before=x', "before: can't be read"],
  ['/desk/follow-ups?open=1', 'open: must be true or false'],
])('%s: %s', async (path, message) => {
  const browser = gateway.browser();
  await browser.signIn(undefined, { demoRole: 'approver' });
  const response = await browser.fetch(path);
  expect(await response.json()).toEqual({ status: 'error', code: 'MALFORMED_REQUEST', message });
  expect(response.status).toBe(400);
});
