import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type JournalEntry, KEY_HEADER, SAME_AS_HEADER } from '#contract/operations.ts';
import { browserAs, newestApproval, sendJson, setRules } from '#tests/support/approvals.ts';
import {
  describeDemo,
  startTestGateway,
  type TestBrowser,
  type TestGateway,
} from '#tests/support/gateway.ts';
import { type Lending, lendingOf, loanBody } from '#tests/support/lending.ts';
import { embeddedUpstream, type Upstream, UpstreamFault } from '../proxy/upstream.ts';

let gateway: TestGateway;
let creditor: TestBrowser;
let approver: TestBrowser;
let administrator: TestBrowser;
let lending: Lending;
/** The bodies of the loans that reached the service. */
let sent: Record<string, unknown>[] = [];
/** Replaces the connection between the gateway and the service; null leaves it as it is. */
let edge: Upstream | null = null;
/** Added to the clock of the gateway. */
let ahead = 0;
let cents = 0;

beforeAll(async () => {
  gateway = await startTestGateway({
    describeService: describeDemo,
    clock: () => Date.now() + ahead,
    async upstream(request) {
      if (request.target === '/v1/api/credit/loan') {
        sent.push(JSON.parse(new TextDecoder().decode(request.body ?? new Uint8Array())));
      }
      return await (edge ?? embeddedUpstream(gateway.service.fetch))(request);
    },
  });
  creditor = await browserAs(gateway, 'creditor');
  approver = await browserAs(gateway, 'approver');
  administrator = await browserAs(gateway, 'administrator');
  lending = await lendingOf(gateway.service, 'Crestline', 'NGN');
});
beforeEach(async () => {
  edge = null;
  sent = [];
  await setRules(administrator, { loanAmount: { on: true, above: { NGN: '1' } } });
});
afterAll(() => gateway.close());

function newLoan() {
  cents += 1;
  const body = loanBody(lending);
  const amount = (Number(body.amount) - cents).toFixed(2);
  return { ...body, amount, repayment_amount: amount, bank_name: 'First Bank', account_number: '0123456789' };
}

async function lend(body: object, key = randomUUID(), by = creditor, headers = {}) {
  const response = await by.fetch('/v1/api/credit/loan', {
    method: 'POST',
    headers: { 'content-type': 'application/json', [KEY_HEADER]: key, ...headers },
    body: JSON.stringify(body),
  });
  return { ...(await response.json()), status: response.status };
}

const decide = async (browser: TestBrowser, id: string, action: string, more = {}) =>
  await sendJson(browser, 'POST', `/desk/approvals/${id}/${action}`, { reason: 'Checked', ...more });

async function entryOf(id: string | null): Promise<JournalEntry> {
  return (await sendJson(creditor, 'GET', `/journal/${id}`)).data;
}

async function actionsOf(approval: string): Promise<string[]> {
  const { rows } = await gateway.service.database.pool.query(
    `select action, who->>'name' as name from desk.audit where target->>'approval' = $1 order by number`,
    [approval],
  );
  return rows.map(({ action, name }) => `${action} by ${name}`);
}

