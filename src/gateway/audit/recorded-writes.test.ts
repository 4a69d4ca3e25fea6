import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { AuditEntry } from '#contract/audit.ts';
import { KEY_HEADER, NOTE_HEADER } from '#contract/operations.ts';
import { newReference, withReference } from '#contract/reference.ts';
import { verifyJournal } from '#service/commands/verify-journal.ts';
import { runOn } from '#tests/support/command.ts';
import { startTestGateway, type TestBrowser, type TestGateway } from '#tests/support/gateway.ts';
import { type Lending, lendingOf, loanBody } from '#tests/support/lending.ts';
import { addOrders, runsOf } from '#tests/support/runs.ts';
import { embeddedUpstream, type Upstream, UpstreamFault } from '../proxy/upstream.ts';
import { type AuditLog, createAuditLog } from './audit-log.ts';

let gateway: TestGateway;
let browser: TestBrowser;
let runs: ReturnType<typeof runsOf>;
let lending: Lending;
let audit: AuditLog;
let edge: Upstream | null = null;
let now = Date.now();
let cents = 0;

const real: Upstream = async (request) => await embeddedUpstream(gateway.service.fetch)(request);

beforeAll(async () => {
  gateway = await startTestGateway({
    clock: () => now,
    upstream: async (request) => await (edge ?? real)(request),
  });
  browser = gateway.browser();
  await browser.signIn();
  runs = runsOf(browser);
  lending = await lendingOf(gateway.service, 'Crestline', 'NGN');
  audit = createAuditLog({ pool: gateway.service.database.pool, clock: () => now });
});
beforeEach(async () => {
  edge = null;
  now = Date.now();
  await gateway.service.database.pool.query('truncate desk.journal, desk.audit, desk.audit_head');
});
afterAll(() => gateway.close());

/** Every entry of the log, oldest first, after its chain was found whole. */
async function recorded(): Promise<AuditEntry[]> {
  await runOn(gateway.service.database, verifyJournal, []);
  const { rows } = await gateway.service.database.pool.query('select owner from desk.audit_head');
  const all: AuditEntry[] = [];
  for (let before: number | null = null; ; ) {
    const page = await audit.page(rows[0]?.owner ?? '', {}, before, 100);
    all.push(...page.entries);
    before = page.next;
    if (before === null) return all.reverse();
  }
}

/** Has the gateway check what is due until the log has so many entries. */
async function checkedUntil(count: number): Promise<void> {
  await vi.waitFor(
    async () => {
      await gateway.operations.resolver.sweep();
      expect(await recorded()).toHaveLength(count);
    },
    { timeout: 20_000 },
  );
}

const PERSON = { name: 'Crestline Capital', verified: false, session: expect.any(String) };

/** Requests a loan of an amount that no other has. */
async function lend(reason = '', note: object = {}): Promise<Response> {
  cents += 1;
  const body = loanBody(lending);
  const amount = (Number(body.amount) - cents).toFixed(2);
  const bank = { bank_name: 'Secret Bank', bank_code: '044999', account_number: '0123456789' };
  return await browser.fetch('/v1/api/credit/loan', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      [KEY_HEADER]: randomUUID(),
      [NOTE_HEADER]: Buffer.from(JSON.stringify(note)).toString('base64url'),
    },
    body: JSON.stringify({ ...body, ...bank, amount, repayment_amount: amount, reason }),
  });
}

