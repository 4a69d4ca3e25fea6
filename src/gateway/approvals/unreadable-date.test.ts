import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { KEY_HEADER } from '#contract/operations.ts';
import { browserAs, newestApproval, setRules } from '#tests/support/approvals.ts';
import { describeDemo, startTestGateway, type TestGateway } from '#tests/support/gateway.ts';
import { lendingOf, loanBody } from '#tests/support/lending.ts';
import { embeddedUpstream } from '../proxy/upstream.ts';

let gateway: TestGateway;
let isReadable = true;

beforeAll(async () => {
  gateway = await startTestGateway({
    describeService: describeDemo,
    async upstream(request) {
      const reply = await embeddedUpstream(gateway.service.fetch)(request);
      if (isReadable || !request.target.startsWith('/v1/api/creditor/credit/loans')) return reply;
      const text = new TextDecoder().decode(reply.body);
      const body = text.replace(/"repayment_date":"[^"]*"/g, '"repayment_date":"31/02/2024"');
      return { ...reply, body: new TextEncoder().encode(body) };
    },
  });
});
afterAll(() => gateway.close());

it('waits if the repayment date of a loan of the borrower can’t be read', async () => {
  const lending = await lendingOf(gateway.service, 'Crestline', 'NGN');
  const { rows } = await gateway.service.database.pool.query(
    `select user_id as id from service.member where organisation_id = $1
     and user_id not in (select borrower_id from service.loan) limit 1`,
    [lending.organisationId],
  );
  await setRules(await browserAs(gateway, 'administrator'), { lateBorrower: { on: true } });
  const creditor = await browserAs(gateway, 'creditor');
  const lend = async (cents: number) => {
    const body = loanBody(lending);
    const amount = (Number(body.amount) - cents).toFixed(2);
    return await creditor.fetch('/v1/api/credit/loan', {
      method: 'POST',
      headers: { 'content-type': 'application/json', [KEY_HEADER]: randomUUID() },
      body: JSON.stringify({ ...body, user_id: rows[0].id, amount, repayment_amount: amount }),
    });
  };
  expect((await lend(1)).status).toBe(201);
  isReadable = false;
  expect((await lend(2)).status).toBe(202);
  const { because } = await newestApproval(await browserAs(gateway, 'approver'));
  expect(because).toMatchObject([{ rule: 'lateBorrower', is: null }]);
});