describe('a loan that a rule holds back', () => {
  it('waits, and is sent once as its requester’s when someone else approves it', async () => {
    const body = newLoan();
    const key = randomUUID();
    const first = await lend(body, key);
    expect(first).toMatchObject({ status: 202, data: { outcome: 'awaiting-approval' } });
    expect(sent).toEqual([]);
    expect((await lend(body, key)).data.id).toBe(first.data.id);

    const waiting = await newestApproval(approver);
    expect(waiting).toMatchObject({
      kind: 'createLoan',
      state: 'waiting',
      requester: { name: 'David Eze' },
      entry: first.data.id,
      because: [{ rule: 'loanAmount', currency: 'NGN', above: '1', is: body.amount }],
      request: body,
      may: { decide: true, withdraw: false },
    });
    expect(waiting.loan?.loanToValue).toBeCloseTo(0.35, 2);
    ahead += 60_000;

    const answers = await Promise.all([
      decide(approver, waiting.id, 'approve'),
      decide(approver, waiting.id, 'approve'),
    ]);
    expect(answers.map(({ status, data }) => [status, data.state])).toEqual([
      [200, 'approved'],
      [200, 'approved'],
    ]);
    expect(sent).toEqual([body]);
    const entry = await entryOf(first.data.id);
    expect(entry).toMatchObject({
      outcome: 'done',
      who: 'David Eze',
      approval: waiting.id,
      approvedBy: 'Samuel Adeleke',
    });
    // It stays requested when it was, and took only as long as it was under way.
    expect(entry.at).toBe(first.data.at);
    expect(entry.durationMs).toBeLessThan(60_000);
    expect(entry.body).not.toHaveProperty('account_number');
    expect((await lend(body, key)).status).toBe(201);
    expect(sent).toHaveLength(1);
    const done = (await sendJson(approver, 'GET', `/desk/approvals/${waiting.id}`)).data;
    expect(done.request).not.toHaveProperty('account_number');
    expect(await actionsOf(waiting.id)).toEqual([
      'approval-requested by David Eze',
      'approved by Samuel Adeleke',
    ]);
  });

  it('is checked from when it was sent, however long it waited', async () => {
    const { data } = await lend(newLoan());
    const { id } = await newestApproval(approver);
    const { pool } = gateway.service.database;
    await pool.query(`update desk.journal set at = at - interval '25 hours' where id = $1`, [data.id]);
    const answers = embeddedUpstream(gateway.service.fetch);
    edge = async (request) => {
      if (request.method === 'POST') throw new UpstreamFault('timeout');
      return await answers(request);
    };
    await decide(approver, id, 'approve');
    ahead += 2_000;
    await gateway.operations.resolver.sweep();
    const entry = await entryOf(data.id);
    expect(entry).toMatchObject({ outcome: 'unknown', nextCheckAt: expect.any(String) });
    expect(entry.checks).toHaveLength(1);
  });

  it('is not sent if it is rejected, and a repeat says who rejected it and why', async () => {
    const body = newLoan();
    const key = randomUUID();
    await lend(body, key);
    const { id, entry } = await newestApproval(approver);
    await decide(approver, id, 'reject', { reason: 'Above what we agreed' });
    expect(await entryOf(entry)).toMatchObject({
      outcome: 'rejected',
      message: 'Samuel Adeleke rejected it: Above what we agreed',
      checks: [{ who: 'Samuel Adeleke', saw: 'Samuel Adeleke rejected it: Above what we agreed' }],
    });
    expect(await lend(body, key)).toMatchObject({ status: 409, code: 'WRITE_NOT_DONE' });
    expect((await decide(approver, id, 'approve')).code).toBe('ALREADY_DECIDED');
    expect(sent).toEqual([]);
    // It is out of the way of another request for the same loan.
    expect((await lend(body)).status).toBe(202);
  });

  it('is the same loan for everybody while it waits', async () => {
    const body = newLoan();
    const { data } = await lend(body);
    expect(await lend(body)).toMatchObject({ status: 409, code: 'SAME_LOAN', data: { entry: data.id } });
    expect((await lend(body, undefined, undefined, { [SAME_AS_HEADER]: data.id })).status).toBe(202);
  });

  it('is the same loan for as long as it waits, also after a day', async () => {
    await setRules(administrator, { loanAmount: { on: true, above: { NGN: '1' } }, expiresAfterHours: 72 });
    const body = newLoan();
    const { data } = await lend(body);
    ahead += 25 * 3_600_000;
    try {
      const later = await browserAs(gateway, 'creditor');
      expect(await lend(body, undefined, later)).toMatchObject({
        code: 'SAME_LOAN',
        data: { entry: data.id },
      });
    } finally {
      ahead -= 25 * 3_600_000;
    }
  });

  it('can be withdrawn by its requester only, and requested again under its key', async () => {
    const body = newLoan();
    const key = randomUUID();
    await lend(body, key);
    const { id, entry } = await newestApproval(approver);
    expect((await decide(approver, id, 'withdraw')).code).toBe('OWN_REQUEST');
    expect((await decide(creditor, id, 'withdraw')).data.state).toBe('withdrawn');
    expect(await entryOf(entry)).toMatchObject({ outcome: 'not-sent' });
    expect((await lend(body, key)).data).toMatchObject({ id: entry, outcome: 'awaiting-approval' });
    expect(sent).toEqual([]);
  });

  it('expires, and can’t be approved any more', async () => {
    await lend(newLoan());
    const { id, entry } = await newestApproval(approver);
    ahead += 25 * 3_600_000;
    try {
      const late = await browserAs(gateway, 'approver');
      expect((await newestApproval(late)).state).toBe('expired');
      expect((await decide(late, id, 'approve')).code).toBe('ALREADY_DECIDED');
      await gateway.operations.approvals.expire();
      const { data } = await sendJson(late, 'GET', `/journal/${entry}`);
      expect(data.outcome).toBe('expired');
    } finally {
      ahead -= 25 * 3_600_000;
    }
    expect(sent).toEqual([]);
  });

  it('is said to have expired, also if it could not be judged again', async () => {
    await lend(newLoan());
    const { id, hash } = await newestApproval(approver);
    ahead += 25 * 3_600_000;
    const { pool } = gateway.service.database;
    await pool.query('alter table service.loan rename to hidden');
    try {
      const late = await browserAs(gateway, 'approver');
      expect(await decide(late, id, 'approve', { hash })).toMatchObject({
        status: 409,
        code: 'ALREADY_DECIDED',
        message: expect.stringContaining('expired'),
      });
    } finally {
      await pool.query('alter table service.hidden rename to loan');
      ahead -= 25 * 3_600_000;
    }
    expect(sent).toEqual([]);
  });

  it('is not decided by those who may not', async () => {
    await lend(newLoan());
    const { id } = await newestApproval(approver);
    expect((await decide(creditor, id, 'approve')).data.permission).toBe('approve');
    expect((await decide(administrator, id, 'reject')).data.permission).toBe('approve');
    const analyst = await browserAs(gateway, 'analyst');
    expect((await decide(analyst, id, 'approve')).status).toBe(404);
    expect((await sendJson(analyst, 'GET', '/desk/approvals')).data.approvals).toEqual([]);
    expect(sent).toEqual([]);
  });

  it('is never approved by its requester, whatever roles they have', async () => {
    const everything = gateway.browser();
    await everything.signIn(undefined, { name: 'Ada Obi' });
    await lend(newLoan(), undefined, everything);
    const { id, may } = await newestApproval(everything);
    expect(may).toEqual({ decide: false, withdraw: true });
    const elsewhere = gateway.browser();
    await elsewhere.signIn(undefined, { name: 'ADA OBI' });
    for (const browser of [everything, elsewhere]) {
      expect(await decide(browser, id, 'approve')).toMatchObject({ status: 403, code: 'OWN_REQUEST' });
    }
    expect(sent).toEqual([]);
  });

  it.each([
    ['is disabled', { roles: null, disabled: true }],
    ['may lend no more', { roles: ['analyst'], disabled: false }],
  ])('is not approved once its requester %s', async (_, access) => {
    const requester = gateway.browser();
    await requester.signIn(undefined, { name: 'Gone Since' });
    await lend(newLoan(), undefined, requester);
    const { id, requester: gone } = await newestApproval(approver);
    await sendJson(administrator, 'PUT', `/desk/people/${gone.id}`, access);
    expect(await decide(approver, id, 'approve')).toMatchObject({
      status: 409,
      message: expect.stringContaining('Gone Since may not request this any more'),
    });
    expect((await decide(approver, id, 'reject')).data.state).toBe('rejected');
    expect(sent).toEqual([]);
    await sendJson(administrator, 'PUT', `/desk/people/${gone.id}`, { roles: null, disabled: false });
  });

  it('is not approved by someone who loses the role while the loan is judged again', async () => {
    await lend(newLoan());
    const { id } = await newestApproval(approver);
    const other = gateway.browser();
    const { data } = await (await other.signIn(undefined, { name: 'Second Approver' })).json();
    const answers = embeddedUpstream(gateway.service.fetch);
    edge = async (request) => {
      edge = null;
      await sendJson(administrator, 'PUT', `/desk/people/${data.session.person.id}`, {
        roles: ['analyst'],
        disabled: false,
      });
      return await answers(request);
    };
    expect(await decide(other, id, 'approve')).toMatchObject({ status: 403, code: 'PERMISSION_REQUIRED' });
    expect((await newestApproval(approver)).state).toBe('waiting');
    expect(sent).toEqual([]);
    await sendJson(administrator, 'PUT', `/desk/people/${data.session.person.id}`, {
      roles: null,
      disabled: false,
    });
  });

  it('is decided once by two approvers at the same moment', async () => {
    const other = gateway.browser();
    await other.signIn(undefined, { name: 'Second Approver' });
    for (let round = 0; round < 5; round += 1) {
      sent = [];
      await lend(newLoan());
      const { id } = await newestApproval(approver);
      const answers = await Promise.all([
        decide(approver, id, 'approve'),
        decide(other, id, round % 2 === 0 ? 'reject' : 'approve'),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      const isApproved = (await sendJson(approver, 'GET', `/desk/approvals/${id}`)).data.state === 'approved';
      expect(sent).toHaveLength(isApproved ? 1 : 0);
    }
  });

  it('is not approved as something else than was shown', async () => {
    await lend(newLoan());
    const { id, hash } = await newestApproval(approver);
    expect((await decide(approver, id, 'approve', { hash: 'another' })).code).toBe('APPROVAL_CHANGED');
    expect((await decide(approver, id, 'approve', { hash })).status).toBe(200);
    expect(sent).toHaveLength(1);
  });
});

describe('a loan judged by its collateral', () => {
  it('asks again if its loan-to-value has passed the terms since it was shown', async () => {
    await lend(newLoan());
    const shown = await newestApproval(approver);
    const { pool } = gateway.service.database;
    const token = lending.tokens[0]?.id;
    const price = `update service.token set price = jsonb_set(price, '{sell}', to_jsonb((price->>'sell')::numeric`;
    await pool.query(`${price} / 10)) where id = $1`, [token]);
    try {
      const first = await decide(approver, shown.id, 'approve', { hash: shown.hash });
      expect(first).toMatchObject({ status: 409, code: 'APPROVAL_CHANGED' });
      expect(sent).toEqual([]);
      const now = await newestApproval(approver);
      expect(now.state).toBe('waiting');
      expect(now.loan?.loanToValue).toBeGreaterThan(3);
      expect((await decide(approver, shown.id, 'approve', { hash: shown.hash })).code).toBe(
        'APPROVAL_CHANGED',
      );
      // The approver has seen it now, and leaves it to the service.
      await decide(approver, shown.id, 'approve', { hash: now.hash });
      expect(sent).toHaveLength(1);
      expect(await entryOf(shown.entry)).toMatchObject({ outcome: 'refused', status: 422 });
    } finally {
      await pool.query(`${price} * 10)) where id = $1`, [token]);
    }
  });

  it('asks again if its loan-to-value has risen, or is no longer known, within what the terms allow', async () => {
    await lend(newLoan());
    const shown = await newestApproval(approver);
    expect(shown.asked).toBeNull();
    const before = shown.loan?.loanToValue ?? 0;
    const { pool } = gateway.service.database;
    const token = lending.tokens[0]?.id;
    const price = `update service.token set price = jsonb_set(price, '{sell}', to_jsonb((price->>'sell')::numeric`;
    await pool.query(`${price} / 1.5)) where id = $1`, [token]);
    try {
      expect((await decide(approver, shown.id, 'approve', { hash: shown.hash })).code).toBe(
        'APPROVAL_CHANGED',
      );
      const risen = await newestApproval(approver);
      expect(risen.loan?.loanToValue).toBeCloseTo(before * 1.5, 3);
      expect(risen.loan?.loanToValue).toBeLessThan(risen.loan?.termsLimit ?? 0);
      // The figures at the time of the request stay next to the new ones.
      expect(risen.asked).toEqual({ because: shown.because, loan: shown.loan });

      const answers = embeddedUpstream(gateway.service.fetch);
      edge = async (request) =>
        await answers({
          ...request,
          target: request.target.replace(/^\/v1\/api\/token\/.*/, '/v1/api/token/unknown'),
        });
      expect((await decide(approver, shown.id, 'approve', { hash: risen.hash })).code).toBe(
        'APPROVAL_CHANGED',
      );
      const unknown = await newestApproval(approver);
      expect(unknown.loan).toMatchObject({ collateralValue: null, loanToValue: null });
      expect(unknown.asked).toEqual({ because: shown.because, loan: shown.loan });
      edge = null;
      expect(sent).toEqual([]);
      expect((await decide(approver, shown.id, 'approve', { hash: unknown.hash })).status).toBe(200);
      expect(sent).toHaveLength(1);
    } finally {
      await pool.query(`${price} * 1.5)) where id = $1`, [token]);
    }
  });

  it('asks again if a limit that it passes is lower by now', async () => {
    await lend(newLoan());
    const shown = await newestApproval(approver);
    await setRules(administrator, { loanAmount: { on: true, above: { NGN: '0.5' } } });
    expect((await decide(approver, shown.id, 'approve', { hash: shown.hash })).code).toBe('APPROVAL_CHANGED');
    const now = await newestApproval(approver);
    expect(now.because).toMatchObject([{ rule: 'loanAmount', above: '0.5' }]);
    expect(now.asked?.because).toMatchObject([{ rule: 'loanAmount', above: '1' }]);
    expect((await decide(approver, shown.id, 'approve', { hash: now.hash })).status).toBe(200);
    expect(sent).toHaveLength(1);
  });

  it('waits by loan-to-value and by a borrower who is late', async () => {
    await setRules(administrator, {
      loanToValue: { on: true, above: 0.3 },
      lateBorrower: { on: true },
    });
    const { pool } = gateway.service.database;
    const { rows } = await pool.query(
      `select borrower_id as id, count(*)::int as late from service.loan where status in ('OVERDUE', 'DEFAULTED')
       and creditor_id = $1 group by 1 limit 1`,
      [lending.creditorId],
    );
    const body = { ...newLoan(), user_id: rows[0].id };
    expect((await lend(body)).status).toBe(202);
    const { because } = await newestApproval(approver);
    expect(because.map(({ rule }) => rule)).toEqual(['loanToValue', 'lateBorrower']);
    expect(Number(because[1]?.is)).toBeGreaterThanOrEqual(rows[0].late);
  });

  it('waits if a loan of the borrower is past its due date, and its grace period isn’t known', async () => {
    await setRules(administrator, { lateBorrower: { on: true } });
    const { pool } = gateway.service.database;
    const { rows } = await pool.query(
      `select user_id as id from service.member where organisation_id = $1
       and user_id not in (select borrower_id from service.loan) limit 1`,
      [lending.organisationId],
    );
    const body = { ...newLoan(), user_id: rows[0].id };
    const { data } = await lend(body);
    await pool.query(
      "update service.loan set repayment_at = now() - interval '1 year', grace_period_unit = 'BUSINESS_DAYS' where id = $1",
      [data.id],
    );
    expect((await lend({ ...newLoan(), user_id: rows[0].id })).status).toBe(202);
    const { because } = await newestApproval(approver);
    expect(because).toMatchObject([{ rule: 'lateBorrower', is: '1' }]);
  });

  it('is not sent if what the rules ask can’t be read', async () => {
    await setRules(administrator, { loanToValue: { on: true, above: 0.9 } });
    const answers = embeddedUpstream(gateway.service.fetch);
    edge = async (request) => {
      if (request.target.startsWith('/v1/api/token/')) throw new UpstreamFault('timeout');
      return await answers(request);
    };
    expect(await lend(newLoan())).toMatchObject({ status: 503, code: 'RULES_NOT_CHECKED' });
    expect(sent).toEqual([]);
    edge = null;
    expect((await lend(newLoan())).status).toBe(201);
  });

  it('is not sent if the service asks for a pause while it is judged', async () => {
    const answers = embeddedUpstream(gateway.service.fetch);
    const pauses = (target: string): Upstream => {
      const body = new TextEncoder().encode('{"status":"error","message":"Too many requests."}');
      const busy = { status: 429, contentType: 'application/json', retryAfter: '1', body };
      return async (request) => (request.target.startsWith(target) ? busy : await answers(request));
    };
    await setRules(administrator, { loanToValue: { on: true, above: 0.9 } });
    edge = pauses('/v1/api/token/');
    expect(await lend(newLoan())).toMatchObject({ status: 503, code: 'RULES_NOT_CHECKED' });
    await setRules(administrator, { lateBorrower: { on: true } });
    edge = pauses('/v1/api/creditor/credit/loans');
    expect(await lend(newLoan())).toMatchObject({ status: 503, code: 'RULES_NOT_CHECKED' });
    expect(sent).toEqual([]);
  });

  it('is not sent if its requester is disabled while it is judged', async () => {
    await setRules(administrator, { loanToValue: { on: true, above: 0.9 } });
    const requester = gateway.browser();
    const { data } = await (await requester.signIn(undefined, { name: 'Gone Meanwhile' })).json();
    const path = `/desk/people/${data.session.person.id}`;
    const answers = embeddedUpstream(gateway.service.fetch);
    edge = async (request) => {
      edge = null;
      await sendJson(administrator, 'PUT', path, { roles: null, disabled: true });
      return await answers(request);
    };
    const key = randomUUID();
    expect(await lend(newLoan(), key, requester)).toMatchObject({ status: 403, code: 'PERMISSION_REQUIRED' });
    expect(sent).toEqual([]);
    const { entries } = (await sendJson(approver, 'GET', `/journal?key=${key}`)).data;
    expect(entries).toMatchObject([{ outcome: 'not-sent' }]);
  });

  it.each([
    ['price is negative', `price = jsonb_set(price, '{sell}', to_jsonb(-(price->>'sell')::numeric))`],
    ['token is priced in another currency', `currency = case currency when 'NGN' then 'KES' else 'NGN' end`],
  ])('waits if a %s: what it is worth isn’t known', async (_, flipped) => {
    await setRules(administrator, { loanToValue: { on: true, above: 0.9 } });
    const { pool } = gateway.service.database;
    const token = lending.tokens[0]?.id;
    const flip = `update service.token set ${flipped} where id = $1`;
    await pool.query(flip, [token]);
    try {
      expect((await lend(newLoan())).status).toBe(202);
      expect((await newestApproval(approver)).because).toMatchObject([{ rule: 'loanToValue', is: null }]);
      expect(sent).toEqual([]);
    } finally {
      await pool.query(flip, [token]);
    }
  });

  it('is refused if it can’t be understood', async () => {
    const answer = await lend({ ...newLoan(), amount: 5_000_000 });
    expect(answer).toMatchObject({ status: 400, code: 'MALFORMED_REQUEST' });
    expect(answer.message).toContain('amount');
    expect(sent).toEqual([]);
  });
});
