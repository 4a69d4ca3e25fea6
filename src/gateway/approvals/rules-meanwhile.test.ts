import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { KEY_HEADER } from '#contract/operations.ts';
import { browserAs, newestApproval, sendJson, setRules } from '#tests/support/approvals.ts';
import { onPostgres } from '#tests/support/database.ts';
import { type FragilePool, makeFragile } from '#tests/support/fragile-pool.ts';
import {
  describeDemo,
  startTestGateway,
  type TestBrowser,
  type TestGateway,
} from '#tests/support/gateway.ts';
import { lendingOf, loanBody } from '#tests/support/lending.ts';
import { addOrders, runsOf } from '#tests/support/runs.ts';
import { embeddedUpstream } from '../proxy/upstream.ts';

let gateway: TestGateway;
let beside: TestGateway;
let database: FragilePool;
/** Done once, before the next request reaches the service. */
let meanwhile: (() => Promise<unknown>) | null = null;
/** How many loans reached the service. */
let sent = 0;

beforeAll(async () => {
  gateway = await startTestGateway({
    describeService: describeDemo,
    pool(own) {
      database = makeFragile(own);
      return database.pool;
    },
    async upstream(request) {
      if (request.target === '/v1/api/credit/loan') sent += 1;
      const first = meanwhile;
      meanwhile = null;
      await first?.();
      return await embeddedUpstream(gateway.service.fetch)(request);
    },
  });
  beside = await startTestGateway({ beside: gateway, describeService: describeDemo });
});
afterAll(async () => {
  await beside.close();
  await gateway.close();
});

async function administrator(at: TestGateway, name: string): Promise<TestBrowser> {
  const browser = at.browser();
  await browser.signIn(undefined, { name });
  return browser;
}

/** Resolves once something waits for a lock of the database. */
async function someoneWaits(pool: Pool): Promise<void> {
  const waits =
    "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
  await expect.poll(async () => (await pool.query(waits)).rowCount).toBeGreaterThan(0);
}

/** Requests a loan of 35 % of what its collateral is worth, less some cents. Returns the status of the answer. */
async function lend(cents: number, whileJudged?: () => Promise<unknown>): Promise<number> {
  const body = loanBody(await lendingOf(gateway.service, 'Crestline', 'NGN'));
  const amount = (Number(body.amount) - cents).toFixed(2);
  const creditor = await browserAs(gateway, 'creditor');
  meanwhile = whileJudged ?? null;
  const response = await creditor.fetch('/v1/api/credit/loan', {
    method: 'POST',
    headers: { 'content-type': 'application/json', [KEY_HEADER]: randomUUID() },
    body: JSON.stringify({ ...body, amount, repayment_amount: amount }),
  });
  return response.status;
}

const STRICT = { loanToValue: { on: true, above: 0.3 } };

it('a loan waits by rules that came into force while it was judged by others', async () => {
  const ada = await administrator(gateway, 'Ada Obi');
  await setRules(ada, { loanToValue: { on: true, above: 0.9 } });
  expect(await lend(1, async () => await setRules(ada, STRICT))).toBe(202);
  expect(sent).toBe(0);
  expect((await newestApproval(ada)).because).toMatchObject([{ rule: 'loanToValue', above: '0.3' }]);
});

it('a loan is not approved by rules that changed while it was judged again', async () => {
  const ada = await administrator(gateway, 'Ada Obi');
  await setRules(ada, { loanAmount: { on: true, above: { NGN: '1' } } });
  expect(await lend(2)).toBe(202);
  const { id, hash } = await newestApproval(ada);
  const approve = async (shown: string) =>
    await sendJson(ada, 'POST', `/desk/approvals/${id}/approve`, { reason: 'Seen', hash: shown });
  meanwhile = async () => await setRules(ada, STRICT);
  expect(await approve(hash)).toMatchObject({ status: 409, code: 'APPROVAL_CHANGED' });
  expect(sent).toBe(0);
  const shown = await newestApproval(ada);
  expect(shown.because.map(({ rule }) => rule)).toEqual(['loanAmount', 'loanToValue']);
  expect((await approve(shown.hash)).status).toBe(200);
  expect(sent).toBe(1);
});

it.runIf(onPostgres)(
  'a run that does not wait was recorded before the rules that would hold it',
  async () => {
    const ada = await administrator(gateway, 'Ada Obi');
    await setRules(ada, {});
    const { pool } = gateway.service.database;
    const orders = await addOrders(pool, 3, 'meanwhile');
    const clerk = await browserAs(gateway, 'operations');
    let changed: Promise<unknown> | undefined;
    database.runAfter('select rules from desk.rules', async () => {
      changed = setRules(ada, { runLines: { on: true, above: 1 } });
      await Promise.race([changed, someoneWaits(pool)]);
    });
    expect((await runsOf(clerk).create(randomUUID(), orders)).state).toBe('waiting');
    await changed;
    const { rows } = await pool.query('select action from desk.audit order by number desc limit 2');
    expect(rows.map(({ action }) => action)).toEqual(['rules-changed', 'run-created']);
  },
);

it.runIf(onPostgres)(
  'a change that is requested while another one is approved replaces none unseen',
  async () => {
    const [ada, ben] = [await administrator(gateway, 'Ada Obi'), await administrator(beside, 'Ben Eze')];
    await setRules(ada, { changedRules: { on: true } });
    const stricter = { changedRules: { on: true }, runLines: { on: true, above: 10 } };
    expect((await setRules(ada, stricter)).status).toBe(202);
    const { id } = await newestApproval(ben);
    const { version } = (await sendJson(ada, 'GET', '/desk/rules')).data;
    const mine = { changedRules: { on: true }, lateBorrower: { on: true } };
    let approved: Promise<{ status: number }> | undefined;
    database.runAfter('select * from desk.rules', async () => {
      approved = sendJson(ben, 'POST', `/desk/approvals/${id}/approve`, { reason: 'Agreed' });
      await Promise.race([approved, someoneWaits(gateway.service.database.pool)]);
    });
    const late = await setRules(ada, { ...mine, version } as object);
    expect((await approved)?.status).toBe(200);
    expect(late.status).toBe(409);
    expect((await sendJson(ada, 'GET', '/desk/rules')).data).toMatchObject({
      rules: stricter,
      approval: null,
    });
  },
);
