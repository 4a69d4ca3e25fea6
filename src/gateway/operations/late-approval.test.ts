import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type JournalEntry, KEY_HEADER } from '#contract/operations.ts';
import { browserAs, newestApproval, sendJson, setRules } from '#tests/support/approvals.ts';
import { type FragilePool, makeFragile } from '#tests/support/fragile-pool.ts';
import { describeDemo, startTestGateway, type TestGateway } from '#tests/support/gateway.ts';
import { lendingOf, loanBody } from '#tests/support/lending.ts';
import { embeddedUpstream, type Upstream, UpstreamFault } from '../proxy/upstream.ts';

let gateway: TestGateway;
let database: FragilePool;
let isLost = false;
let now = Date.now();

const real: Upstream = async (request) => await embeddedUpstream(gateway.service.fetch)(request);

beforeAll(async () => {
  gateway = await startTestGateway({
    clock: () => now,
    describeService: describeDemo,
    pool: (own) => {
      database = makeFragile(own);
      return database.pool;
    },
    async upstream(request) {
      if (isLost && request.method === 'POST') throw new UpstreamFault('broken');
      return await real(request);
    },
  });
});
afterAll(() => gateway.close());

it('goes on checking a loan that was approved more than a day after its request, if a check can’t be recorded', async () => {
  const lending = await lendingOf(gateway.service, 'Crestline', 'NGN');
  const rules = { loanAmount: { on: true, above: { NGN: '1' } }, expiresAfterHours: 48 };
  await setRules(await browserAs(gateway, 'administrator'), rules);
  const creditor = await browserAs(gateway, 'creditor');
  const response = await creditor.fetch('/v1/api/credit/loan', {
    method: 'POST',
    headers: { 'content-type': 'application/json', [KEY_HEADER]: randomUUID() },
    body: JSON.stringify(loanBody(lending)),
  });
  expect(response.status).toBe(202);
  now += 25 * 3_600_000;
  const approver = await browserAs(gateway, 'approver');
  const { id, entry } = await newestApproval(approver);
  isLost = true;
  const decided = await sendJson(approver, 'POST', `/desk/approvals/${id}/approve`, { reason: 'Checked' });
  expect(decided.status).toBe(200);
  now += 2_000;
  database.failAt('set checks = checks');
  await gateway.operations.resolver.sweep();
  const { data } = (await (await approver.fetch(`/journal/${entry}`)).json()) as { data: JournalEntry };
  expect(data).toMatchObject({ outcome: 'unknown', nextCheckAt: expect.any(String) });
});
