import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Person } from '#contract/people.ts';
import { embeddedUpstream, UpstreamFault } from '#gateway/proxy/upstream.ts';
import { browserAs, sendJson } from '#tests/support/approvals.ts';
import {
  describeDemo,
  startTestGateway,
  type TestBrowser,
  type TestGateway,
  withKey,
} from '#tests/support/gateway.ts';
import { addOrders, cancellationsOf, holdInGrace, isCancellation } from '#tests/support/runs.ts';

let gateway: TestGateway;
let other: TestGateway;
let administrator: TestBrowser;
let person: { id: string; browser: TestBrowser };
let count = 0;
/** Happens while a request of the person waits for the service's word about their access token. */
let meanwhile: (() => Promise<void>) | null = null;
/** Whether the answers to cancellations are lost. */
let isLost = false;

beforeAll(async () => {
  gateway = await startTestGateway({
    describeService: describeDemo,
    async upstream(request) {
      if (isLost && isCancellation(request)) throw new UpstreamFault('broken');
      return await embeddedUpstream(gateway.service.fetch)(request);
    },
    tokenSource: {
      freshMs: 0,
      async ask(session) {
        if (session.person.id === person?.id) await meanwhile?.();
        return 'accepted';
      },
    },
  });
  other = await startTestGateway({ beside: gateway, describeService: describeDemo });
  administrator = await browserAs(other, 'administrator');
});
beforeEach(async () => {
  meanwhile = null;
  count += 1;
  const browser = gateway.browser();
  const { data } = await (await browser.signIn(undefined, { name: `Leaver ${count}` })).json();
  person = { id: data.session.person.id, browser };
  meanwhile = async () => {
    meanwhile = null;
    const path = `/desk/people/${person.id}`;
    await sendJson(administrator, 'PUT', path, { roles: null, disabled: true });
  };
});
afterAll(async () => {
  await other.close();
  await gateway.close();
});

const isDisabled = async () => {
  const { data } = await sendJson(administrator, 'GET', '/desk/people');
  return data.people.find(({ id }: Person) => id === person.id)?.disabled;
};

it('who is disabled while their cancellation is accepted cancels nothing', async () => {
  const { pool } = gateway.service.database;
  const orders = await addOrders(pool, 1, 'ab');
  const [{ memberId, orderId } = { memberId: '', orderId: '' }] = orders;
  const path = `/v1/api/members/${memberId}/orders/${orderId}/cancel`;
  const response = await person.browser.fetch(path, { method: 'POST', headers: withKey() });
  expect(await isDisabled()).toBe(true);
  expect(response.status).toBe(403);
  expect([...(await cancellationsOf(pool, orders)).values()]).toEqual([0]);
  const { data } = await sendJson(administrator, 'GET', `/journal?order=${orderId}`);
  expect(data.entries).toEqual([]);
});

it('who is disabled while their change of the rules is accepted changes none', async () => {
  const { data: before } = await sendJson(administrator, 'GET', '/desk/rules');
  const wanted = { ...before.rules, runLines: { on: true, above: 1 } };
  const { status } = await sendJson(person.browser, 'PUT', '/desk/rules', wanted);
  expect(await isDisabled()).toBe(true);
  expect(status).toBe(403);
  expect((await sendJson(administrator, 'GET', '/desk/rules')).data).toEqual(before);
});

it('who is disabled while their follow-up is accepted writes and deletes none', async () => {
  const path = `/desk/follow-ups/${randomUUID()}`;
  const record = { kind: 'loan', id: `loan ${count}`, name: 'A loan' };
  const content = { record, text: 'Call', due: null, assignee: null, done: false, version: 0 };
  const disable = meanwhile;
  expect((await sendJson(person.browser, 'PUT', path, content)).status).toBe(403);
  expect(await isDisabled()).toBe(true);
  await sendJson(administrator, 'PUT', `/desk/people/${person.id}`, { roles: null, disabled: false });
  await sendJson(administrator, 'PUT', path, content);
  await person.browser.signIn(undefined, { name: `Leaver ${count}` });
  meanwhile = disable;
  expect((await sendJson(person.browser, 'DELETE', path)).status).toBe(403);
  const { data } = await sendJson(administrator, 'GET', `/desk/follow-ups?record=loan%20${count}`);
  expect(data.followUps).toMatchObject([{ text: 'Call', version: 1 }]);
});

