import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
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
import { type Lending, lendingOf, loanBody } from '#tests/support/lending.ts';
import { addOrders, runsOf } from '#tests/support/runs.ts';
import { embeddedUpstream } from '../proxy/upstream.ts';

let database: FragilePool;
let gateway: TestGateway;
let approver: TestBrowser;
let administrator: TestBrowser;
let lending: Lending;
/** How many loans reached the service. */
let sent = 0;
let cents = 0;

const DECISION = 'update desk.approval set state';

beforeAll(async () => {
  gateway = await startTestGateway({
    pool: (own) => {
      database = makeFragile(own);
      return database.pool;
    },
    describeService: describeDemo,
    async upstream(request) {
      if (request.target === '/v1/api/credit/loan') sent += 1;
      return await embeddedUpstream(gateway.service.fetch)(request);
    },
  });
  approver = await browserAs(gateway, 'approver');
  administrator = await browserAs(gateway, 'administrator');
  lending = await lendingOf(gateway.service, 'Crestline', 'NGN');
});
beforeEach(async () => {
  sent = 0;
  await setRules(administrator, {
    loanAmount: { on: true, above: { NGN: '1' } },
    runLines: { on: true, above: 1 },
  });
});
afterAll(() => gateway.close());

/** Asks for a loan, which waits. Returns its entry's id. */
async function lend(): Promise<string> {
  const requester = await browserAs(gateway, 'creditor');
  cents += 1;
  const amount = (2_345 + cents).toFixed(2);
  const response = await requester.fetch('/v1/api/credit/loan', {
    method: 'POST',
    headers: { 'content-type': 'application/json', [KEY_HEADER]: randomUUID() },
    body: JSON.stringify({ ...loanBody(lending), amount, repayment_amount: amount }),
  });
  expect(response.status).toBe(202);
  return response.headers.get('x-pledge-entry') ?? '';
}

const decide = async (id: string, action: string) =>
  await sendJson(approver, 'POST', `/desk/approvals/${id}/${action}`, { reason: 'Checked' });
const entryOf = async (id: string) => (await sendJson(approver, 'GET', `/journal/${id}`)).data;
const decisionsOf = async (approval: string) =>
  (
    await gateway.service.database.pool.query(
      `select action from desk.audit where target->>'approval' = $1 order by number`,
      [approval],
    )
  ).rows.map(({ action }) => action);

it('an approved loan is sent once although the answer to the commit of its approval was lost', async () => {
  const entry = await lend();
  const { id } = await newestApproval(approver);
  database.loseCommitAfter(DECISION);
  expect(await decide(id, 'approve')).toMatchObject({ status: 200, data: { state: 'approved' } });
  expect(await entryOf(entry)).toMatchObject({ outcome: 'done', by: 'this-request' });
  expect((await decide(id, 'approve')).status).toBe(200);
  expect(sent).toBe(1);
  expect(await decisionsOf(id)).toEqual(['approval-requested', 'approved']);
});

it('a rejection counts although the answer to its commit was lost', async () => {
  const entry = await lend();
  const { id } = await newestApproval(approver);
  database.loseCommitAfter(DECISION);
  expect(await decide(id, 'reject')).toMatchObject({ status: 200, data: { state: 'rejected' } });
  expect(await entryOf(entry)).toMatchObject({ outcome: 'rejected' });
  expect(sent).toBe(0);
});

it.runIf(onPostgres)('an approved loan is not sent any more once its entry is being checked', async () => {
  const entry = await lend();
  const { id } = await newestApproval(approver);
  database.loseCommitAfter(DECISION, async () => {
    await gateway.service.database.pool.query(
      `update desk.journal set outcome = 'unknown', claimed_by = null where id = $1`,
      [entry],
    );
  });
  expect(await decide(id, 'approve')).toMatchObject({ status: 200, data: { state: 'approved' } });
  expect(sent).toBe(0);
});

it('a loan stays to be approved while its gateway may send nothing', async () => {
  const entry = await lend();
  const { id } = await newestApproval(approver);
  const passed = performance.now.bind(performance);
  const later = vi.spyOn(performance, 'now').mockImplementation(() => passed() + 10_000);
  database.failAt('insert into desk.gateway', 100);
  try {
    expect(await decide(id, 'approve')).toMatchObject({ status: 503, code: 'JOURNAL_UNAVAILABLE' });
  } finally {
    later.mockRestore();
    database.mend();
  }
  expect(await entryOf(entry)).toMatchObject({ outcome: 'awaiting-approval' });
  expect(await decide(id, 'approve')).toMatchObject({ status: 200, data: { state: 'approved' } });
  expect(sent).toBe(1);
});

it('an approved run is carried out although the answer to the commit of its approval was lost', async () => {
  const clerk = await browserAs(gateway, 'operations');
  const run = randomUUID();
  await runsOf(clerk).create(run, await addOrders(gateway.service.database.pool, 2, 'ab'));
  const { id } = await newestApproval(approver);
  database.loseCommitAfter(DECISION);
  expect(await decide(id, 'approve')).toMatchObject({ status: 200, data: { state: 'approved' } });
  const ended = await runsOf(approver).until(run, ({ finishedAt }) => finishedAt !== null);
  expect(ended.counts).toMatchObject({ total: 2, done: 2 });
  expect(await decisionsOf(id)).toEqual(['approval-requested', 'approved']);
});
