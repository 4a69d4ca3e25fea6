import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OpenSession, Person } from '#contract/people.ts';
import { browserAs, sendJson } from '#tests/support/approvals.ts';
import {
  describeDemo,
  startTestGateway,
  type TestBrowser,
  type TestGateway,
} from '#tests/support/gateway.ts';

let gateway: TestGateway;
let other: TestGateway;
let administrator: TestBrowser;
let count = 0;
/** Someone with a session, in the browser that has it and in a copy of that which uses another gateway. */
let person: { id: string; here: TestBrowser; elsewhere: TestBrowser };

beforeAll(async () => {
  gateway = await startTestGateway({ describeService: describeDemo });
  other = await startTestGateway({ beside: gateway, describeService: describeDemo });
  administrator = await browserAs(gateway, 'administrator');
});
beforeEach(async () => {
  count += 1;
  const [here, elsewhere] = [gateway.browser(), other.browser()];
  const signedIn = await (await here.signIn(undefined, { name: `Person ${count}` })).json();
  for (const [name, value] of here.cookies) elsewhere.cookies.set(name, value);
  person = { id: signedIn.data.session.person.id, here, elsewhere };
});
afterAll(async () => {
  await other.close();
  await gateway.close();
});

/** What a request comes to while the database lacks a table, as if the gateway broke off there. */
async function without<T>(table: string, request: () => Promise<T>): Promise<T> {
  const { pool } = gateway.service.database;
  await pool.query(`alter table desk.${table} rename to hidden`);
  try {
    return await request();
  } finally {
    await pool.query(`alter table desk.hidden rename to ${table}`);
  }
}

const disable = async () =>
  await sendJson(administrator, 'PUT', `/desk/people/${person.id}`, { roles: null, disabled: true });

async function isDisabled(): Promise<boolean | undefined> {
  const { data } = await sendJson(administrator, 'GET', '/desk/people');
  return data.people.find(({ id }: Person) => id === person.id)?.disabled;
}

async function sessionsListed(): Promise<OpenSession[]> {
  const { data } = await sendJson(administrator, 'GET', '/desk/sessions?of=everyone');
  return data.sessions.filter((session: OpenSession) => session.person.id === person.id);
}

/** How the two gateways answer, once they have heard of each other. */
async function statuses(): Promise<number[]> {
  await other.hearSignOuts();
  const browsers = [person.here, person.elsewhere];
  return await Promise.all(browsers.map(async (browser) => (await browser.fetch('/journal')).status));
}

it('a sign-out is on record once, however many gateways are asked for it at the same time', async () => {
  const signOut = async (browser: TestBrowser) =>
    (await browser.fetch('/session', { method: 'DELETE' })).status;
  expect(await Promise.all([person.here, person.elsewhere].map(signOut))).toEqual([200, 200]);
  const { rows } = await gateway.service.database.pool.query(
    `select action from desk.audit where who->>'person' = $1 and action in ('sign-out', 'session-ended')`,
    [person.id],
  );
  expect(rows).toEqual([{ action: 'sign-out' }]);
});

describe('disabling a person', () => {
  it.each(['session', 'sign_out', 'audit'])(
    'that breaks off at desk.%s changes nothing, and a repeat ends their sessions at every gateway',
    async (table) => {
      expect((await without(table, disable)).status).toBe(500);
      expect(await isDisabled()).toBe(false);
      expect(await sessionsListed()).toHaveLength(1);
      expect(await statuses()).toEqual([200, 200]);
      expect(await disable()).toMatchObject({ status: 200, data: { disabled: true } });
      expect(await sessionsListed()).toEqual([]);
      expect(await statuses()).toEqual([401, 401]);
    },
  );

  it('who is disabled already but still has a session ends that session', async () => {
    await gateway.service.database.pool.query('update desk.person set disabled = true where id = $1', [
      person.id,
    ]);
    expect(await statuses()).toEqual([200, 200]);
    expect((await disable()).status).toBe(200);
    expect(await statuses()).toEqual([401, 401]);
  });
});

describe('ending a session', () => {
  it('that breaks off leaves it in the list, and a repeat ends it at every gateway', async () => {
    const [session] = await sessionsListed();
    const end = async () => await sendJson(administrator, 'DELETE', `/desk/sessions/${session?.id}`);
    expect((await without('sign_out', end)).status).toBe(500);
    expect(await sessionsListed()).toHaveLength(1);
    expect(await statuses()).toEqual([200, 200]);
    expect((await end()).status).toBe(200);
    expect(await sessionsListed()).toEqual([]);
    expect(await statuses()).toEqual([401, 401]);
  });
});