it('who is disabled while their view is accepted saves and deletes none', async () => {
  const path = `/desk/views/${randomUUID()}`;
  const view = { list: `list ${count}`, name: 'Late', query: '', density: 'compact', forEveryone: true };
  const disable = meanwhile;
  expect((await sendJson(person.browser, 'PUT', path, view)).status).toBe(403);
  await sendJson(administrator, 'PUT', `/desk/people/${person.id}`, { roles: null, disabled: false });
  meanwhile = null;
  await person.browser.signIn(undefined, { name: `Leaver ${count}` });
  await sendJson(person.browser, 'PUT', path, view);
  meanwhile = disable;
  expect((await sendJson(person.browser, 'DELETE', path)).status).toBe(403);
  const { data } = await sendJson(administrator, 'GET', `/desk/views?list=list%20${count}`);
  expect(data.views).toMatchObject([{ name: 'Late', version: 1 }]);
});

it('who is disabled while collateral that they recorded is accepted records none', async () => {
  const lines = [{ tokenId: 'token-1', name: 'A bond', quantity: '10', price: '5' }];
  const path = `/desk/collateral/loan-${count}`;
  expect((await sendJson(person.browser, 'PUT', path, { lines, version: 0 })).status).toBe(403);
  const { data } = await sendJson(administrator, 'GET', `/desk/collateral?loan=loan-${count}`);
  expect(data.collateral).toEqual([]);
});

it('who is disabled while their run is accepted makes none', async () => {
  const lines = await addOrders(gateway.service.database.pool, 2, 'ad');
  const id = randomUUID();
  const request = { kind: 'cancelOrders', reason: 'Duplicate', lines };
  expect((await sendJson(person.browser, 'PUT', `/runs/${id}`, request)).status).toBe(403);
  expect((await sendJson(administrator, 'GET', `/runs/${id}`)).status).toBe(404);
});

it('who is disabled while they stop a run stops none', async () => {
  const { pool } = gateway.service.database;
  const lines = await addOrders(pool, 2, 'ae');
  const clerk = await browserAs(other, 'operations');
  const id = randomUUID();
  await sendJson(clerk, 'PUT', `/runs/${id}`, { kind: 'cancelOrders', reason: 'Duplicate', lines });
  await holdInGrace(pool, id);
  expect((await sendJson(person.browser, 'POST', `/runs/${id}/stop`)).status).toBe(403);
  expect((await sendJson(clerk, 'GET', `/runs/${id}`)).data.state).toBe('waiting');
  await sendJson(clerk, 'POST', `/runs/${id}/stop`);
});

it('who is disabled while they decide about an unknown outcome decides nothing', async () => {
  isLost = true;
  const [order] = await addOrders(gateway.service.database.pool, 1, 'ac');
  const clerk = await browserAs(other, 'operations');
  const path = `/v1/api/members/${order?.memberId}/orders/${order?.orderId}/cancel`;
  const here = gateway.browser();
  for (const [name, value] of clerk.cookies) here.cookies.set(name, value);
  const cancelled = await here.fetch(path, { method: 'POST', headers: withKey() });
  const entry = `/journal/${cancelled.headers.get('x-pledge-entry')}`;
  const { status } = await sendJson(person.browser, 'POST', `${entry}/close`, { reason: 'Unclear' });
  expect(await isDisabled()).toBe(true);
  expect(status).toBe(403);
  expect((await sendJson(clerk, 'GET', entry)).data.outcome).toBe('unknown');
  isLost = false;
});

it('who is disabled reads nothing more, although someone has signed in at a gateway whose clock is a day ahead', async () => {
  meanwhile = null;
  const ahead = await startTestGateway({ beside: gateway, clock: () => Date.now() + 25 * 3_600_000 });
  await ahead.browser().signIn();
  await sendJson(administrator, 'PUT', `/desk/people/${person.id}`, { roles: null, disabled: true });
  await gateway.hearSignOuts();
  expect((await person.browser.fetch('/journal')).status).toBe(401);
  await ahead.close();
});
