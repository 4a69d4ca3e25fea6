import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditEntry } from '#contract/audit.ts';
import type { OpenSession, Person } from '#contract/people.ts';
import { ROLES, type Role } from '#contract/permissions.ts';
import { sendJson } from '#tests/support/approvals.ts';
import {
  describeDemo,
  startTestGateway,
  type TestBrowser,
  type TestGateway,
  withKey,
} from '#tests/support/gateway.ts';
import { orderOf } from '#tests/support/orders.ts';
import { HARBOUR } from '#tests/support/service.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({ describeService: describeDemo });
});
afterAll(() => gateway.close());

async function signedIn(more: { name?: string; demoRole?: Role }, token?: string, at = gateway) {
  const browser = at.browser('203.0.113.7');
  const response = await browser.signIn(token, more);
  const text = await response.text();
  expect(response.status, text).toBe(200);
  return { browser, session: JSON.parse(text).data.session };
}

const statusOf = async (browser: TestBrowser) => (await browser.fetch('/journal')).status;
const peopleOf = async (browser: TestBrowser): Promise<Person[]> =>
  (await (await browser.fetch('/desk/people')).json()).data.people;
const sessionsOf = async (browser: TestBrowser, query = ''): Promise<OpenSession[]> =>
  (await (await browser.fetch(`/desk/sessions${query}`)).json()).data.sessions;

