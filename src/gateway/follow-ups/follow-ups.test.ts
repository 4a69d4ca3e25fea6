import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditEntry } from '#contract/audit.ts';
import type { FollowUp, FollowUpContent } from '#contract/follow-ups.ts';
import type { Role } from '#contract/permissions.ts';
import {
  describeDemo,
  startTestGateway,
  type TestBrowser,
  type TestGateway,
} from '#tests/support/gateway.ts';
import { HARBOUR } from '#tests/support/service.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({ describeService: describeDemo });
});
afterAll(() => gateway.close());

async function signedIn(demoRole: Role, token?: string) {
  const browser = gateway.browser();
  const { data } = await (await browser.signIn(token, { demoRole })).json();
  return { browser, id: data.session.person.id as string };
}

const content = (more: Partial<FollowUpContent> = {}): FollowUpContent => ({
  record: { kind: 'loan', id: 'loan-1', name: 'Kwabena Tetteh · 2,530,000.00 KES' },
  text: 'Called. Pays half on Friday.',
  due: '2026-11-27',
  assignee: null,
  done: false,
  version: 0,
  ...more,
});

async function put(browser: TestBrowser, id: string, body: unknown) {
  const response = await browser.fetch(`/desk/follow-ups/${id}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const { message, code, data } = await response.json();
  return { status: response.status, message, code, followUp: data as FollowUp };
}

async function list(browser: TestBrowser, query = ''): Promise<FollowUp[]> {
  return (await (await browser.fetch(`/desk/follow-ups${query}`)).json()).data.followUps;
}

describe('a follow-up', () => {
  it('is seen by everyone of the organisation and by no one else', async () => {
    const [creditor, analyst] = [await signedIn('creditor'), await signedIn('analyst')];
    const id = randomUUID();
    const record = { kind: 'member' as const, id: 'member-1', name: 'Kwabena Tetteh' };
    const markup = '<script>alert(1)</script>\n& "quotes" \u{1f600}';
    const added = await put(creditor.browser, id, content({ record, text: markup, assignee: analyst.id }));
    expect(added.status).toBe(200);
    const seen = await list(analyst.browser, '?kind=member&record=member-1');
    expect(seen).toEqual([added.followUp]);
    expect(seen[0]).toMatchObject({
      id,
      record,
      text: markup,
      due: '2026-11-27',
      version: 1,
      doneAt: null,
      earlier: [],
      author: { id: creditor.id, verified: false },
      assignee: { id: analyst.id },
    });
    const other = await signedIn('creditor', HARBOUR);
    expect(await list(other.browser)).toEqual([]);
    expect((await put(other.browser, id, content({ record, text: 'Mine', version: 1 }))).status).toBe(404);
    expect(await list(analyst.browser, '?kind=member&record=member-1')).toEqual(seen);
  });

  it('is added once, however often and at once the request is sent', async () => {
    const { browser } = await signedIn('creditor');
    const id = randomUUID();
    const body = content({ record: { kind: 'loan', id: 'loan-repeat', name: 'A loan' } });
    const all = await Promise.all([1, 2, 3].map(() => put(browser, id, body)));
    expect(all.map(({ status, followUp }) => [status, followUp.version])).toEqual(
      [1, 2, 3].map(() => [200, 1]),
    );
    expect(await list(browser, '?record=loan-repeat')).toHaveLength(1);
  });

  it('keeps the earlier texts, which only its author changes', async () => {
    const [author, other] = [await signedIn('creditor'), await signedIn('administrator')];
    const id = randomUUID();
    const { followUp: first } = await put(author.browser, id, content());
    const changed = await put(author.browser, id, content({ text: 'Called again.', version: 1 }));
    expect(changed.followUp).toMatchObject({
      text: 'Called again.',
      version: 2,
      earlier: [{ text: first.text, at: first.createdAt }],
    });
    const refused = await put(other.browser, id, content({ text: 'Never called.', version: 2 }));
    expect(refused).toMatchObject({ status: 403, code: 'FOLLOW_UP_NOT_YOURS' });
    expect((await put(author.browser, id, content({ text: 'Called again.', version: 1 }))).followUp).toEqual(
      changed.followUp,
    );
  });

  it('is marked as done by its author, its assignee or an administrator, and reopened', async () => {
    const people = { author: await signedIn('creditor'), assignee: await signedIn('operations') };
    const [stranger, administrator] = [await signedIn('analyst'), await signedIn('administrator')];
    const id = randomUUID();
    const assigned = content({ assignee: people.assignee.id });
    await put(people.author.browser, id, assigned);
    const refused = await put(stranger.browser, id, { ...assigned, done: true, version: 1 });
    expect(refused).toMatchObject({ status: 403, code: 'FOLLOW_UP_NOT_YOURS' });
    const done = await put(people.assignee.browser, id, { ...assigned, done: true, version: 1 });
    expect(done.followUp).toMatchObject({ version: 2, doneBy: { id: people.assignee.id } });
    const reopened = await put(administrator.browser, id, { ...assigned, version: 2 });
    expect(reopened.followUp).toMatchObject({ version: 3, doneBy: null, doneAt: null });
    expect((await put(people.author.browser, id, { ...assigned, done: true, version: 3 })).status).toBe(200);
  });

  it('that no one is assigned can be taken over by anyone', async () => {
    const [author, analyst] = [await signedIn('creditor'), await signedIn('analyst')];
    const id = randomUUID();
    await put(author.browser, id, content());
    const taken = await put(analyst.browser, id, content({ assignee: analyst.id, version: 1 }));
    expect(taken.followUp.assignee?.id).toBe(analyst.id);
  });

  it('that has changed in the meantime is not overwritten', async () => {
    const { browser } = await signedIn('creditor');
    const id = randomUUID();
    await put(browser, id, content());
    await put(browser, id, content({ due: '2026-12-01', version: 1 }));
    const late = await put(browser, id, content({ due: '2026-12-24', version: 1 }));
    expect(late).toMatchObject({ status: 409, code: 'FOLLOW_UP_CHANGED' });
    expect((await list(browser)).find((one) => one.id === id)?.due).toBe('2026-12-01');
  });

  it('is deleted by administrators only, and a repeat changes nothing', async () => {
    const [author, administrator] = [await signedIn('creditor'), await signedIn('administrator')];
    const id = randomUUID();
    await put(author.browser, id, content());
    const remove = async (browser: TestBrowser) =>
      (await browser.fetch(`/desk/follow-ups/${id}`, { method: 'DELETE' })).status;
    expect(await remove(author.browser)).toBe(403);
    expect([await remove(administrator.browser), await remove(administrator.browser)]).toEqual([200, 200]);
    expect((await list(author.browser)).some((one) => one.id === id)).toBe(false);
  });

  it('that has changed in the meantime is not deleted as it was', async () => {
    const { browser } = await signedIn('administrator');
    const id = randomUUID();
    const remove = async (version: number | string) =>
      await (await browser.fetch(`/desk/follow-ups/${id}?version=${version}`, { method: 'DELETE' })).json();
    await put(browser, id, content());
    await put(browser, id, content({ due: '2026-12-01', version: 1 }));
    expect(await remove(1)).toMatchObject({ status: 'error', code: 'FOLLOW_UP_CHANGED' });
    expect(await remove('new')).toMatchObject({ status: 'error', code: 'MALFORMED_REQUEST' });
    expect((await list(browser)).some((one) => one.id === id)).toBe(true);
    expect(await remove(2)).toMatchObject({ status: 'success' });
    expect(await remove(2)).toMatchObject({ status: 'success' });
    expect((await list(browser)).some((one) => one.id === id)).toBe(false);
  });

  it('is in the audit log at its record, without its text', async () => {
    const { browser } = await signedIn('administrator');
    const id = randomUUID();
    const record = { kind: 'loan' as const, id: 'loan-audited', name: 'A loan' };
    await put(browser, id, content({ record, text: 'A secret remark' }));
    await put(browser, id, content({ record, text: 'Another remark', version: 1 }));
    await put(browser, id, content({ record, text: 'Another remark', done: true, version: 2 }));
    await browser.fetch(`/desk/follow-ups/${id}`, { method: 'DELETE' });
    const { data } = await (await browser.fetch('/desk/log?loan=loan-audited')).json();
    expect(data.entries.map(({ action }: AuditEntry) => action)).toEqual([
      'follow-up-deleted',
      'follow-up-done',
      'follow-up-changed',
      'follow-up-added',
    ]);
    expect(JSON.stringify(data.entries)).not.toMatch(/remark/);
  });

  it.each([
    ['100,000 characters', { text: '<b>'.repeat(33_334) }, /^text: must have at most 2000 characters$/],
    ['no text', { text: ' \n ' }, /^text: must not be empty$/],
    ['a NUL character', { text: 'a\0b' }, /^text: must not contain a NUL/],
    ['a date that there is not', { due: '2026-02-30' }, /^due: /],
    ['the year 0', { due: '0000-01-01' }, /^due: /],
    ['a stranger as its assignee', { assignee: 'nobody' }, /^assignee: is not a person/],
    ['a record of an unknown kind', { record: { kind: 'token', id: '1', name: 'T' } }, /^record\.kind: /],
    ['a field of its own', { color: 'red' }, /^color: is not a field/],
  ])('of %s is refused, and the message names the field', async (_, more, message) => {
    const { browser } = await signedIn('creditor');
    const refused = await put(browser, randomUUID(), { ...content(), ...more });
    expect(refused.status).toBe(400);
    expect(refused.message).toMatch(message);
  });

  it('needs a UUID', async () => {
    const { browser } = await signedIn('creditor');
    expect(await put(browser, 'mine', content())).toMatchObject({ status: 400 });
  });
});

it('lists are narrowed, and continue where a page ends', async () => {
  const { browser, id: me } = await signedIn('approver');
  const record = { kind: 'customer' as const, id: 'customer-1', name: 'A customer' };
  const ids = [randomUUID(), randomUUID(), randomUUID()];
  for (const id of ids) await put(browser, id, content({ record, assignee: me }));
  await put(browser, String(ids[0]), content({ record, assignee: me, done: true, version: 1 }));
  const idsOf = async (query: string) => (await list(browser, query)).map(({ id }) => id);
  expect(await idsOf(`?assignee=${me}&open=true`)).toEqual([ids[2], ids[1]]);
  expect(await idsOf('?kind=customer&open=false')).toEqual([ids[0]]);
  const page = await (await browser.fetch('/desk/follow-ups?kind=customer&limit=2')).json();
  expect(await idsOf(`?kind=customer&before=${page.data.next}`)).toEqual([ids[0]]);
});

it('those who can be assigned are the people who may sign in', async () => {
  const administrator = await signedIn('administrator');
  const newcomer = gateway.browser();
  const { data } = await (await newcomer.signIn(undefined, { name: 'Kim' })).json();
  const { id } = data.session.person;
  const names = async () => {
    const { data } = await (await administrator.browser.fetch('/desk/assignees')).json();
    return data.people.map(({ name }: { name: string }) => name);
  };
  expect(await names()).toContain('Kim');
  await administrator.browser.fetch(`/desk/people/${id}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ roles: null, disabled: true }),
  });
  expect(await names()).not.toContain('Kim');
  const refused = await put(administrator.browser, randomUUID(), content({ assignee: id }));
  expect(refused.status).toBe(400);
});

