import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditEntry } from '#contract/audit.ts';
import { MOST_REVEALED } from '#contract/contacts.ts';
import type { Role } from '#contract/permissions.ts';
import { embeddedUpstream } from '#gateway/proxy/upstream.ts';
import {
  describeDemo,
  startTestGateway,
  type TestBrowser,
  type TestGateway,
} from '#tests/support/gateway.ts';
import { HARBOUR } from '#tests/support/service.ts';

let gateway: TestGateway;
const asked: string[] = [];
/** Happens while the service is asked. */
let meanwhile = async () => {};
beforeAll(async () => {
  gateway = await startTestGateway({
    describeService: describeDemo,
    async upstream(request) {
      asked.push(request.target);
      await meanwhile();
      return await embeddedUpstream(gateway.service.fetch)(request);
    },
  });
});
afterAll(() => gateway.close());

async function signedIn(demoRole: Role, token?: string): Promise<TestBrowser> {
  const browser = gateway.browser();
  await browser.signIn(token, { demoRole });
  return browser;
}

async function post(browser: TestBrowser, path: string, body: unknown) {
  const response = await browser.fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const { message, code, data } = await response.json();
  return { status: response.status, message, code, data };
}

async function membersOf(browser: TestBrowser): Promise<{ _id: string; user: Record<string, string> }[]> {
  return (await (await browser.fetch('/v1/api/member?limit=100')).json()).data.members;
}

async function revealsOf(member: string): Promise<AuditEntry[]> {
  const approver = await signedIn('approver');
  const page = await (await approver.fetch(`/desk/log?action=reveal&member=${member}`)).json();
  return page.data.entries;
}

it.each(['creditor', 'operations', 'approver'] as const)(
  'the role %s sees contact data that it asks for, and is on record with it',
  async (role) => {
    const browser = await signedIn(role);
    const [first, last] = [(await membersOf(browser)).at(0), (await membersOf(browser)).at(-1)];
    const { status, data } = await post(browser, '/desk/reveals', {
      members: [last?._id, 'unknown', first?._id, first?._id],
    });
    expect(status).toBe(200);
    expect(data.missing).toEqual(['unknown']);
    expect(data.members.map(({ id }: { id: string }) => id)).toEqual([first?._id, last?._id]);
    for (const contact of data.members) {
      expect(contact.email).toMatch(/^[^•@]+@example\.com$/);
      expect(contact.phone).toMatch(/^\+[\d ]+$/);
    }
    const [entry] = await revealsOf(String(first?._id));
    expect(entry).toMatchObject({
      who: { name: (await (await browser.fetch('/session')).json()).data.session.person.name },
      target: { member: first?._id },
      details: { fields: ['email', 'phone', 'homeAddress'] },
    });
    expect(JSON.stringify(entry)).not.toContain(data.members[0].email);
  },
);

