import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { browserAs, newestApproval, sendJson, setRules } from '#tests/support/approvals.ts';
import { describeDemo, startTestGateway, type TestGateway, withKey } from '#tests/support/gateway.ts';
import { lendingOf, loanBody } from '#tests/support/lending.ts';
import { addOrders, runsOf } from '#tests/support/runs.ts';

let before: TestGateway;
let after: TestGateway;

beforeAll(async () => {
  before = await startTestGateway({ describeService: describeDemo });
  const secrets = ['another-secret-of-the-tests-0123456789'];
  after = await startTestGateway({ beside: before, secrets, describeService: describeDemo });
});
afterAll(async () => {
  await after.close();
  await before.close();
});

it('a loan that can’t be read since the session secret was replaced is not approved, and can be rejected', async () => {
  await setRules(await browserAs(before, 'administrator'), { loanAmount: { on: true, above: { NGN: '1' } } });
  const creditor = await browserAs(before, 'creditor');
  const asked = await creditor.fetch('/v1/api/credit/loan', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...withKey() },
    body: JSON.stringify(loanBody(await lendingOf(before.service, 'Crestline', 'NGN'))),
  });
  expect(asked.status).toBe(202);

  const approver = await browserAs(after, 'approver');
  const { id } = await newestApproval(approver);
  const decide = async (action: string) =>
    await sendJson(approver, 'POST', `/desk/approvals/${id}/${action}`, { reason: 'Checked' });
  expect(await decide('approve')).toMatchObject({
    status: 409,
    code: 'CONTENT_UNREADABLE',
    message: expect.stringMatching(/session secret .* Reject it/),
  });
  expect(await newestApproval(approver)).toMatchObject({ id, state: 'waiting' });
  expect(await decide('reject')).toMatchObject({ status: 200, data: { state: 'rejected' } });
});

it('a run whose access token can’t be read since then is paused, and goes on with another', async () => {
  const { pool } = before.service.database;
  await before.operations.runWorker.stop();
  const id = randomUUID();
  const run = { reason: 'Duplicate orders' };
  await runsOf(await browserAs(before, 'operations')).create(id, await addOrders(pool, 2, 'replaced'), run);
  const clerk = runsOf(await browserAs(after, 'operations'));
  await pool.query('update desk.run set starts_at = now() where id = $1', [id]);
  await clerk.until(id, ({ state }) => state === 'paused');
  const { rows } = await pool.query(
    `select details->>'because' as because from desk.audit where target->>'run' = $1 and action = 'run-paused'`,
    [id],
  );
  expect(rows).toEqual([{ because: expect.stringMatching(/session secret that has been replaced/) }]);
  await clerk.act(id, 'resume');
  await clerk.until(id, ({ finishedAt, counts }) => finishedAt !== null && counts.done === 2);
});