async function change(browser: TestBrowser, id: string, body: unknown) {
  return await browser.fetch(`/desk/people/${id}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

/** Cancels an order and returns the id of the entry. */
async function cancelOne(browser: TestBrowser) {
  const order = await orderOf(gateway.service.database.pool, {});
  const address = `/v1/api/members/${order.memberId}/orders/${order.id}/cancel`;
  const response = await browser.fetch(address, { method: 'POST', headers: withKey() });
  return response.headers.get('x-pledge-entry') ?? '';
}

describe('a sign-in', () => {
  it.each(ROLES)('to the demo as its %s is one person with one role', async (demoRole) => {
    const { session } = await signedIn({ demoRole });
    expect(session.roles).toEqual([demoRole]);
    const state = await (await gateway.browser().fetch('/session')).json();
    const offered = state.data.demoSignIns[0].people.find(
      (person: { role: Role }) => person.role === demoRole,
    );
    expect(session.person).toMatchObject({ name: offered.name, verified: false });
  });

  it('without a role is of a person with every role, under the name that they give', async () => {
    const { session } = await signedIn({ name: '  Ruth Kamau ' });
    expect(session).toMatchObject({ roles: ROLES, person: { name: 'Ruth Kamau', verified: false } });
    expect((await signedIn({})).session.person.name).toBe('Crestline Capital');
  });

  it('makes the same person of the same name, and another in another organisation', async () => {
    const one = (await signedIn({ name: 'Ruth Kamau' })).session.person.id;
    expect((await signedIn({ name: 'ruth kamau' })).session.person.id).toBe(one);
    expect((await signedIn({ name: 'Ruth Kamau' }, HARBOUR)).session.person.id).not.toBe(one);
    expect((await signedIn({ demoRole: 'operations' })).session.person.id).not.toBe(one);
  });

  it.each([
    ['an unknown role', { demoRole: 'owner' }, /^demoRole: must be one of analyst/],
    ['no name', { name: ' ' }, /^Type your name/],
    ['too long a name', { name: 'x'.repeat(81) }, /at most 80 characters/],
    ['a name with control characters', { name: 'Ruth\u0000' }, /control characters/],
    ['half a surrogate pair', { name: 'Ruth \ud800' }, /control characters/],
    ['a name that is a number', { name: 7 as unknown as string }, /^name: must be a text/],
  ])('with %s is refused, and says what is wrong', async (_, more, message) => {
    const response = await gateway.browser().signIn(undefined, more);
    expect(response.status).toBe(400);
    expect((await response.json()).message).toMatch(message);
  });

  it('takes a role with none but the demo’s access tokens', async () => {
    const live = await startTestGateway({ beside: gateway });
    const response = await live.browser().signIn(undefined, { demoRole: 'analyst' });
    expect(response.status).toBe(400);
    expect((await response.json()).message).toMatch(/only the access tokens of the demo/);
    await live.close();
  });
});

describe('the journal', () => {
  it('shows people their own writes, and everyone’s to those who may see them', async () => {
    const { browser: clerk, session } = await signedIn({ demoRole: 'operations' });
    const { browser: everyRole } = await signedIn({ name: 'Another' });
    const [own, others] = [await cancelOne(clerk), await cancelOne(everyRole)];
    const idsOf = async (browser: TestBrowser, query = ''): Promise<string[]> => {
      const { data } = await (await browser.fetch(`/journal${query}`)).json();
      return data.entries.map(({ id }: { id: string }) => id);
    };
    expect(await idsOf(clerk)).toEqual([own]);
    const { browser: approver } = await signedIn({ demoRole: 'approver' });
    expect(await idsOf(approver)).toEqual([others, own]);
    expect(await idsOf(approver, `?person=${session.person.id}`)).toEqual([own]);
    expect((await clerk.fetch(`/journal/${others}`)).status).toBe(404);
    expect((await clerk.fetch(`/journal?person=${'0'.repeat(24)}`)).status).toBe(403);
    const entry = (await (await approver.fetch(`/journal/${own}`)).json()).data;
    expect(entry).toMatchObject({ who: 'Ruth Kamau', person: session.person.id, verified: false });
  });

  it('lets only those decide about a write who could make it', async () => {
    const { browser: everyRole } = await signedIn({});
    const id = await cancelOne(everyRole);
    const { browser: approver } = await signedIn({ demoRole: 'approver' });
    const response = await approver.fetch(`/journal/${id}/check`, { method: 'POST' });
    expect(response.status).toBe(403);
    expect((await response.json()).data).toEqual({ permission: 'cancel-orders' });
  });
});

describe('an administrator', () => {
  it('sees everyone who signed in, of their own organisation alone', async () => {
    await signedIn({ name: 'Of Harbour' }, HARBOUR);
    await signedIn({ name: 'Of Crestline' });
    const { browser, session } = await signedIn({ demoRole: 'administrator' });
    const people = await peopleOf(browser);
    expect(people[0]).toMatchObject({ id: session.person.id, roles: ['administrator'], disabled: false });
    const names = people.map(({ name }) => name);
    expect(names).toContain('Of Crestline');
    expect(names).not.toContain('Of Harbour');
  });

  it('gives no role unseen, also in place of one that was named twice', async () => {
    const { session } = await signedIn({ name: 'Twice an analyst' });
    const { browser } = await signedIn({ demoRole: 'administrator' });
    const path = `/desk/people/${session.person.id}`;
    const set = async (roles: Role[]) => await sendJson(browser, 'PUT', path, { roles, disabled: false });
    expect((await set(['analyst', 'analyst'])).data.roles).toEqual(['analyst']);
    const { browser: person } = await signedIn({ name: 'Twice an analyst' });
    expect((await set(['analyst', 'administrator'])).status).toBe(200);
    const { data } = await sendJson(browser, 'GET', '/desk/log?action=person-changed&limit=1');
    expect(data.entries[0]).toMatchObject({
      target: { person: session.person.id },
      details: { before: { roles: ['analyst'] }, after: { roles: ['analyst', 'administrator'] } },
    });
    expect((await person.fetch('/desk/sessions')).status).toBe(401);
  });

  it('changes nothing of a person who has been changed since; a repeat is no such change', async () => {
    const { session } = await signedIn({ name: 'Of two minds' });
    const path = `/desk/people/${session.person.id}`;
    const { browser } = await signedIn({ demoRole: 'administrator' });
    const read = async () => (await peopleOf(browser)).find(({ id }) => id === session.person.id);
    const { version = -1 } = (await read()) ?? {};
    const [less, none] = [
      { roles: ['analyst'], disabled: false, version },
      { roles: null, disabled: true, version },
    ];
    expect((await sendJson(browser, 'PUT', path, less)).data).toMatchObject({ version: version + 1 });
    const lost = await sendJson(browser, 'PUT', path, none);
    expect(lost).toMatchObject({ status: 409, code: 'CHANGED_MEANWHILE' });
    expect(await read()).toMatchObject({ roles: ['analyst'], disabled: false, version: version + 1 });
    expect((await sendJson(browser, 'PUT', path, less)).data).toMatchObject({ version: version + 1 });
  });

  it('changes roles: the person is signed out at every gateway, and comes back with the new ones', async () => {
    const other = await startTestGateway({ beside: gateway, describeService: describeDemo });
    const { browser: administrator } = await signedIn({ demoRole: 'administrator' });
    const { browser, session } = await signedIn({ name: 'Kim' });
    const { browser: elsewhere } = await signedIn({ name: 'Kim' }, undefined, other);
    const { id } = session.person;
    const response = await change(administrator, id, { roles: ['analyst'], disabled: false });
    expect((await response.json()).data).toMatchObject({ id, roles: ['analyst'], rolesSetHere: true });
    await other.hearSignOuts();
    expect([await statusOf(browser), await statusOf(elsewhere)]).toEqual([401, 401]);
    const again = await signedIn({ name: 'Kim' });
    expect(again.session.roles).toEqual(['analyst']);
    // A repeat changes nothing, and so signs no one out.
    await change(administrator, id, { roles: ['analyst'], disabled: false });
    expect(await statusOf(again.browser)).toBe(200);
    await change(administrator, id, { roles: null, disabled: false });
    expect((await signedIn({ name: 'Kim' })).session.roles).toEqual(ROLES);
    await other.close();
  });

  it('disables a person, whose next sign-in says so', async () => {
    const { browser: administrator } = await signedIn({ demoRole: 'administrator' });
    const { browser, session } = await signedIn({ name: 'Lee' });
    await change(administrator, session.person.id, { roles: null, disabled: true });
    expect(await statusOf(browser)).toBe(401);
    const refused = await gateway.browser().signIn(undefined, { name: 'Lee' });
    expect(refused.status).toBe(403);
    expect(await refused.json()).toMatchObject({
      code: 'PERSON_DISABLED',
      message: /disabled the sign-in of Lee/,
    });
    await change(administrator, session.person.id, { roles: null, disabled: false });
    await signedIn({ name: 'Lee' });
  });

  it('who has just lost the role at another gateway can’t take it from the one who took it', async () => {
    const other = await startTestGateway({ beside: gateway, describeService: describeDemo });
    const one = await signedIn({ name: 'First of two' });
    const two = await signedIn({ name: 'Second of two' }, undefined, other);
    const analyst = { roles: ['analyst'], disabled: false };
    expect((await change(one.browser, two.session.person.id, analyst)).status).toBe(200);
    const late = await change(two.browser, one.session.person.id, analyst);
    expect([late.status, (await late.json()).code]).toEqual([403, 'PERMISSION_REQUIRED']);
    expect(await peopleOf(one.browser)).toContainEqual(
      expect.objectContaining({ id: one.session.person.id, roles: ROLES }),
    );
    await other.close();
  });

  it.each([
    ['disable themselves', { roles: null, disabled: true }],
    ['take the role from themselves', { roles: ['analyst'], disabled: false }],
  ])('can’t %s', async (_, body) => {
    const { browser, session } = await signedIn({ demoRole: 'administrator' });
    const response = await change(browser, session.person.id, body);
    expect([response.status, (await response.json()).code]).toEqual([409, 'OWN_ACCESS']);
    expect(await statusOf(browser)).toBe(200);
  });

  it.each([
    ['an unknown role', { roles: ['owner'], disabled: false }, /^roles\.0/],
    ['no decision', { roles: null }, /^disabled/],
    ['something else', { roles: null, disabled: false, name: 'x' }, /name/],
  ])('who sends %s is told what is wrong', async (_, body, message) => {
    const { browser } = await signedIn({ demoRole: 'administrator' });
    const response = await change(browser, 'p', body);
    expect(response.status).toBe(400);
    expect((await response.json()).message).toMatch(message);
  });

  it('can’t go back to the roles of a sign-in that has not this role', async () => {
    const { browser, session } = await signedIn({ demoRole: 'analyst' });
    const { id } = session.person;
    const { browser: other } = await signedIn({ demoRole: 'administrator' });
    await change(other, id, { roles: ['administrator'], disabled: false });
    const { browser: own } = await signedIn({ demoRole: 'analyst' });
    const response = await change(own, id, { roles: null, disabled: false });
    expect([response.status, (await response.json()).code]).toEqual([409, 'OWN_ACCESS']);
    expect((await peopleOf(own)).find((person) => person.id === id)?.roles).toEqual(['administrator']);
    await change(other, id, { roles: null, disabled: false });
    expect(await statusOf(browser)).toBe(401);
  });

  it('can’t change a person of another organisation', async () => {
    const { session } = await signedIn({ name: 'Theirs' }, HARBOUR);
    const { browser } = await signedIn({ demoRole: 'administrator' });
    const response = await change(browser, session.person.id, { roles: [], disabled: true });
    expect(response.status).toBe(404);
    await signedIn({ name: 'Theirs' }, HARBOUR);
  });
});

describe('sessions', () => {
  it('are one’s own, with browser and address, and the administrator sees everyone’s', async () => {
    const { browser, session } = await signedIn({ name: 'Two Browsers' });
    await signedIn({ name: 'Two Browsers' });
    const own = await sessionsOf(browser);
    expect(own).toHaveLength(2);
    expect(own.filter(({ current }) => current)).toHaveLength(1);
    expect(own[0]).toMatchObject({ person: session.person, address: '203.0.113.7' });
    const { browser: analyst } = await signedIn({ demoRole: 'analyst' });
    expect((await analyst.fetch('/desk/sessions?of=everyone')).status).toBe(403);
    const { browser: administrator } = await signedIn({ demoRole: 'administrator' });
    const names = (await sessionsOf(administrator, '?of=everyone')).map(({ person }) => person.name);
    expect(names).toEqual(expect.arrayContaining(['Two Browsers', 'Nadia Haddad']));
  });

  it('end one at a time, or all at once', async () => {
    const [one, two, three] = [
      await signedIn({ name: 'Three' }),
      await signedIn({ name: 'Three' }),
      await signedIn({ name: 'Three' }),
    ];
    const [current] = (await sessionsOf(two.browser)).filter((session) => session.current);
    const end = () => one.browser.fetch(`/desk/sessions/${current?.id}`, { method: 'DELETE' });
    expect((await end()).status).toBe(200);
    expect((await end()).status).toBe(200);
    expect([await statusOf(one.browser), await statusOf(two.browser)]).toEqual([200, 401]);
    expect((await one.browser.fetch('/desk/sessions', { method: 'DELETE' })).status).toBe(200);
    expect(one.browser.cookies.size).toBe(0);
    expect(await statusOf(three.browser)).toBe(401);
  });

  it('of others end for administrators alone', async () => {
    const { browser } = await signedIn({ name: 'Mine' });
    const [own] = await sessionsOf(browser);
    const { browser: analyst } = await signedIn({ demoRole: 'analyst' });
    expect((await analyst.fetch(`/desk/sessions/${own?.id}`, { method: 'DELETE' })).status).toBe(403);
    const { browser: theirs } = await signedIn({ demoRole: 'administrator' }, HARBOUR);
    expect((await theirs.fetch(`/desk/sessions/${own?.id}`, { method: 'DELETE' })).status).toBe(200);
    expect(await statusOf(browser)).toBe(200);
    const { browser: administrator } = await signedIn({ demoRole: 'administrator' });
    expect((await administrator.fetch(`/desk/sessions/${own?.id}`, { method: 'DELETE' })).status).toBe(200);
    expect(await statusOf(browser)).toBe(401);
  });

  it('that were signed out are not listed', async () => {
    const { browser: gone } = await signedIn({ name: 'Gone' });
    await gone.fetch('/session', { method: 'DELETE' });
    const { browser } = await signedIn({ name: 'Gone' });
    expect(await sessionsOf(browser)).toHaveLength(1);
  });
});

describe('the audit log', () => {
  const logOf = async (browser: TestBrowser, query: string): Promise<AuditEntry[]> =>
    (await (await browser.fetch(`/desk/log?${query}`)).json()).data.entries;

  it('has sign-ins, sign-outs, and what a person was refused', async () => {
    const { browser, session } = await signedIn({ demoRole: 'analyst' });
    const order = await orderOf(gateway.service.database.pool, {});
    const address = `/v1/api/members/${order.memberId}/orders/${order.id}/cancel`;
    expect((await browser.fetch(address, { method: 'POST', headers: withKey() })).status).toBe(403);
    const [refusal, signIn] = await logOf(browser, 'limit=2');
    expect(signIn).toMatchObject({
      action: 'sign-in',
      who: { person: session.person.id, name: 'Ama Boateng' },
    });
    expect(refusal).toMatchObject({
      action: 'permission-refused',
      details: { permission: 'cancel-orders', method: 'POST', path: address },
    });
    await browser.fetch('/session', { method: 'DELETE' });
    const { browser: approver } = await signedIn({ demoRole: 'approver' });
    const [signOut] = await logOf(approver, `person=${session.person.id}&limit=1`);
    expect(signOut).toMatchObject({ action: 'sign-out', who: { name: 'Ama Boateng' } });
  });

  it('has the end of a session once, not again when its person is disabled later', async () => {
    const { browser } = await signedIn({ demoRole: 'administrator' });
    const { browser: left, session } = await signedIn({ name: 'Left' });
    await left.fetch('/session', { method: 'DELETE' });
    const { browser: open } = await signedIn({ name: 'Left' });
    const [current] = await sessionsOf(open);
    await change(browser, session.person.id, { roles: null, disabled: true });
    const ended = (await logOf(browser, 'action=session-ended')).filter(
      ({ target }) => target.person === session.person.id,
    );
    expect(ended.map(({ target }) => target.session)).toEqual([current?.id]);
  });

  it('has who changed a person, what they changed, the sessions that ended, and refused sign-ins', async () => {
    const { browser, session } = await signedIn({ demoRole: 'administrator' });
    const { session: theirs } = await signedIn({ name: 'Changed' });
    const { id } = theirs.person;
    await change(browser, id, { roles: ['creditor'], disabled: true });
    await gateway.browser().signIn(undefined, { name: 'Changed' });
    const by = { person: session.person.id, name: 'Nadia Haddad', verified: false };
    const [refused] = await logOf(browser, 'action=sign-in-refused');
    expect(refused).toMatchObject({
      target: { person: id },
      who: { name: 'Changed' },
      result: 'disabled',
    });
    const [ended] = await logOf(browser, 'action=session-ended');
    expect(ended).toMatchObject({ target: { person: id }, who: by, details: { name: 'Changed' } });
    const [changed] = await logOf(browser, 'action=person-changed');
    expect(changed).toMatchObject({
      target: { person: id },
      who: by,
      details: {
        name: 'Changed',
        before: { roles: ROLES, disabled: false },
        after: { roles: ['creditor'], disabled: true },
      },
    });
  });
});