it('who is disabled while members are read sees none of them', async () => {
  const browser = gateway.browser();
  const { data } = await (await browser.signIn(undefined, { name: 'Gone Meanwhile' })).json();
  const [member] = await membersOf(browser);
  const administrator = await signedIn('administrator');
  const before = await revealsOf(String(member?._id));
  meanwhile = async () => {
    meanwhile = async () => {};
    await administrator.fetch(`/desk/people/${data.session.person.id}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ roles: null, disabled: true }),
    });
  };
  expect(await post(browser, '/desk/reveals', { members: [member?._id] })).toMatchObject({
    status: 401,
    code: 'SESSION_REQUIRED',
  });
  expect(await revealsOf(String(member?._id))).toEqual(before);
});

it.each(['analyst', 'administrator'] as const)(
  'the role %s is refused, and nothing is read',
  async (role) => {
    const browser = await signedIn(role);
    const [member] = await membersOf(browser);
    asked.length = 0;
    for (const [path, body] of [
      ['/desk/reveals', { members: [member?._id] }],
      ['/desk/member-search', { email: 'ada@example.com' }],
    ] as const) {
      const refused = await post(browser, path, body);
      expect(refused).toMatchObject({ status: 403, code: 'PERMISSION_REQUIRED' });
      expect(refused.data).toEqual({ permission: 'see-contacts' });
    }
    expect(asked).toEqual([]);
  },
);

it('members of another organisation are not found', async () => {
  const [stranger] = await membersOf(await signedIn('creditor', HARBOUR));
  const { data } = await post(await signedIn('creditor'), '/desk/reveals', { members: [stranger?._id] });
  expect(data).toEqual({ members: [], missing: [stranger?._id] });
});

describe('a member', () => {
  it('is found by the whole email address, and that is on record', async () => {
    const browser = await signedIn('operations');
    const [member] = await membersOf(browser);
    const { data } = await post(browser, '/desk/reveals', { members: [member?._id] });
    const email = ` ${data.members[0].email.toUpperCase()} `;
    const found = await post(browser, '/desk/member-search', { email });
    expect(found.data).toEqual({ members: [member?._id] });
    expect((await revealsOf(String(member?._id)))[0]?.details).toEqual({ fields: ['email'], by: 'email' });
    const none = await post(browser, '/desk/member-search', { email: 'no.one@example.com' });
    expect(none).toMatchObject({ status: 200, data: { members: [] } });
  });

  it('on the last of many pages is found, also beside one that can’t be read', async () => {
    const total = 1_050;
    let isCrowded = false;
    const many = await startTestGateway({
      describeService: describeDemo,
      upstream: async (request) => {
        const url = new URL(request.target, 'http://service');
        if (!isCrowded) return await embeddedUpstream(many.service.fetch)(request);
        const page = Number(url.searchParams.get('page'));
        const members = Array.from({ length: Math.min(100, total - (page - 1) * 100) }, (_, index) => ({
          _id: `m${(page - 1) * 100 + index}`,
          user: { email: `m${(page - 1) * 100 + index}@example.com`, phone: 7 },
        }));
        const body = new TextEncoder().encode(
          JSON.stringify({
            status: 'success',
            data: { pages: 11, members: [{ _id: 'm', user: null }, ...members] },
          }),
        );
        return { status: 200, contentType: 'application/json', retryAfter: null, body };
      },
    });
    const browser = many.browser();
    await browser.signIn(undefined, { demoRole: 'creditor' });
    isCrowded = true;
    const { data } = await post(browser, '/desk/reveals', { members: ['m1049', 'm1050'] });
    expect(data).toEqual({
      members: [{ id: 'm1049', email: 'm1049@example.com', phone: null, homeAddress: null, username: null }],
      missing: ['m1050'],
    });
    await many.close();
  });
});

it.each([
  ['no ids', { members: [] }, 'members: must have at least 1 id'],
  ['an id that is no text', { members: [7] }, /^members\.0: /],
  [
    'too many ids',
    { members: Array.from({ length: MOST_REVEALED + 1 }, String) },
    `members: must have at most ${MOST_REVEALED} ids`,
  ],
  ['a field of its own', { members: ['a'], all: true }, /^all: is not a field/],
])('%s are refused, and the message names the field', async (_, body, message) => {
  const refused = await post(await signedIn('creditor'), '/desk/reveals', body);
  expect(refused.status).toBe(400);
  expect(refused.message).toEqual(typeof message === 'string' ? message : expect.stringMatching(message));
});

it('what can’t be recorded is not revealed', async () => {
  const browser = await signedIn('creditor');
  const [member] = await membersOf(browser);
  await gateway.service.database.pool.query('alter table desk.audit rename to away');
  try {
    const refused = await post(browser, '/desk/reveals', { members: [member?._id] });
    expect(refused).toMatchObject({ status: 503, code: 'JOURNAL_UNAVAILABLE' });
    expect(JSON.stringify(refused)).not.toContain('@');
  } finally {
    await gateway.service.database.pool.query('alter table desk.away rename to audit');
  }
});
