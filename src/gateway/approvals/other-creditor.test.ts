import { afterAll, beforeAll, expect, it } from 'vitest';
import { newestApproval, sendJson, setRules } from '#tests/support/approvals.ts';
import { startTestGateway, type TestBrowser, type TestGateway, withKey } from '#tests/support/gateway.ts';
import { addCreditor, type Lending, lendingOf, loanBody } from '#tests/support/lending.ts';
import { CRESTLINE } from '#tests/support/service.ts';
import { embeddedUpstream } from '../proxy/upstream.ts';

const OTHER = 'pledge_other_creditor';

let gateway: TestGateway;
let lending: Lending;
/** The access tokens of the loans that reached the service. */
const sentWith: (string | undefined)[] = [];

beforeAll(async () => {
  gateway = await startTestGateway({
    async upstream(request) {
      if (request.target === '/v1/api/credit/loan') sentWith.push(request.headers.authorization);
      return await embeddedUpstream(gateway.service.fetch)(request);
    },
  });
  lending = await lendingOf(gateway.service, 'Crestline', 'NGN');
  await addCreditor(gateway.service, lending, OTHER);
});
afterAll(() => gateway.close());

async function browserOf(name: string, accessToken: string): Promise<TestBrowser> {
  const browser = gateway.browser();
  expect((await browser.signIn(accessToken, { name })).status).toBe(200);
  return browser;
}

it('a loan is approved by someone who is signed in for the creditor that lends', async () => {
  const requester = await browserOf('Ada', CRESTLINE);
  await setRules(requester, { loanAmount: { on: true, above: { NGN: '1' } } });
  const asked = await requester.fetch('/v1/api/credit/loan', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...withKey() },
    body: JSON.stringify(loanBody(lending)),
  });
  expect(asked.status).toBe(202);
  const { id } = await newestApproval(requester);
  const approve = async (browser: TestBrowser) =>
    await sendJson(browser, 'POST', `/desk/approvals/${id}/approve`, { reason: 'Checked' });

  expect(await approve(await browserOf('North', OTHER))).toMatchObject({
    status: 403,
    code: 'OTHER_CREDITOR',
  });
  expect(sentWith).toEqual([]);
  const approver = await browserOf('Bea', CRESTLINE);
  expect(await newestApproval(approver)).toMatchObject({ id, state: 'waiting' });
  expect(await approve(approver)).toMatchObject({ status: 200, data: { state: 'approved' } });
  expect(sentWith).toEqual([`Bearer ${CRESTLINE}`]);
});
