import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { type JournalEntry, journalPage, KEY_HEADER, NOTE_HEADER } from '#contract/operations.ts';
import { startTestGateway, type TestBrowser, type TestGateway } from '#tests/support/gateway.ts';
import { HARBOUR } from '#tests/support/service.ts';
import { embeddedUpstream, type Upstream, UpstreamFault } from '../proxy/upstream.ts';

let gateway: TestGateway;
let browser: TestBrowser;
let edge: Upstream | null = null;
let now = Date.UTC(2026, 10, 21, 12);

beforeAll(async () => {
  let real: Upstream | undefined;
  gateway = await startTestGateway({
    clock: () => now,
    upstream: async (request) => {
      real ??= embeddedUpstream(gateway.service.fetch);
      return await (edge ?? real)(request);
    },
  });
  browser = gateway.browser();
  await browser.signIn();
});
beforeEach(async () => {
  await gateway.service.database.pool.query('truncate desk.journal');
});
afterEach(() => {
  edge = null;
});
afterAll(() => gateway.close());

async function entries(query = '', by = browser): Promise<JournalEntry[]> {
  const response = await by.fetch(`/journal${query}`);
  expect(response.status).toBe(200);
  return z.parse(journalPage, ((await response.json()) as { data: unknown }).data).entries;
}

async function pageOf(query: string) {
  const response = await browser.fetch(`/journal${query}`);
  return z.parse(journalPage, ((await response.json()) as { data: unknown }).data);
}

/** Every entry that matches, read two at a time. */
async function byPages(query: string): Promise<JournalEntry[]> {
  const seen: JournalEntry[] = [];
  let before = '';
  let total: number | null = null;
  do {
    const page = await pageOf(`?limit=2${query}${before && `&before=${before}`}`);
    seen.push(...page.entries);
    total = page.total;
    before = page.next ?? '';
  } while (before);
  expect(seen).toHaveLength(total ?? Number.NaN);
  return seen;
}

async function activeOrder(): Promise<{ member: string; order: string }> {
  const { rows } = await gateway.service.database.pool.query(
    `select m.id as member, o.id as "order" from service.member_order o join service.member m on m.user_id = o.user_id
     where o.status = 'Active' and o.type = 'Buy' limit 1`,
  );
  return rows[0];
}

const cancel = async (
  { member, order }: { member: string; order: string },
  headers: Record<string, string> = {},
) =>
  await browser.fetch(`/v1/api/members/${member}/orders/${order}/cancel`, {
    method: 'POST',
    headers: { [KEY_HEADER]: randomUUID(), ...headers },
  });

const note = (value: unknown) => ({
  [NOTE_HEADER]: Buffer.from(JSON.stringify(value)).toString('base64url'),
});

