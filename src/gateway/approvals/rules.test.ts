import { afterAll, beforeAll, expect, it } from 'vitest';
import { RULES_OFF } from '#contract/approvals.ts';
import { browserAs, newestApproval, sendJson, setRules } from '#tests/support/approvals.ts';
import {
  describeDemo,
  startTestGateway,
  type TestBrowser,
  type TestGateway,
} from '#tests/support/gateway.ts';

let gateway: TestGateway;
let administrator: TestBrowser;
let second: TestBrowser;

beforeAll(async () => {
  gateway = await startTestGateway({ describeService: describeDemo });
  administrator = await browserAs(gateway, 'administrator');
  second = gateway.browser();
  await second.signIn(undefined, { name: 'Second Administrator' });
});
afterAll(() => gateway.close());

const read = async () => (await sendJson(administrator, 'GET', '/desk/rules')).data;

it('rules are all off at first, and every change is on record with what was before', async () => {
  expect(await read()).toEqual({
    rules: RULES_OFF,
    version: 0,
    changedAt: null,
    changedBy: null,
    approval: null,
  });
  const runLines = { on: true, above: 20 };
  expect((await setRules(administrator, { runLines })).data.rules.runLines).toEqual(runLines);
  expect((await setRules(administrator, { runLines })).status).toBe(200);
  expect(await read()).toMatchObject({ rules: { runLines }, changedBy: 'Nadia Haddad' });
  const { data } = await sendJson(administrator, 'GET', '/desk/log?action=rules-changed');
  expect(data.entries).toHaveLength(1);
  expect(data.entries[0].details).toMatchObject({
    before: { runLines: { on: false } },
    after: { runLines: { on: true, above: 20 } },
  });
});

it('a change of rules that have changed since changes nothing; a repeat is no such change', async () => {
  const { version } = await read();
  const mine = { ...RULES_OFF, runLines: { on: true, above: 30 }, version };
  const put = async (body: object) => await sendJson(administrator, 'PUT', '/desk/rules', body);
  const both = await Promise.all([put(mine), put({ ...mine, lateBorrower: { on: true } })]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  const lost = both.find(({ status }) => status === 409);
  expect(lost).toMatchObject({ code: 'CHANGED_MEANWHILE', message: expect.stringContaining('Nothing was') });
  const now = await read();
  expect(now.version).toBe(version + 1);
  expect(await put({ ...now.rules, version })).toMatchObject({ status: 200, data: { version: version + 1 } });
});

it.each([
  ['runLines.above', { runLines: { on: true, above: -1 } }],
  ['loanAmount.above.NGN', { loanAmount: { on: true, above: { NGN: 'much' } } }],
  ['loanAmount.above.jpy', { loanAmount: { on: true, above: { jpy: '1000.50' } } }],
  [
    'loanAmount.above.NGN: must have at most 2 decimal places',
    { loanAmount: { on: true, above: { NGN: '1.2345' } } },
  ],
  ['loanAmount.above.XOF: must be whole', { loanAmount: { on: false, above: { XOF: '0.5' } } }],
  [
    'loanAmount.above.NGN: must have at most 15 significant digits',
    { loanAmount: { on: true, above: { NGN: '12345678901234.56' } } },
  ],
  ['loanToValue.above', { loanToValue: { on: true, above: '0.5' } }],
  ['expiresAfterHours', { expiresAfterHours: 0 }],
  ['unknown', { unknown: true }],
])('a rule that can’t be is refused by its name: %s', async (field, rules) => {
  const answer = await setRules(administrator, rules as object);
  expect(answer).toMatchObject({ status: 400, code: 'MALFORMED_REQUEST' });
  expect(answer.message).toContain(field);
});

it('a limit may be 0, which every loan is above', async () => {
  const loanAmount = { on: true, above: { NGN: '0', KWD: '1.500' } };
  expect((await setRules(administrator, { loanAmount })).data.rules.loanAmount).toEqual(loanAmount);
});

it('a change waits for a second administrator once the rules ask for that', async () => {
  await setRules(administrator, { changedRules: { on: true } });
  const off = await setRules(administrator, {});
  expect(off).toMatchObject({ status: 202, data: { rules: { changedRules: { on: true } } } });
  expect((await setRules(administrator, {})).data.approval).toBe(off.data.approval);
  expect((await setRules(second, { runLines: { on: true, above: 1 } })).code).toBe('ALREADY_DECIDED');
  const waiting = await newestApproval(second);
  expect(waiting).toMatchObject({ kind: 'changeRules', may: { decide: true } });
  const path = `/desk/approvals/${waiting.id}/approve`;
  expect((await sendJson(administrator, 'POST', path, { reason: 'Mine' })).code).toBe('OWN_REQUEST');
  const approver = await browserAs(gateway, 'approver');
  expect((await sendJson(approver, 'POST', path, { reason: 'Fine' })).data.permission).toBe('manage-people');
  expect((await sendJson(second, 'POST', path, { reason: 'Agreed' })).status).toBe(200);
  expect(await read()).toMatchObject({ rules: RULES_OFF, changedBy: 'Nadia Haddad', approval: null });
});

it('each organisation has its own', async () => {
  await setRules(administrator, { lateBorrower: { on: true } });
  const harbour = gateway.browser();
  await harbour.signIn('pledge_demo_harbour', { demoRole: 'administrator' });
  const { data } = await sendJson(harbour, 'GET', '/desk/rules');
  expect(data.rules).toEqual(RULES_OFF);
});
