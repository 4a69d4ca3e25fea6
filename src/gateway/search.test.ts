import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KEY_HEADER } from '#contract/operations.ts';
import { browserAs, newestApproval, sendJson, setRules } from '#tests/support/approvals.ts';
import {
  describeDemo,
  startTestGateway,
  type TestBrowser,
  type TestGateway,
} from '#tests/support/gateway.ts';
import { lendingOf, loanBody } from '#tests/support/lending.ts';
import { addOrders, runsOf } from '#tests/support/runs.ts';
import { HARBOUR } from '#tests/support/service.ts';

const LISTS = {
  journal: '/journal?',
  events: '/events/log?',
  log: '/desk/log?',
  runs: '/runs?',
  approvals: '/desk/approvals?',
};
type List = keyof typeof LISTS;

let gateway: TestGateway;
let administrator: TestBrowser;
let clerk: TestBrowser;
let stranger: TestBrowser;
/** What a test looks for, by what it is. */
const ids: Record<string, string> = {};
let owner = '';

/** A run of two orders that David Eze's loan and Samuel Adeleke's approvals go with; everything has ids of its own. */
beforeAll(async () => {
  gateway = await startTestGateway({ describeService: describeDemo });
  const { pool } = gateway.service.database;
  administrator = await browserAs(gateway, 'administrator');
  clerk = await browserAs(gateway, 'operations');
  stranger = gateway.browser();
  await stranger.signIn(HARBOUR);
  await setRules(administrator, { runLines: { on: true, above: 1 } });
  const orders = await addOrders(pool, 3, 'search');
  const run = randomUUID();
  await runsOf(clerk).create(run, orders.slice(0, 2), { reason: 'Duplicate orders', note: 'Ticket 4711' });
  const approver = await browserAs(gateway, 'approver');
  const approval = await newestApproval(approver);
  await sendJson(approver, 'POST', `/desk/approvals/${approval.id}/approve`, { reason: 'Seen by phone' });
  await runsOf(clerk).act(run, 'now');
  await runsOf(clerk).until(run, ({ finishedAt }) => finishedAt !== null);
  const [line] = await runsOf(clerk).lines(run);
  const creditor = await browserAs(gateway, 'creditor');
  const lending = await lendingOf(gateway.service, 'Crestline', 'NGN');
  const key = randomUUID();
  const lent = await creditor.fetch('/v1/api/credit/loan', {
    method: 'POST',
    headers: { 'content-type': 'application/json', [KEY_HEADER]: key },
    body: JSON.stringify(loanBody(lending)),
  });
  expect(lent.status).toBe(201);
  owner = lending.organisationId;
  const [person] = (await pool.query("select id from desk.person where name = 'Ruth Kamau'")).rows;
  Object.assign(ids, {
    run,
    approval: approval.id,
    order: line?.orderId,
    member: line?.memberId,
    line: line?.entry,
    'request of a line': line?.requestId,
    loan: (await lent.json()).data.id,
    key,
    entry: lent.headers.get('x-pledge-entry'),
    request: lent.headers.get('x-request-id'),
    person: person.id,
  });
  await pool.query(
    `insert into desk.event (id, webhook_id, owner, type, at, payload)
     values ($1, 'w', $2, 'order.cancelled', now(), jsonb_build_object('member', $3::text, 'order', jsonb_build_object('_id', $4::text)))`,
    ['0'.repeat(28), owner, ids.member, ids.order],
  );
  Object.assign(ids, { event: '0'.repeat(28) });
});
afterAll(() => gateway.close());

async function total(list: List, q: string, browser = administrator, more = ''): Promise<number> {
  const { status, data } = await sendJson(browser, 'GET', `${LISTS[list]}q=${encodeURIComponent(q)}${more}`);
  expect(status).toBe(200);
  const rows: unknown[] = data.entries ?? data.events ?? data.runs ?? data.approvals;
  expect(rows).toHaveLength(data.total);
  return data.total;
}

async function totals(q: string, browser = administrator): Promise<Record<List, number>> {
  const lists = Object.keys(LISTS) as List[];
  const found = await Promise.all(lists.map(async (list) => [list, await total(list, q, browser)] as const));
  return Object.fromEntries(found) as Record<List, number>;
}