const act = async (id: string, action: string, body: object = {}) =>
  await browser.fetch(`/journal/${id}/${action}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

it('a loan is recorded before it is sent, and with its outcome, without bank details', async () => {
  const response = await lend('Working capital', { reason: 'Agreed on Monday' });
  expect(response.status).toBe(201);
  const { data } = (await response.json()) as { data: { id: string } };
  const entry = response.headers.get('x-pledge-entry');
  const log = await recorded();
  const requestId = response.headers.get('x-request-id');
  expect(log).toMatchObject([
    {
      number: 1,
      action: 'write',
      who: PERSON,
      target: { entry },
      requestId,
      reason: 'Agreed on Monday',
      result: null,
      details: { kind: 'createLoan', body: { reason: 'Working capital', currency: 'NGN' } },
    },
    {
      number: 2,
      action: 'outcome',
      who: PERSON,
      target: { entry, loan: data.id },
      requestId,
      result: 'done',
      details: { kind: 'createLoan', by: 'this-request', status: 201 },
    },
  ]);
  expect(JSON.stringify(log)).not.toMatch(/Secret Bank|044999|0123456789/);
});

it('a cancellation is recorded with its order and member, and a refused one with the refusal', async () => {
  const [order] = await addOrders(gateway.service.database.pool, 1, 'aa');
  const path = `/v1/api/members/${order?.memberId}/orders/${order?.orderId}/cancel`;
  for (let time = 0; time < 2; time += 1) {
    await browser.fetch(path, { method: 'POST', headers: { [KEY_HEADER]: randomUUID() } });
  }
  const target = { member: order?.memberId, order: order?.orderId };
  expect(await recorded()).toMatchObject([
    { action: 'write', target, details: { kind: 'cancelOrder' } },
    { action: 'outcome', target, result: 'done' },
    { action: 'write', target },
    { action: 'outcome', target, result: 'refused', details: { code: 'ORDER_TERMINATED_ERROR' } },
  ]);
});

it('a lost answer, the checks and what a check finds are recorded', async () => {
  const reference = newReference();
  edge = async (request) => {
    if (request.method === 'POST') await real(request);
    throw new UpstreamFault('broken');
  };
  const response = await lend(withReference('', reference), { reference });
  const entry = response.headers.get('x-pledge-entry') ?? '';
  expect((await act(entry, 'check')).status).toBe(202);
  await checkedUntil(4);
  edge = null;
  now += 60_000;
  await checkedUntil(5);
  const log = await recorded();
  expect(log).toMatchObject([
    { action: 'write', who: PERSON },
    { action: 'outcome', who: PERSON, result: 'unknown' },
    { action: 'check', who: PERSON, result: 'requested', target: { entry } },
    { action: 'check', who: null, result: 'unknown', details: { requestedBy: 'Crestline Capital' } },
    { action: 'outcome', who: PERSON, result: 'done', target: { entry, loan: expect.any(String) } },
  ]);
  expect(log.at(-1)?.details.saw).toContain(reference);
});

it('what a person decides is recorded with the reason', async () => {
  edge = async () => {
    throw new UpstreamFault('broken');
  };
  const closed = (await lend()).headers.get('x-pledge-entry') ?? '';
  expect((await act(closed, 'close', { reason: 'Asked the bank' })).status).toBe(200);
  expect((await act(closed, 'close', { reason: 'Again' })).status).toBe(409);
  edge = async (request) => {
    if (request.method === 'POST') await real(request);
    throw new UpstreamFault('broken');
  };
  const open = (await lend()).headers.get('x-pledge-entry') ?? '';
  edge = null;
  now += 60_000;
  await checkedUntil(6);
  const { data } = (await (await browser.fetch(`/journal/${open}`)).json()) as {
    data: { candidates: { id: string }[] };
  };
  const loan = data.candidates[0]?.id;
  expect((await act(open, 'choose', { loan })).status).toBe(200);
  expect((await recorded()).filter(({ action }) => ['closure', 'choice'].includes(action))).toMatchObject([
    {
      action: 'closure',
      who: PERSON,
      reason: 'Asked the bank',
      result: 'undetermined',
      target: { entry: closed },
    },
    { action: 'choice', who: PERSON, result: 'done', target: { entry: open, loan } },
  ]);
});

it('a run is recorded with who created, paused and resumed it, and every line with its outcome', async () => {
  const orders = await addOrders(gateway.service.database.pool, 80, 'ab');
  const id = randomUUID();
  await runs.create(id, orders, { note: 'As agreed' });
  await runs.create(id, orders, { note: 'As agreed' });
  await runs.act(id, 'pause');
  await runs.act(id, 'pause');
  await runs.act(id, 'resume');
  await runs.until(id, ({ state }) => state === 'done');
  const log = await recorded();
  expect(log.slice(0, 3)).toMatchObject([
    {
      action: 'run-created',
      who: PERSON,
      target: { run: id },
      reason: 'Test order',
      details: { kind: 'cancelOrders', lines: 80, note: 'As agreed' },
    },
    { action: 'run-paused', who: PERSON, target: { run: id } },
    { action: 'run-resumed', who: PERSON, target: { run: id } },
  ]);
  const lines = log.slice(3);
  expect(lines).toHaveLength(80);
  expect(lines.every(({ action, result }) => action === 'outcome' && result === 'done')).toBe(true);
  expect(lines.map(({ details }) => details.line).sort((a, b) => Number(a) - Number(b))).toEqual(
    orders.map((_, nth) => nth + 1),
  );
  expect(lines[0]).toMatchObject({ who: PERSON, requestId: expect.stringMatching(/./), target: { run: id } });
  const one = await audit.page((await ownerOf()) ?? '', { order: orders[7]?.orderId }, null, 10);
  expect(one.entries).toMatchObject([{ details: { line: 8 } }]);
});

it('stopping a run records how many lines were not sent, and a retry which run it repeats', async () => {
  const orders = await addOrders(gateway.service.database.pool, 5, 'ac');
  const [id, next] = [randomUUID(), randomUUID()];
  await runs.create(id, orders);
  await runs.act(id, 'stop');
  await runs.again(id, next);
  await runs.act(next, 'stop');
  expect(await recorded()).toMatchObject([
    { action: 'run-created' },
    { action: 'run-stopped', who: PERSON, target: { run: id }, details: { notSent: 5 } },
    { action: 'run-created', target: { run: next }, details: { lines: 5, again: id } },
    { action: 'run-stopped' },
  ]);
});

it('nothing is sent if the log can’t be written', async () => {
  const { pool } = gateway.service.database;
  let sent = 0;
  edge = async (request) => {
    if (request.method === 'POST') sent += 1;
    return await real(request);
  };
  await pool.query('alter table desk.audit rename to audit_away');
  try {
    const response = await lend();
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ code: 'JOURNAL_UNAVAILABLE' });
  } finally {
    await pool.query('alter table desk.audit_away rename to audit');
  }
  const outcomes = async () => (await pool.query('select outcome from desk.journal')).rows;
  await expect.poll(outcomes).toEqual([{ outcome: 'not-sent' }]);
  expect(sent).toBe(0);
});

async function ownerOf(): Promise<string | undefined> {
  const { rows } = await gateway.service.database.pool.query('select owner from desk.audit_head');
  return rows[0]?.owner;
}
