import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sendJson, setRules } from '#tests/support/approvals.ts';
import {
  describeDemo,
  startTestGateway,
  type TestBrowser,
  type TestGateway,
} from '#tests/support/gateway.ts';
import { runsOf } from '#tests/support/runs.ts';
import { CRESTLINE, HARBOUR } from '#tests/support/service.ts';

let gateway: TestGateway;
let ahead = 0;

beforeAll(async () => {
  gateway = await startTestGateway({ describeService: describeDemo, clock: () => Date.now() + ahead });
});
afterAll(() => gateway.close());

async function browserOf(accessToken: string, demoRole: string): Promise<TestBrowser> {
  const browser = gateway.browser();
  expect((await browser.signIn(accessToken, { demoRole })).status).toBe(200);
  return browser;
}

/** Asks for a run that needs approval. Returns its id. */
async function ask(accessToken: string): Promise<string> {
  const administrator = await browserOf(accessToken, 'administrator');
  expect((await setRules(administrator, { runLines: { on: true, above: 1 } })).status).toBe(200);
  const id = randomUUID();
  const lines = ['one', 'two'].map((orderId) => ({ memberId: 'member', orderId }));
  const run = await runsOf(await browserOf(accessToken, 'operations')).create(id, lines);
  expect(run.state).toBe('awaiting-approval');
  return id;
}

it('requests expire although many earlier ones can’t be ended', async () => {
  const { pool } = gateway.service.database;
  const broken = await ask(HARBOUR);
  await pool.query(
    `insert into desk.approval select (jsonb_populate_record(a, jsonb_build_object('id', gen_random_uuid(), 'place', n))).*
     from desk.approval a, generate_series(1, 120) n where run = $1`,
    [broken],
  );
  const other = await ask(CRESTLINE);
  // As after a restore that lost the end of an organisation's audit log: nothing can be appended to it.
  const owner = '(select owner from desk.run where id = $1)';
  await pool.query(`update desk.audit_head set number = 0, hash = null where owner = ${owner}`, [broken]);
  ahead = 25 * 3_600_000;
  await expect(gateway.operations.approvals.expire()).rejects.toThrow('audit_pkey');
  const reader = await browserOf(CRESTLINE, 'operations');
  expect(await runsOf(reader).read(other)).toMatchObject({ state: 'expired', counts: { notSent: 2 } });
  const { data } = await sendJson(reader, 'GET', '/desk/approvals?state=expired');
  expect(data.approvals).toMatchObject([{ run: other, state: 'expired' }]);
});
