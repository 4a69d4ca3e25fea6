import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROLES, type Role } from '#contract/permissions.ts';
import { requiredPermission } from '#contract/required-permissions.ts';
import { embeddedUpstream } from '#gateway/proxy/upstream.ts';
import {
  describeDemo,
  startTestGateway,
  type TestBrowser,
  type TestGateway,
  withKey,
} from '#tests/support/gateway.ts';
import { gatewayOperations, pathWith } from '#tests/support/operations.ts';

const RUNS = ['listRuns', 'getRun', 'listRunLines', 'getRunReport'];
const CANCELLING = ['cancelOrder', 'createRun', 'pauseRun', 'resumeRun', 'stopRun', 'nowRun', 'repeatRun'];
const CONTACTS = ['revealContacts', 'searchMembers'];
const PEOPLE = ['listPeople', 'changePerson', 'deleteFollowUp', 'changeRules'];

/** What each role is refused, written out: a change of the table in the contract has to be made here as well. */
const REFUSED: Record<Role, string[]> = {
  analyst: ['createLoan', 'recordCollateral', ...CANCELLING, ...RUNS, ...CONTACTS, ...PEOPLE],
  creditor: [...CANCELLING, ...RUNS, ...PEOPLE],
  operations: ['createLoan', 'recordCollateral', ...PEOPLE],
  approver: ['createLoan', 'recordCollateral', ...CANCELLING, ...PEOPLE],
  administrator: ['createLoan', 'recordCollateral', ...CANCELLING, ...CONTACTS],
};

const operations = gatewayOperations().filter(({ needsSession }) => needsSession);

let gateway: TestGateway;
let sent: string[] = [];
beforeAll(async () => {
  gateway = await startTestGateway({
    describeService: describeDemo,
    async upstream(request) {
      sent.push(`${request.method} ${request.target}`);
      return await embeddedUpstream(gateway.service.fetch)(request);
    },
  });
});
afterAll(() => gateway.close());

async function request(browser: TestBrowser, { method, path, hasBody }: (typeof operations)[number]) {
  return await browser.fetch(pathWith(path, 'none'), {
    method,
    headers: { ...withKey(), ...(hasBody && { 'content-type': 'application/json' }) },
    ...(hasBody && { body: '{}' }),
  });
}

it('the table names every address that needs a session', () => {
  const missing = operations.filter(({ method, path }) => requiredPermission(method, path) === undefined);
  expect(missing.map(({ id }) => id)).toEqual([]);
});

describe.each(ROLES)('the role %s', (demoRole) => {
  it('is refused what it may not do, and nothing else, before anything is sent', async () => {
    const browser = gateway.browser();
    expect((await browser.signIn(undefined, { demoRole })).status).toBe(200);
    const refused: string[] = [];
    for (const operation of operations) {
      // These end the session that the other requests need.
      if (operation.id === 'endSessions') continue;
      sent = [];
      const response = await request(browser, operation);
      if (response.headers.get('content-type')?.startsWith('text/')) {
        await response.body?.cancel();
        continue;
      }
      const body = (await response.json()) as { code?: string; data?: { permission?: string } };
      if (body.code !== 'PERMISSION_REQUIRED') continue;
      expect(response.status).toBe(403);
      expect(body.data?.permission).toBe(requiredPermission(operation.method, operation.path));
      expect(sent).toEqual([]);
      refused.push(operation.id);
    }
    expect(refused.sort()).toEqual([...REFUSED[demoRole]].sort());
  });
});

it('a refusal is on record, also where it depends on what is asked for', async () => {
  const browser = gateway.browser();
  await browser.signIn(undefined, { demoRole: 'analyst' });
  const { pool } = gateway.service.database;
  await pool.query('delete from desk.audit');
  const [own, other] = ['/desk/people', `/desk/log?person=${'f'.repeat(24)}`];
  const addresses = [own, '/desk/sessions?of=everyone', `/journal?person=${'f'.repeat(24)}`, other];
  for (const address of addresses)
    expect([address, (await browser.fetch(address)).status]).toEqual([address, 403]);
  const { rows } = await pool.query(
    `select details->>'path' as path from desk.audit where action = 'permission-refused' order by number`,
  );
  expect(rows.map(({ path }) => path)).toEqual(addresses.map((address) => address.replace(/\?.*/, '')));
});

it('a person without a role is refused everything but their own sessions and settings', async () => {
  const administrator = gateway.browser();
  await administrator.signIn(undefined, { demoRole: 'administrator' });
  const signedIn = await gateway.browser().signIn(undefined, { name: 'Newcomer' });
  const { id } = (await signedIn.json()).data.session.person;
  await administrator.fetch(`/desk/people/${id}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ roles: [], disabled: false }),
  });
  const browser = gateway.browser();
  const state = await browser.signIn(undefined, { name: 'Newcomer' });
  expect((await state.json()).data.session).toMatchObject({ person: { name: 'Newcomer' }, roles: [] });
  for (const operation of operations.filter(({ path }) => !/^\/desk\/(sessions|settings)/.test(path))) {
    const { status } = await request(browser, operation);
    expect([operation.id, status]).toEqual([operation.id, 403]);
  }
  expect((await browser.fetch('/desk/sessions')).status).toBe(200);
});