it('one whose assignee was disabled is open to everyone, as if no one were assigned', async () => {
  const [administrator, analyst] = [await signedIn('administrator'), await signedIn('analyst')];
  const newcomer = gateway.browser();
  const { data } = await (await newcomer.signIn(undefined, { name: 'Lee' })).json();
  const assignee = data.session.person.id as string;
  const id = randomUUID();
  await put(administrator.browser, id, content({ assignee }));
  const done = content({ assignee, done: true, version: 1 });
  expect((await put(analyst.browser, id, done)).code).toBe('FOLLOW_UP_NOT_YOURS');
  await administrator.browser.fetch(`/desk/people/${assignee}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ roles: null, disabled: true }),
  });
  const seen = (await list(analyst.browser, '?open=true')).find((one) => one.id === id);
  expect(seen?.assignee).toMatchObject({ name: 'Lee', disabled: true });
  expect((await put(analyst.browser, id, done)).status).toBe(200);
});

it('a change is told to the organisation’s desks', async () => {
  const { browser } = await signedIn('creditor');
  const heard: unknown[] = [];
  const { data } = await (await browser.fetch('/session')).json();
  expect(data.session).not.toBeNull();
  const owner = (await gateway.service.database.pool.query('select distinct owner from desk.follow_up')).rows;
  const stop = gateway.operations.changes.subscribe(owner[0].owner, (change) => void heard.push(change));
  await put(browser, randomUUID(), content());
  stop();
  expect(heard).toEqual([{ followUps: true }]);
});
