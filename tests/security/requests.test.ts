import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '#contract/contract.ts';
import { HOLDER_HEADER } from '#contract/session.ts';
import {
  browserOf,
  ORIGIN,
  startTestGateway,
  type TestBrowser,
  type TestGateway,
  withKey,
} from '#tests/support/gateway.ts';
import { gatewayOperations, pathWith } from '#tests/support/operations.ts';

let gateway: TestGateway;
let browser: TestBrowser;
let reached = 0;
beforeAll(async () => {
  gateway = await startTestGateway();
  browser = gateway.browser();
  await browser.signIn();
});
afterAll(() => gateway.close());

/** Bodies that would be taken if the request came from a page of Pledge. */
const BODIES: Record<string, string> = {
  signIn: '{"accessToken":"pledge_demo_harbour"}',
  closeEntry: '{"reason":"x"}',
  createRun: '{"kind":"cancelOrders","reason":"x","lines":[{"memberId":"m","orderId":"o"}]}',
};

const operations = gatewayOperations();
const writes = operations
  // A webhook comes from a server, and proves itself by its signature.
  .filter(({ method, path }) => method !== 'GET' && path !== '/webhooks')
  .map(({ id, method, path, hasBody }) => ({
    method,
    path: pathWith(path, path.startsWith('/runs') ? randomUUID() : 'a'.repeat(24)),
    body: hasBody ? (BODIES[id] ?? '{}') : undefined,
    hasRead: operations.some((other) => other.method === 'GET' && other.path === path),
  }));

describe.each(writes)('$method $path', ({ method, path, body, hasRead }) => {
  const send = async (headers: Record<string, string>) => {
    reached = gateway.service.logged.length;
    return await browser.fetch(path, {
      method,
      ...(body !== undefined && { body }),
      headers: { 'content-type': 'application/json', ...headers },
    });
  };

  it.each([
    ['another site', { origin: 'https://evil.example' }],
    ['another port', { origin: 'http://desk.test:8080' }],
    ['a name that begins with ours', { origin: 'http://desk.test.evil.example' }],
    ['a name that ends with ours', { origin: 'http://evil-desk.test' }],
    ['a frame without an origin', { origin: 'null' }],
    ['a page that the browser calls cross-site', { origin: ORIGIN, 'sec-fetch-site': 'cross-site' }],
    ['a sibling', { origin: ORIGIN, 'sec-fetch-site': 'same-site' }],
    ['an address that somebody typed', { origin: ORIGIN, 'sec-fetch-site': 'none' }],
    ['nowhere', { origin: '' }],
  ])('from %s is refused with the cookie and all, and reaches nothing', async (_, headers) => {
    const response = await send(headers);
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ code: 'FOREIGN_ORIGIN' });
    expect(response.headers.getSetCookie()).toEqual([]);
    expect(gateway.service.logged.length).toBe(reached);
  });

  it('is never done by a GET', async () => {
    reached = gateway.service.logged.length;
    const response = await browser.fetch(path, { headers: { origin: ORIGIN } });
    expect(hasRead ? [200, 404] : [405]).toContain(response.status);
    expect(gateway.service.logged.length).toBe(reached);
  });
});

it('nothing that needs a session is answered without one', async () => {
  const stranger = gateway.browser();
  const needy = operations.filter(({ needsSession }) => needsSession);
  expect(needy.length).toBeGreaterThan(20);
  for (const { method, path, hasBody } of needy) {
    const response = await stranger.fetch(pathWith(path, randomUUID()), {
      method,
      headers: { 'content-type': 'application/json', ...withKey() },
      ...(hasBody && { body: '{}' }),
    });
    expect(await response.json(), `${method} ${path}`).toMatchObject({ code: 'SESSION_REQUIRED' });
    expect(response.status).toBe(401);
  }
});

it('no page changes anything for someone else who has signed in meanwhile', async () => {
  const changes = operations.filter(({ method, needsSession }) => method !== 'GET' && needsSession);
  expect(changes.length).toBeGreaterThan(20);
  for (const { id, method, path, hasBody, headers } of changes) {
    const response = await browser.fetch(pathWith(path, randomUUID()), {
      method,
      headers: { 'content-type': 'application/json', [HOLDER_HEADER]: 'someone else', ...withKey() },
      ...(hasBody && { body: BODIES[id] ?? '{}' }),
    });
    expect(await response.json(), `${method} ${path}`).toMatchObject({ code: 'SESSION_CHANGED' });
    expect(response.status).toBe(401);
    expect(headers, id).toContain(HOLDER_HEADER);
  }
});

it('a body that a form could send is no loan', async () => {
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
    const response = await browser.fetch(contract.createLoan.path, {
      method: 'POST',
      body: '{"amount":1}',
      headers: { 'content-type': type },
    });
    expect(response.status).toBe(415);
  }
});

it('no answer to any request redirects', async () => {
  const paths = [
    '//evil.example',
    '/%2f%2fevil.example',
    '/\\evil.example',
    '/?next=https://evil.example',
    '/session?redirect=//evil.example',
    '/loans/..//evil.example',
    '/.//evil.example',
    '/v1/api//evil.example',
    '/assets/..%2f..%2fetc/passwd',
  ];
  for (const path of paths) {
    const response = await browser.fetch(path);
    expect(response.headers.get('location'), path).toBeNull();
    expect(response.status < 300 || response.status >= 400, path).toBe(true);
  }
});

it('no other site may read an answer', async () => {
  for (const path of ['/session', '/v1/api/tokens', '/journal']) {
    const response = await browser.fetch(path, { headers: { origin: 'https://evil.example' } });
    expect([...response.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
    expect(response.headers.get('cross-origin-resource-policy')).toBe('same-origin');
  }
  const preflight = await browserOf(
    async (request) => await gateway.browser().fetch(new URL(request.url).pathname, { method: 'OPTIONS' }),
    ORIGIN,
  ).fetch('/session');
  expect(preflight.status).toBeGreaterThanOrEqual(400);
});