describe('a search', () => {
  it.each([
    ['run', { journal: 2, runs: 1, approvals: 1, log: 5 }],
    ['approval', { journal: 2, runs: 1, approvals: 1, log: 2 }],
    ['order', { journal: 1, events: 1, runs: 1, approvals: 1, log: 1 }],
    ['member', { journal: 2, events: 1, log: 2 }],
    ['line', { journal: 1, runs: 1, log: 1 }],
    ['request of a line', { journal: 1, runs: 1, log: 1 }],
    ['loan', { journal: 1, log: 1 }],
    ['key', { journal: 1 }],
    ['entry', { journal: 1, log: 2 }],
    ['request', { journal: 1, log: 2 }],
    ['person', { journal: 2, runs: 1, approvals: 1, log: 5 }],
    ['event', { events: 1 }],
  ] satisfies [string, Partial<Record<List, number>>][])(
    'for the ID of a %s finds whatever has it',
    async (what, expected) => {
      const none = { journal: 0, events: 0, log: 0, runs: 0, approvals: 0 };
      const id = ids[what] ?? '';
      expect(await totals(id)).toEqual({ ...none, ...expected });
      expect(await totals(` ${id}\n`)).toEqual({ ...none, ...expected });
      expect(await totals(id.slice(0, -1))).toEqual(none);
      // Another organisation's are as if they didn't exist.
      expect(await totals(id, stranger)).toEqual(none);
    },
  );

  it('for parts of a name finds what the person did, however it is written', async () => {
    await gateway.service.database.pool.query(
      "update desk.person set name = 'Rúth Kamau' where name = 'Ruth Kamau'",
    );
    expect(await totals('ruth')).toMatchObject({ journal: 2, events: 0, log: 5, runs: 1, approvals: 1 });
    expect(await totals('KAMÁU  rut')).toMatchObject({ journal: 2, log: 5, runs: 1, approvals: 1 });
    expect(await totals('EZE')).toMatchObject({ journal: 1, runs: 0, approvals: 0 });
    expect(await total('approvals', 'samuel')).toBe(1);
    expect(await totals('no such person')).toEqual({ journal: 0, events: 0, log: 0, runs: 0, approvals: 0 });
    for (const q of ['%', '_', '\\', '%th'])
      expect(await totals(q)).toMatchObject({ journal: 0, log: 0, runs: 0 });
  });

  it('for words finds the runs and approvals with such a reason', async () => {
    expect(await totals('duplicate')).toMatchObject({ journal: 0, log: 0, runs: 1, approvals: 1 });
    expect(await total('runs', '4711 ruth')).toBe(1);
    expect(await total('runs', '4711 other')).toBe(0);
  });

  it('goes together with the other filters, and with pages', async () => {
    expect(await total('journal', 'Ruth', administrator, `&order=${ids.order}`)).toBe(1);
    expect(await total('journal', 'Ruth', administrator, '&kind=createLoan')).toBe(0);
    expect(await total('journal', 'Ruth', administrator, '&from=2020-01-01T00:00:00Z')).toBe(2);
    expect(await total('journal', 'Ruth', administrator, '&to=2020-01-01T00:00:00Z')).toBe(0);
    expect(await total('log', ids.run ?? '', administrator, '&action=outcome')).toBe(2);
    expect(await total('log', 'Ruth', administrator, '&from=2020-01-01T00:00:00Z')).toBe(5);
    expect(await total('approvals', 'Ruth', administrator, '&state=waiting')).toBe(0);
    for (const list of ['journal', 'log'] as const) {
      const seen = [];
      let before = '';
      do {
        const path = `${LISTS[list]}q=ruth&limit=1${before && `&before=${before}`}`;
        const { data } = await sendJson(administrator, 'GET', path);
        seen.push(...data.entries.map(({ id, number }: { id?: string; number?: number }) => id ?? number));
        before = data.next ?? '';
      } while (before);
      expect(new Set(seen).size).toBe(await total(list, 'ruth'));
      expect(seen).toEqual(seen.toSorted().reverse());
    }
  });

  it('shows no one more than the list does', async () => {
    const analyst = await browserAs(gateway, 'analyst');
    for (const q of [ids.order ?? '', ids.run ?? '', ids.person ?? '', 'Ruth']) {
      expect(await total('journal', q, analyst)).toBe(0);
      expect(await total('log', q, analyst)).toBe(0);
      expect(await total('approvals', q, analyst)).toBe(0);
    }
  });

  it('finds everyone’s lines of runs for whoever may see runs, and none of their other writes', async () => {
    const colleague = gateway.browser();
    const { data } = await (await colleague.signIn(undefined, { name: 'Colleague' })).json();
    const path = `/desk/people/${data.session.person.id}`;
    await sendJson(administrator, 'PUT', path, { roles: ['operations'], disabled: false });
    await colleague.signIn(undefined, { name: 'Colleague' });
    const seen = { order: 1, line: 1, run: 2, loan: 0, key: 0 };
    for (const [what, count] of Object.entries(seen))
      expect([what, await total('journal', ids[what] ?? '', colleague)]).toEqual([what, count]);
    expect(await total('journal', '', colleague)).toBe(0);
    expect(await total('journal', 'Eze', colleague)).toBe(0);
  });

  it('of nothing but spaces is none', async () => {
    expect(await total('runs', ' ')).toBe(1);
    expect(await total('journal', ' ')).toBe(3);
  });

  it('narrows the export of the audit log', async () => {
    const path = `/desk/log.csv?q=${ids.order}`;
    const rows = (await (await administrator.fetch(path)).text()).trimEnd().split('\r\n');
    expect(rows).toHaveLength(1 + 1 + 1);
    expect(rows[1]).toContain(ids.order);
    const { data } = await sendJson(administrator, 'GET', '/desk/log?action=export');
    expect(data.entries[0]).toMatchObject({ details: { rows: 1, filter: `?q=${ids.order}` } });
  });

  it.each(Object.keys(LISTS) as List[])('that is too long is refused by name: %s', async (list) => {
    const { status, message } = await sendJson(administrator, 'GET', `${LISTS[list]}q=${'a'.repeat(321)}`);
    expect(status).toBe(400);
    expect(message).toMatch(/^q:? must have at most 320 characters/);
    expect((await administrator.fetch(`${LISTS[list]}q=%00`)).status).toBe(400);
  });
});