describe('the journal', () => {
  it('holds each write with who, what, why and what came of it', async () => {
    const ids = await activeOrder();
    const response = await cancel(ids, note({ reason: 'The member asked for it' }));
    expect(response.status).toBe(200);
    const [entry] = await entries();
    expect(response.headers.get('x-pledge-entry')).toBe(entry?.id);
    expect(entry).toMatchObject({
      kind: 'cancelOrder',
      outcome: 'done',
      who: 'Crestline Capital',
      target: { id: ids.member, orderId: ids.order },
      note: { reason: 'The member asked for it' },
      status: 200,
      reply: { _id: ids.order, status: 'Terminated' },
      requestId: response.headers.get('x-request-id'),
    });
    await cancel(ids);
    const [refused] = await entries();
    expect(refused).toMatchObject({
      outcome: 'refused',
      status: 400,
      code: 'ORDER_TERMINATED_ERROR',
      reply: null,
    });
  });

  it('finds writes and runs by any UUID that they were requested under, in any case', async () => {
    const [key, run, next] = ['a', 'b', 'c'].map((last) => `12345678-1234-1234-1234-12345678901${last}`);
    const put = async (method: string, path: string, body: object) =>
      await browser.fetch(path, {
        method,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    await cancel({ member: 'm', order: 'o-1' }, { [KEY_HEADER]: key ?? '' });
    const lines = [{ memberId: 'm', orderId: 'o-2' }];
    const made = await put('PUT', `/runs/${run}`, { kind: 'cancelOrders', reason: 'Test', lines });
    expect(made.status).toBe(201);
    await put('POST', `/runs/${run}/stop`, {});
    expect((await put('POST', `/runs/${run}/again`, { id: next?.toUpperCase() })).status).toBe(201);
    for (const write of [
      `key=${key}`,
      `key=${key?.toUpperCase()}`,
      `run=${run}`,
      `run=${run?.toUpperCase()}`,
    ]) {
      expect(await entries(`?${write}`)).toHaveLength(1);
    }
    for (const id of [run, run?.toUpperCase()]) {
      const { data } = await (await browser.fetch(`/desk/log?run=${id}&action=run-created`)).json();
      expect(data.entries).toMatchObject([{ target: { run } }]);
    }
  });

  it('counts up to a thousand matches', async () => {
    const add = async (from: number, to: number) =>
      await gateway.service.database.pool.query(
        `insert into desk.journal (id, owner, kind, outcome, at, who, target, note, request_id, actor)
         select lpad(n::text, 28, '0'), owner, 'cancelOrder', 'done', now(), name, '{}', '{}', 'r',
           jsonb_build_object('person', id)
         from generate_series($1::int, $2::int) n, desk.person`,
        [from, to],
      );
    await add(1, 1_000);
    expect((await pageOf('')).total).toBe(1_000);
    await add(1_001, 1_001);
    expect((await pageOf('')).total).toBeNull();
  });

  it('is written before anything goes out', async () => {
    const ids = await activeOrder();
    let seen: JournalEntry[] = [];
    edge = async () => {
      seen = await entries();
      throw new UpstreamFault('timeout');
    };
    await cancel(ids);
    expect(seen).toMatchObject([{ outcome: 'pending', target: { orderId: ids.order } }]);
    expect(await entries()).toMatchObject([{ outcome: 'unknown', code: 'SERVICE_TIMEOUT' }]);
  });

  it.each([
    ['nobody answered', 'unreachable', 'not-sent', '5'],
    ['the answer took too long', 'timeout', 'unknown', null],
    ['the answer broke off', 'broken', 'unknown', null],
  ] as const)('says what is known where %s', async (_, kind, outcome, retryAfter) => {
    const ids = await activeOrder();
    edge = async () => {
      throw new UpstreamFault(kind);
    };
    const response = await cancel(ids);
    expect(response.headers.get('retry-after')).toBe(retryAfter);
    expect(await entries()).toMatchObject([{ outcome }]);
  });

  it('takes a failure of the service’s own for no answer', async () => {
    const body = new TextEncoder().encode('{"status":"error","message":"oops"}');
    edge = async () => ({ status: 500, contentType: 'application/json', retryAfter: null, body });
    await cancel(await activeOrder());
    expect(await entries()).toMatchObject([{ outcome: 'unknown', status: 500, code: 'SERVICE_FAILED' }]);
  });

  it('stops a write that it can’t write down', async () => {
    const ids = await activeOrder();
    const { pool } = gateway.service.database;
    await pool.query('alter table desk.journal rename to hidden');
    const response = await cancel(ids);
    await pool.query('alter table desk.hidden rename to journal');
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await response.json()).toMatchObject({ code: 'JOURNAL_UNAVAILABLE' });
    const { rows } = await pool.query('select status from service.member_order where id = $1', [ids.order]);
    expect(rows).toEqual([{ status: 'Active' }]);
  });

  it('writes down what came of a write as soon as it can, where it could not at once', async () => {
    const { pool } = gateway.service.database;
    const ids = await activeOrder();
    edge = async (request) => {
      const answer = await embeddedUpstream(gateway.service.fetch)(request);
      await pool.query('alter table desk.journal rename to hidden');
      return answer;
    };
    expect((await cancel(ids)).status).toBe(200);
    await pool.query('alter table desk.hidden rename to journal');
    await expect
      .poll(async () => await entries(), { timeout: 10_000 })
      .toMatchObject([{ outcome: 'done', status: 200, reply: { _id: ids.order } }]);
  });

  it.each([
    ['as documented', { account_number: '0123456789', bank_name: 'Zenith', bank_code: '057' }],
    ['otherwise', { accountNumber: '0123456789', 'Bank-Name': 'Zenith', BANK_CODE: '057' }],
  ])('keeps a loan without bank details, their names written %s', async (_, bank) => {
    const body = { user_id: 'nobody', reason: 'x\u0000\ud800y', ...bank };
    await browser.fetch('/v1/api/credit/loan', {
      method: 'POST',
      headers: { 'content-type': 'application/json', [KEY_HEADER]: randomUUID() },
      body: JSON.stringify(body),
    });
    const [entry] = await entries('?kind=createLoan');
    expect(entry).toMatchObject({
      kind: 'createLoan',
      outcome: 'refused',
      status: 400,
      body: { user_id: 'nobody', reason: 'x\ufffdy' },
    });
    expect(JSON.stringify(entry)).not.toMatch(/0123456789|Zenith|"057"/);
  });

  it('shows the entries of one’s own organisation only', async () => {
    await cancel(await activeOrder());
    const other = gateway.browser();
    await other.signIn(HARBOUR);
    expect(await entries('', other)).toEqual([]);
    const [entry] = await entries();
    const body = '{"reason":"x","loan":"x"}';
    const headers = { 'content-type': 'application/json' };
    for (const action of ['check', 'choose', 'close']) {
      const foreign = await other.fetch(`/journal/${entry?.id}/${action}`, { method: 'POST', headers, body });
      expect(foreign.status).toBe(404);
    }
    expect((await other.fetch(`/journal/${entry?.id}`)).status).toBe(404);
    expect((await gateway.browser().fetch('/journal')).status).toBe(401);
    const again = gateway.browser();
    await again.signIn();
    expect(await entries('', again)).toHaveLength(1);
  });

  it('is read page by page, narrowed, newest first, and refuses nonsense', async () => {
    const ids = await activeOrder();
    for (let i = 0; i < 5; i++) {
      now += 1_000;
      await cancel(ids);
    }
    const seen = await byPages('');
    expect(seen).toHaveLength(5);
    expect(seen.map((entry) => entry.at)).toEqual([...seen.map((entry) => entry.at)].sort().reverse());
    expect(new Set(seen.map((entry) => entry.id)).size).toBe(5);
    const [, second] = seen;
    const instant = encodeURIComponent(second?.at ?? '');
    expect(await entries(`?from=${instant}&to=${instant}`)).toHaveLength(1);
    expect(await entries(`?order=${ids.order}&outcome=refused`)).toHaveLength(4);
    expect(await entries('?member=nobody')).toEqual([]);
    for (const query of ['?kind=x', '?limit=0', '?from=today', '?before=%27', '?limit=2&limit=3']) {
      expect((await browser.fetch(`/journal${query}`)).status).toBe(400);
    }
    expect((await cancel(ids, { [NOTE_HEADER]: '!!' })).status).toBe(400);
  });

  it('is read page by page between dates in the order of sending, where lines waited for their turn', async () => {
    const ids = await activeOrder();
    for (let i = 0; i < 5; i++) await cancel(ids);
    // The entry that was made first was sent last, and two were sent at the same moment.
    await gateway.service.database.pool.query(
      `update desk.journal j set at = $1::timestamptz + least(6 - n, 4) * interval '1 hour'
       from (select id, row_number() over (order by id) as n from desk.journal) l where j.id = l.id`,
      [new Date(now)],
    );
    const hours = async (query: string) =>
      (await byPages(query)).map(({ at }) => (Date.parse(at) - now) / 3_600_000);
    const from = (hour: number) =>
      `&from=${encodeURIComponent(new Date(now + hour * 3_600_000).toISOString())}`;
    expect(await hours(from(0))).toEqual([4, 4, 3, 2, 1]);
    expect(await hours(from(2))).toEqual([4, 4, 3, 2]);
    expect(await hours(from(2).replace('from', 'to'))).toEqual([2, 1]);
  });

  it('is read on from where a page between dates ended, though its last line was sent again meanwhile', async () => {
    const ids = await activeOrder();
    for (let i = 0; i < 4; i++) {
      await cancel(ids);
      now += 1_000;
    }
    const query = `?limit=2&from=${encodeURIComponent(new Date(now - 60_000).toISOString())}`;
    const first = await pageOf(query);
    const shown = first.entries.map(({ id }) => id);
    await gateway.service.database.pool.query('update desk.journal set at = $1 where id = $2', [
      new Date(now + 5_000),
      shown[1],
    ]);
    const second = await pageOf(`${query}&before=${first.next}`);
    expect(second.entries.map(({ id }) => id).filter((id) => shown.includes(id))).toEqual([]);
    expect(second.entries).toHaveLength(2);
  });
});
