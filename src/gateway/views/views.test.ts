import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Role } from '#contract/permissions.ts';
import { MAX_VIEWS, type SavedView, type ViewContent } from '#contract/views.ts';
import { onPostgres } from '#tests/support/database.ts';
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

async function signedIn(demoRole: Role, token?: string): Promise<TestBrowser> {
  const browser = gateway.browser();
  await browser.signIn(token, { demoRole });
  return browser;
}

/** Sessions of the database that wait for another one. */
const WAITING =
  "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";

const content = (more: Partial<ViewContent> = {}): ViewContent => ({
  list: 'loan',
  name: 'Late',
  query: 'state=grace&state=past&sort=-amount',
  density: 'compact',
  forEveryone: false,
  ...more,
});

async function put(browser: TestBrowser, id: string, body: unknown) {
  const response = await browser.fetch(`/desk/views/${id}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const { message, code, data } = await response.json();
  return { status: response.status, message, code, view: data as SavedView };
}

async function remove(browser: TestBrowser, id: string, version?: number): Promise<number> {
  const query = version === undefined ? '' : `?version=${version}`;
  return (await browser.fetch(`/desk/views/${id}${query}`, { method: 'DELETE' })).status;
}

async function namesOf(browser: TestBrowser, list = 'loan'): Promise<string[]> {
  const { data } = await (await browser.fetch(`/desk/views?list=${list}`)).json();
  return data.views.map(({ name }: SavedView) => name);
}

it('a view is its author’s alone until it is for everyone of the organisation', async () => {
  const [author, colleague] = [await signedIn('creditor'), await signedIn('analyst')];
  const id = randomUUID();
  const saved = await put(author, id, content({ name: 'Mine' }));
  expect(saved.view).toMatchObject({ id, ...content({ name: 'Mine' }) });
  expect(await namesOf(await signedIn('creditor'))).toContain('Mine');
  expect(await namesOf(colleague)).not.toContain('Mine');
  await put(author, id, content({ name: 'Ours', forEveryone: true }));
  expect(await namesOf(colleague)).toContain('Ours');
  expect(await namesOf(colleague, 'token')).toEqual([]);
  expect(await namesOf(await signedIn('analyst', HARBOUR))).toEqual([]);
});

it('a view that its author saves again may be of another list', async () => {
  const author = await signedIn('creditor');
  const id = randomUUID();
  await put(author, id, content({ name: 'Moved' }));
  const moved = content({ name: 'Moved', list: 'token' });
  expect(await put(author, id, moved)).toMatchObject({ status: 200, view: moved });
  expect(await namesOf(author)).not.toContain('Moved');
  expect(await namesOf(author, 'token')).toContain('Moved');
});

it('a view is changed by its author only, and deleted by them or an administrator', async () => {
  const [author, colleague] = [await signedIn('creditor'), await signedIn('analyst')];
  const administrator = await signedIn('administrator');
  const [shared, own] = [randomUUID(), randomUUID()];
  await put(author, shared, content({ name: 'Shared', forEveryone: true }));
  await put(author, own, content({ name: 'Own' }));
  expect(await put(colleague, shared, content())).toMatchObject({ status: 403, code: 'VIEW_NOT_YOURS' });
  expect(await remove(colleague, shared)).toBe(403);
  expect([await remove(administrator, shared), await remove(administrator, shared)]).toEqual([200, 200]);
  // To everyone else it is as if it were not there.
  expect(await remove(administrator, own)).toBe(200);
  expect(await namesOf(author)).toContain('Own');
  expect(await remove(author, own)).toBe(200);
  expect(await namesOf(author)).not.toContain('Own');
});

it('of two saves that were made from the same version, the second changes nothing', async () => {
  const [laptop, phone] = [await signedIn('creditor'), await signedIn('creditor')];
  const id = randomUUID();
  const first = { ...content({ name: 'Raced', forEveryone: true }), version: 0 };
  expect((await put(laptop, id, first)).view.version).toBe(1);
  const theirs = { ...first, query: 'state=past', version: 1 };
  expect((await put(laptop, id, theirs)).view).toMatchObject({ query: 'state=past', version: 2 });
  const late = await put(phone, id, { ...first, query: 'state=grace', version: 1 });
  expect(late).toMatchObject({ status: 409, code: 'CHANGED_MEANWHILE' });
  // A repeat, whose answer was lost, is no conflict.
  expect(await put(laptop, id, theirs)).toMatchObject({ status: 200, view: { version: 2 } });
  // One that was deleted meanwhile doesn’t come back.
  await remove(await signedIn('administrator'), id);
  expect(await put(phone, id, { ...theirs, name: 'Back', version: 2 })).toMatchObject({ status: 409 });
  expect(await namesOf(laptop)).not.toContain('Back');
});

it('a view that has changed since it was shown is not deleted', async () => {
  const [author, administrator] = [await signedIn('creditor'), await signedIn('administrator')];
  const id = randomUUID();
  await put(author, id, content({ name: 'Kept', forEveryone: true }));
  await put(author, id, content({ name: 'Kept', forEveryone: true, query: 'state=past' }));
  expect(await remove(administrator, id, 1)).toBe(409);
  expect(await namesOf(author)).toContain('Kept');
  expect([await remove(administrator, id, 2), await remove(administrator, id, 2)]).toEqual([200, 200]);
  expect(await namesOf(author)).not.toContain('Kept');
});

it.runIf(onPostgres)('a view that its author takes back is not deleted as one for everyone', async () => {
  const [author, administrator] = [await signedIn('creditor'), await signedIn('administrator')];
  const { pool } = gateway.service.database;
  const id = randomUUID();
  await put(author, id, content({ name: 'Taken back', forEveryone: true }));
  const taking = await pool.connect();
  await taking.query('begin');
  await taking.query('update desk.view set for_everyone = false where id = $1', [id]);
  const removal = remove(administrator, id);
  await vi.waitFor(async () => expect((await pool.query(WAITING)).rowCount).toBe(1));
  await taking.query('commit');
  taking.release();
  await removal;
  expect(await namesOf(author)).toContain('Taken back');
});

it.each([
  ['no name', { name: ' ' }, /^name: must not be empty/],
  ['a name of 81 characters', { name: 'x'.repeat(81) }, /^name: must have at most 80/],
  ['a query of 4,001 characters', { query: 'x'.repeat(4_001) }, /^query: must have at most 4000/],
  ['another density', { density: 'tiny' }, /^density: /],
])('a view with %s is refused, and the message names the field', async (_, more, message) => {
  const refused = await put(await signedIn('operations'), randomUUID(), { ...content(), ...more });
  expect(refused.status).toBe(400);
  expect(refused.message).toMatch(message);
});

/** Saves so many views, and returns their ids. */
async function saved(browser: TestBrowser, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomUUID());
  for (const id of ids) await put(browser, id, content());
  return ids;
}

it('a person can save so many views, and change them then', async () => {
  const browser = await signedIn('approver');
  const ids = await saved(browser, MAX_VIEWS);
  expect(await put(browser, randomUUID(), content())).toMatchObject({ status: 409, code: 'TOO_MANY_VIEWS' });
  expect((await put(browser, String(ids[0]), content({ name: 'Renamed' }))).status).toBe(200);
});

it.runIf(onPostgres)('the most views there can be are not exceeded by saves at the same moment', async () => {
  const browser = await signedIn('operations');
  const [first = ''] = await saved(browser, MAX_VIEWS - 1);
  const { pool } = gateway.service.database;
  const ids = [randomUUID(), randomUUID(), randomUUID()];
  // Holds each insert back once it has counted the views.
  const blocker = await pool.connect();
  await blocker.query('begin');
  await blocker.query(
    `insert into desk.view
     select v.owner, i.id, v.author, v.list, v.name, v.query, v.density, false
     from unnest($2::uuid[]) as i(id), (select * from desk.view where id = $1) v`,
    [first, ids],
  );
  const saving = Promise.all(ids.map((id) => put(browser, id, content())));
  await vi.waitFor(async () => expect((await pool.query(WAITING)).rowCount).toBe(3));
  await blocker.query('rollback');
  blocker.release();
  const statuses = (await saving).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([200, 409, 409]);
});
