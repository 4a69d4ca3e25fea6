import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApprovalRules, RULES_OFF } from '#contract/approvals.ts';
import type { AuditPerson } from '#contract/audit.ts';
import { newReference, withReference } from '#contract/reference.ts';
import { bringUpToDate } from '#server/db/migrate.ts';
import { verifyJournal } from '#service/commands/verify-journal.ts';
import { browserAs, sendJson } from '#tests/support/approvals.ts';
import { runOn } from '#tests/support/command.ts';
import { describeDemo, SECRET, startTestGateway, type TestGateway } from '#tests/support/gateway.ts';
import { lendingOf, loanBody } from '#tests/support/lending.ts';
import { addOrders, runsOf } from '#tests/support/runs.ts';
import { CRESTLINE, startTestService, type TestService } from '#tests/support/service.ts';
import { createAuditLog } from './audit/audit-log.ts';
import { createTokenSeal } from './operations/token-seal.ts';
import { personId } from './people/people.ts';
import { embeddedUpstream } from './proxy/upstream.ts';
import { MIGRATIONS } from './store.ts';

/** The tables before `0015-views` came, and what a desk had in them. */
const BEFORE = MIGRATIONS.slice(
  0,
  MIGRATIONS.findIndex(({ name }) => name === '0015-views'),
);

const RULES: ApprovalRules = { ...RULES_OFF, runLines: { on: true, above: 5 } };
const DONE = '0'.repeat(27).concat('1');
const LOST = '0'.repeat(27).concat('2');
const WAITING = '0'.repeat(27).concat('3');
const APPROVAL = randomUUID();
const PAUSED = randomUUID();
const REFUSED = randomUUID();

let service: TestService;
let gateway: TestGateway;
let owner: string;
/** The loan that was created while its answer was lost. */
let found: string;
let sent = 0;

const seal = createTokenSeal([SECRET], {
  nameOf: () => null,
  credentialOf: async () => Promise.reject(new Error('No organisation has an access token here')),
});

function personOf(role: string, name: string): AuditPerson {
  const subject = `demo:${role}`;
  return { person: personId(owner, subject), name, subject, verified: false, session: randomUUID() };
}

async function fill(): Promise<void> {
  const { pool } = service.database;
  const lending = await lendingOf(service, 'Crestline', 'NGN');
  owner = lending.organisationId;
  const [david, ruth] = [personOf('creditor', 'David Eze'), personOf('operations', 'Ruth Kamau')];
  for (const [{ person, subject, name }, role] of [
    [david, 'creditor'],
    [ruth, 'operations'],
  ] as const) {
    await pool.query(
      `insert into desk.person (owner, id, subject, name, verified, roles, roles_here, first_at, last_at)
       values ($1, $2, $3, $4, false, $5, $6, now() - interval '9 days', now() - interval '1 day')`,
      [owner, person, subject, name, [role], role === 'operations' ? ['operations', 'analyst'] : null],
    );
  }
  await pool.query(`insert into desk.rules values ($1, $2, now(), $3)`, [owner, RULES, ruth]);
  const reference = newReference();
  const lost = { ...loanBody(lending), reason: withReference('Stock', reference) };
  const waiting = { ...loanBody(lending), amount: '1000.00', repayment_amount: '1000.00' };
  const created = await service.call('createLoan', { body: lost });
  found = created.body.data.id;
  const entry = `insert into desk.journal (id, owner, key, kind, outcome, at, settled_at, who, target, note, body, reply,
      request_id, actor, check_at, token, content, approval)
    values ($1, $2, $3, 'createLoan', $4, now() - interval '2 hours', $5, $6, '{}', $7, $8, $9, 'r-1', $10, $11, $12, $13, $14)`;
  const ask = (
    id: string,
    outcome: string,
    body: object,
    more: { reply?: object; approval?: string } = {},
  ) => {
    const isOpen = more.reply === undefined;
    return pool.query(entry, [
      id,
      owner,
      randomUUID(),
      outcome,
      isOpen ? null : new Date(),
      david.name,
      body === lost ? { reference, reason: 'Stock' } : {},
      body,
      more.reply ?? null,
      david,
      outcome === 'unknown' ? new Date() : null,
      isOpen ? seal.seal(CRESTLINE) : null,
      seal.digest(JSON.stringify(['createLoan', {}, body])),
      more.approval ?? null,
    ]);
  };
  await ask(DONE, 'done', waiting, { reply: { id: 'an-earlier-loan' } });
  await ask(LOST, 'unknown', lost);
  await ask(WAITING, 'awaiting-approval', waiting, { approval: APPROVAL });
  await pool.query(
    `insert into desk.approval (owner, id, place, kind, state, requested_at, expires_at, actor, because, entry,
       request, sealed, loan, hash)
     values ($1, $2, '1', 'createLoan', 'waiting', now() - interval '2 hours', now() + interval '1 day', $3, $4, $5,
       $6, $7, null, 'hash')`,
    [
      owner,
      APPROVAL,
      david,
      JSON.stringify([{ rule: 'loanAmount', currency: 'NGN', above: '1', is: '1000' }]),
      WAITING,
      waiting,
      seal.seal(JSON.stringify(waiting)),
    ],
  );
  const orders = await addOrders(pool, 4, 'ab');
  for (const [nth, [id, by]] of [[PAUSED, ruth.name] as const, [REFUSED, 'token'] as const].entries()) {
    await pool.query(
      `insert into desk.run (owner, id, place, kind, reason, note, who, organisation, content, state, starts_at,
         paused_by, created_at, token, actor)
       values ($1, $2, $3, 'cancelOrders', 'Duplicate', '', $4, 'Crestline', '', 'paused', now(), $5, now(), $6, $7)`,
      [owner, id, String(nth), ruth.name, by, by === 'token' ? null : seal.seal(CRESTLINE), ruth],
    );
    for (const [line, { memberId, orderId }] of orders.slice(nth * 2, nth * 2 + 2).entries()) {
      await pool.query(
        `insert into desk.journal (id, owner, key, kind, outcome, at, who, target, note, request_id, run, line)
         values ($1, $2, $3, 'cancelOrder', 'waiting', now(), $4, $5, '{}', '', $6, $7)`,
        [
          `${'0'.repeat(26)}${nth + 1}${line}`,
          owner,
          randomUUID(),
          ruth.name,
          { id: memberId, orderId },
          id,
          line + 1,
        ],
      );
    }
  }
  await createAuditLog({ pool, clock: Date.now }).append([
    { owner, action: 'write', who: david, target: { entry: LOST }, details: { kind: 'createLoan' } },
    { owner, action: 'run-created', who: ruth, target: { run: PAUSED }, reason: 'Duplicate' },
  ]);
}

