import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { type JournalEntry, KEY_HEADER } from '#contract/operations.ts';
import { startTestGateway, type TestBrowser, type TestGateway } from '#tests/support/gateway.ts';
import { orderOf } from '#tests/support/orders.ts';
import { CRESTLINE } from '#tests/support/service.ts';
import { embeddedUpstream, type Upstream, UpstreamFault } from '../proxy/upstream.ts';

/** Another access token of the same organisation. */
const NEXT = `${CRESTLINE.slice(0, -4)}next`;

let gateway: TestGateway;
let browser: TestBrowser;
let edge: Upstream | null = null;
let now = Date.now();

/** The service, which knows both access tokens. */
const real: Upstream = async (request) =>
  await embeddedUpstream(gateway.service.fetch)({
    ...request,
    headers: { ...request.headers, authorization: `Bearer ${CRESTLINE}` },
  });

beforeAll(async () => {
  gateway = await startTestGateway({
    clock: () => now,
    upstream: async (request) => await (edge ?? real)(request),
  });
});
beforeEach(async () => {
  edge = null;
  now = Date.now();
  await gateway.service.database.pool.query('truncate desk.journal');
  browser = gateway.browser();
  await browser.signIn(CRESTLINE);
});
afterAll(() => gateway.close());

/** A cancellation whose answer was lost. */
async function lose(): Promise<string> {
  const order = await orderOf(gateway.service.database.pool, {});
  edge = async () => {
    throw new UpstreamFault('broken');
  };
  const response = await browser.fetch(`/v1/api/members/${order.memberId}/orders/${order.id}/cancel`, {
    method: 'POST',
    headers: { [KEY_HEADER]: randomUUID() },
  });
  edge = null;
  return response.headers.get('x-pledge-entry') ?? '';
}

/** Begins a check with the first access token, which has been revoked. Returns how to let the service refuse it. */
async function beginRefusedCheck(): Promise<() => Promise<void>> {
  let refuse = () => {};
  const asked = new Promise<void>((isAsked) => {
    edge = async (request) => {
      if (request.headers.authorization !== `Bearer ${CRESTLINE}`) return await real(request);
      const refused = new Promise<void>((resolve) => {
        refuse = resolve;
      });
      isAsked();
      await refused;
      const body = new TextEncoder().encode('{"status":"error","message":"no"}');
      return { status: 401, contentType: 'application/json', retryAfter: null, body };
    };
  });
  now += 2_000;
  const swept = gateway.operations.resolver.sweep();
  await asked;
  return async () => {
    refuse();
    await swept;
  };
}

async function entry(id: string): Promise<JournalEntry> {
  return (await (await browser.fetch(`/journal/${id}`)).json()).data;
}

it('checks with the access token that a person brings while one is refused', async () => {
  const id = await lose();
  const refuse = await beginRefusedCheck();
  browser = gateway.browser();
  expect((await browser.signIn(NEXT)).status).toBe(200);
  expect((await browser.fetch(`/journal/${id}/check`, { method: 'POST' })).status).toBe(202);
  await refuse();
  await gateway.operations.resolver.sweep();
  expect(await entry(id)).toMatchObject({ outcome: 'done', blocked: false });
});

it('checks with the access token of someone who signs in while one is refused', async () => {
  const id = await lose();
  const refuse = await beginRefusedCheck();
  browser = gateway.browser();
  expect((await browser.signIn(NEXT)).status).toBe(200);
  await refuse();
  await gateway.operations.resolver.sweep();
  expect(await entry(id)).toMatchObject({ outcome: 'done', blocked: false });
});

it('checks with the access token of someone who signs in before the next check is due', async () => {
  const id = await lose();
  browser = gateway.browser();
  expect((await browser.signIn(NEXT)).status).toBe(200);
  edge = async (request) => {
    if (request.headers.authorization !== `Bearer ${CRESTLINE}`) return await real(request);
    const body = new TextEncoder().encode('{"status":"error","message":"no"}');
    return { status: 401, contentType: 'application/json', retryAfter: null, body };
  };
  now += 2_000;
  await gateway.operations.resolver.sweep();
  expect(await entry(id)).toMatchObject({ outcome: 'done', blocked: false });
});

it('makes an attempt of its own for who repeats a write with another access token while the first is refused', async () => {
  const order = await orderOf(gateway.service.database.pool, {});
  const headers = { [KEY_HEADER]: randomUUID() };
  const cancel = async (by: TestBrowser) =>
    await by.fetch(`/v1/api/members/${order.memberId}/orders/${order.id}/cancel`, {
      method: 'POST',
      headers,
    });
  let refuse = () => {};
  let first: Promise<Response> | undefined;
  await new Promise<void>((isAsked) => {
    edge = async (request) => {
      if (request.headers.authorization !== `Bearer ${CRESTLINE}`) return await real(request);
      await new Promise<void>((resolve) => {
        refuse = resolve;
        isAsked();
      });
      const body = new TextEncoder().encode('{"status":"error","message":"no"}');
      return { status: 401, contentType: 'application/json', retryAfter: null, body };
    };
    first = cancel(browser);
  });
  const newer = gateway.browser();
  expect((await newer.signIn(NEXT)).status).toBe(200);
  const read = vi.spyOn(gateway.operations.journal, 'read');
  const repeat = cancel(newer);
  await expect.poll(() => read.mock.calls.length).toBeGreaterThan(0);
  refuse();
  expect((await first)?.status).toBe(401);
  expect((await repeat).status).toBe(200);
  expect((await newer.fetch('/journal')).status).toBe(200);
});