beforeAll(async () => {
  service = await startTestService();
  const tables = { schema: 'desk', migrations: BEFORE, lock: 1 };
  await bringUpToDate(service.database.pool, tables);
  await fill();
  gateway = await startTestGateway({
    beside: { service } as TestGateway,
    describeService: describeDemo,
    async upstream(request) {
      if (request.target === '/v1/api/credit/loan') sent += 1;
      return await embeddedUpstream(service.fetch)(request);
    },
  });
});
afterAll(async () => {
  await gateway.close();
  await service.close();
});

const browser = async (role: string) => await browserAs(gateway, role);
const entryOf = async (id: string) =>
  (await sendJson(await browser('approver'), 'GET', `/journal/${id}`)).data;

describe('what a desk had before its tables were brought up to date', () => {
  it('is in its journal still, with the creation of a loan', async () => {
    const { data } = await sendJson(await browser('creditor'), 'GET', '/journal?loan=an-earlier-loan');
    expect(data.entries).toMatchObject([
      { id: DONE, outcome: 'done', who: 'David Eze', person: personId(owner, 'demo:creditor') },
    ]);
  });

  it('leaves no loan unknown that was created', async () => {
    await gateway.operations.resolver.sweep();
    expect(await entryOf(LOST)).toMatchObject({ outcome: 'done', reply: { id: found } });
    expect(sent).toBe(0);
  });

  it('waits for its approval, and is sent once with it', async () => {
    const approver = await browser('approver');
    const { hash } = (await sendJson(approver, 'GET', `/desk/approvals/${APPROVAL}`)).data;
    for (const { status, data } of [
      await sendJson(approver, 'POST', `/desk/approvals/${APPROVAL}/approve`, { reason: 'Checked', hash }),
      await sendJson(approver, 'POST', `/desk/approvals/${APPROVAL}/approve`, { reason: 'Checked', hash }),
    ]) {
      expect({ status, state: data?.state }).toEqual({ status: 200, state: 'approved' });
    }
    expect(await entryOf(WAITING)).toMatchObject({ outcome: 'done', approvedBy: 'Samuel Adeleke' });
    expect(sent).toBe(1);
  });

  it('tells a run that a person paused from one whose access token was refused, and both go on', async () => {
    const runs = runsOf(await browser('operations'));
    expect((await runs.read(PAUSED)).pausedBy).toBe('Ruth Kamau');
    expect((await runs.read(REFUSED)).pausedBy).toBeNull();
    for (const id of [PAUSED, REFUSED]) {
      await runs.act(id, 'resume');
      const ended = await runs.until(id, ({ finishedAt }) => finishedAt !== null);
      expect(ended).toMatchObject({ state: 'done', counts: { total: 2, done: 2 } });
    }
  });

  it('keeps people’s access and the rules, and notices two changes at once', async () => {
    const administrator = await browser('administrator');
    const people = (await sendJson(administrator, 'GET', '/desk/people')).data.people;
    const id = personId(owner, 'demo:operations');
    const ruth = people.find((person: { id: string }) => person.id === id);
    expect(ruth).toMatchObject({ roles: ['operations', 'analyst'], rolesSetHere: true, version: 0 });
    const disable = { roles: null, disabled: true, version: 0 };
    expect((await sendJson(administrator, 'PUT', `/desk/people/${id}`, disable)).data.version).toBe(1);
    const enable = { roles: null, disabled: false, version: 0 };
    expect((await sendJson(administrator, 'PUT', `/desk/people/${id}`, enable)).status).toBe(409);
    const { data } = await sendJson(administrator, 'GET', '/desk/rules');
    expect(data).toMatchObject({ rules: RULES, version: 0, changedBy: 'Ruth Kamau' });
    const changed = { ...RULES, expiresAfterHours: 12, version: 0 };
    expect((await sendJson(administrator, 'PUT', '/desk/rules', changed)).data.version).toBe(1);
  });

  it('is in its audit log, which goes on in the same chain', async () => {
    const { entries } = await createAuditLog({ pool: service.database.pool, clock: Date.now }).page(
      owner,
      { entry: LOST },
      null,
      10,
    );
    expect(entries.map(({ action, result }) => [action, result])).toEqual([
      ['outcome', 'done'],
      ['write', null],
    ]);
    const [line] = await runOn(service.database, verifyJournal, []);
    expect(line).toMatch(/all \d+ entries match/);
  });
});
