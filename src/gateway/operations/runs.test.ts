import { randomUUID } from 'node:crypto';
import Papa from 'papaparse';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { runLinePage, runPage, run as runSchema } from '#contract/runs.ts';
import { embeddedUpstream } from '#gateway/proxy/upstream.ts';
import { onPostgres } from '#tests/support/database.ts';
import { startTestGateway, type TestBrowser, type TestGateway } from '#tests/support/gateway.ts';
import { orderOf } from '#tests/support/orders.ts';
import {
  addOrders,
  cancellationsOf,
  isCancellation,
  passGrace,
  type RunOrder,
  runsOf,
} from '#tests/support/runs.ts';
import { HARBOUR, startTestService, type TestService } from '#tests/support/service.ts';

let service: TestService;
let gateway: TestGateway;
let browser: TestBrowser;
let runs: ReturnType<typeof runsOf>;
/** Added to the clock of the gateway. */
const ahead = 0;
/** The cancellations that reached the service, and what they wait for. */
let sent: string[] = [];
let keys: (string | undefined)[] = [];
/** The cancellations that the service has answered. */
let answered = 0;
let gate: Promise<void> = Promise.resolve();

beforeAll(async () => {
  service = await startTestService();
  const ask = embeddedUpstream(service.fetch);
  gateway = await startTestGateway({
    beside: { service } as TestGateway,
    clock: () => Date.now() + ahead,
    async upstream(request) {
      if (isCancellation(request)) {
        sent.push(request.target.split('/').at(-2) ?? '');
        keys.push(request.headers['idempotency-key']);
        await gate;
      }
      const answer = await ask(request);
      if (isCancellation(request)) answered += 1;
      return answer;
    },
  });
  browser = gateway.browser();
  await browser.signIn();
  runs = runsOf(browser);
});
afterAll(async () => {
  await gateway.close();
  await service.close();
});

const all = (lines: number, counts: object) => ({
  total: lines,
  done: 0,
  refused: 0,
  notSent: 0,
  notDone: 0,
  unknown: 0,
  waiting: 0,
  ...counts,
});

/** Lets cancellations wait at the service until the returned function is called. */
function holdCancellations(): () => void {
  let release = () => {};
  gate = new Promise((resolve) => {
    release = resolve;
  });
  return release;
}

/** Keeps gateways from reading runs to work on, until the returned function is called. */
async function lockJournal(): Promise<() => Promise<void>> {
  const client = await service.database.pool.connect();
  await client.query('begin; lock table desk.journal in share mode');
  return async () => {
    await client.query('rollback');
    client.release();
  };
}

async function started(prefix: string, count: number) {
  const orders = await addOrders(service.database.pool, count, prefix);
  const id = randomUUID();
  sent = [];
  keys = [];
  await runs.create(id, orders);
  return { id, orders };
}

async function postTo(path: string, body?: object) {
  const response = await browser.fetch(path, {
    method: 'POST',
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  const { code, data } = await response.json();
  return { status: response.status, code, data };
}

describe('a run', () => {
  it('starts after ten seconds and cancels each order once, watched or not', async () => {
    const { id, orders } = await started('a0', 40);
    const waiting = await runs.read(id);
    expect(waiting).toMatchObject({ state: 'waiting', finishedAt: null, counts: all(40, { waiting: 40 }) });
    const grace = Date.parse(waiting.startsAt) - Date.parse(waiting.createdAt);
    expect(Math.abs(grace - 10_000)).toBeLessThan(1_000);
    const { pool } = service.database;
    await passGrace(pool, id, 3_000);
    gateway.operations.runWorker.wake();
    expect(sent).toEqual([]);
    await passGrace(pool, id);
    const done = await runs.until(id, ({ state }) => state === 'done');
    expect(z.parse(runSchema, done)).toEqual(done);
    expect(done).toMatchObject({ counts: all(40, { done: 40 }), holdUp: null, pausedBy: null });
    expect(done.finishedAt).not.toBeNull();
    expect([...(await cancellationsOf(service.database.pool, orders)).values()]).toEqual(orders.map(() => 1));
    expect(new Set(keys).size).toBe(40);
    const lines = await runs.lines(id);
    expect(lines.map(({ line, orderId, by, status }) => ({ line, orderId, by, status }))).toEqual(
      orders.map(({ orderId }, nth) => ({ line: nth + 1, orderId, by: 'this-request', status: 200 })),
    );
  });

  it('leaves as much time to stop it however long its lines take to record', async () => {
    const { pool } = service.database;
    const lines = Array.from({ length: 5_000 }, (_, nth) => ({ memberId: 'm', orderId: `o${nth}` }));
    const id = randomUUID();
    const began = performance.now();
    await runs.create(id, lines);
    const tookMs = performance.now() - began;
    const { rows } = await pool.query<{ left: number }>(
      'select extract(epoch from starts_at - clock_timestamp())::float8 * 1000 as left from desk.run where id = $1',
      [id],
    );
    expect(rows[0]?.left).toBeGreaterThan(10_000 - tookMs / 2);
    await runs.act(id, 'stop');
  });

  it('records every line in the journal, hidden until it is sent', async () => {
    const { id, orders } = await started('a1', 3);
    const entries = async () => (await (await browser.fetch(`/journal?run=${id}`)).json()).data;
    expect(await entries()).toMatchObject({ entries: [], total: 0 });
    await runs.act(id, 'now');
    await runs.until(id, ({ state }) => state === 'done');
    const { entries: found } = await entries();
    expect(found.toReversed().map(({ target }: { target: object }) => target)).toEqual(
      orders.map(({ memberId, orderId }) => ({ id: memberId, orderId })),
    );
    expect(found[0]).toMatchObject({
      kind: 'cancelOrder',
      outcome: 'done',
      by: 'this-request',
      run: id,
      line: 3,
      note: { reason: 'Test order' },
      reply: { _id: orders[2]?.orderId, status: 'Terminated' },
    });
    expect(keys).toContain(found[0].key);
    expect(found[0].durationMs).toSatisfy(Number.isInteger);
  });

  it('says of each line what the service said', async () => {
    const { pool } = service.database;
    const [fresh] = await addOrders(pool, 1, 'a2');
    const cancelled = await orderOf(pool, { status: 'Terminated' });
    const fulfilled = await orderOf(pool, { status: 'Fulfilled' });
    const stranger = await orderOf(pool, { notOf: fulfilled.userId });
    const lines = [
      fresh as RunOrder,
      { memberId: cancelled.memberId, orderId: cancelled.id },
      { memberId: fulfilled.memberId, orderId: fulfilled.id },
      { memberId: stranger.memberId, orderId: fulfilled.id },
      { memberId: stranger.memberId, orderId: 'no such order' },
    ];
    const id = randomUUID();
    await runs.create(id, lines);
    await runs.act(id, 'now');
    const done = await runs.until(id, ({ state }) => state === 'done');
    expect(done.counts).toEqual(all(5, { done: 1, refused: 4 }));
    const told = (await runs.lines(id)).map(({ outcome, by, code, status }) => [outcome, by, code, status]);
    expect(told).toEqual([
      ['done', 'this-request', null, 200],
      ['refused', 'earlier', 'ORDER_TERMINATED_ERROR', 400],
      ['refused', null, 'ORDER_FULFILLED_ERROR', 400],
      ['refused', null, 'USER_MISMATCH_ERROR', 403],
      ['refused', null, null, 404],
    ]);
    expect(await postTo(`/runs/${id}/again`, { id: randomUUID() })).toMatchObject({
      status: 409,
      code: 'RUN_STATE',
    });
  });

  it('is the same run if it is requested again, and never changes', async () => {
    const { id, orders } = await started('a3', 2);
    const put = async (lines: RunOrder[], by = browser) =>
      await by.fetch(`/runs/${id.toUpperCase()}`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ kind: 'cancelOrders', reason: 'Test order', lines }),
      });
    expect((await put(orders)).status).toBe(200);
    const changed = await put(orders.slice(1));
    expect([changed.status, (await changed.json()).code]).toEqual([422, 'RUN_CHANGED']);
    expect((await runs.read(id)).counts.total).toBe(2);
    const twice = await Promise.all([1, 2, 3].map(() => put(orders)));
    expect(twice.map(({ status }) => status)).toEqual([200, 200, 200]);
    await runs.act(id, 'stop');
  });

  it('of another organisation is like one that does not exist, and its id can be used', async () => {
    const { id } = await started('a4', 2);
    const harbour = gateway.browser();
    await harbour.signIn(HARBOUR);
    for (const path of [`/runs/${id}`, `/runs/${id}/lines`, `/runs/${id}/report.csv`]) {
      expect((await harbour.fetch(path)).status).toBe(404);
    }
    for (const action of ['pause', 'resume', 'stop', 'now']) {
      expect((await harbour.fetch(`/runs/${id}/${action}`, { method: 'POST' })).status).toBe(404);
    }
    const own = await orderOf(service.database.pool, { organisation: 'Harbour' });
    const harbourRuns = runsOf(harbour);
    await harbourRuns.create(id, [{ memberId: own.memberId, orderId: own.id }]);
    expect((await harbourRuns.read(id)).counts.total).toBe(1);
    expect((await runs.read(id)).counts.total).toBe(2);
    await harbourRuns.act(id, 'now');
    expect((await harbourRuns.until(id, ({ state }) => state === 'done')).counts.done).toBe(1);
    expect((await runs.act(id, 'stop')).counts).toEqual(all(2, { notSent: 2 }));
  });

  it('keeps the access token sealed while it needs it, and no longer', async () => {
    const token = async (id: string) => {
      const { rows } = await service.database.pool.query('select token from desk.run where id = $1', [id]);
      return rows[0].token;
    };
    const { id } = await started('a5', 1);
    expect(await token(id)).toMatch(/^[\w-]{60,}$/);
    expect(await token(id)).not.toContain('pledge_demo');
    await runs.act(id, 'stop');
    expect(await token(id)).toBeNull();
    const { id: other } = await started('a6', 1);
    await runs.act(other, 'now');
    await runs.until(other, ({ state }) => state === 'done');
    expect(await token(other)).toBeNull();
  });
});

describe('a person', () => {
  it('pauses a run and resumes it: what was not sent waits', async () => {
    const { id } = await started('b0', 100);
    const release = holdCancellations();
    await runs.act(id, 'now');
    await expect.poll(() => sent.length).toBe(8);
    expect((await runs.act(id, 'pause')).pausedBy).toBe('Crestline Capital');
    release();
    const paused = await runs.until(id, ({ counts }) => counts.done === 8);
    expect(paused).toMatchObject({ state: 'paused', counts: all(100, { done: 8, waiting: 92 }) });
    // What was taken on ahead of the pause is given back.
    const outcomes = async () => (await runs.lines(id, '&outcome=waiting')).map(({ outcome }) => outcome);
    await expect.poll(async () => new Set(await outcomes())).toEqual(new Set(['waiting']));
    expect(sent).toHaveLength(8);
    await runs.act(id, 'resume');
    expect((await runs.until(id, ({ state }) => state === 'done')).counts).toEqual(all(100, { done: 100 }));
    expect(new Set(sent).size).toBe(100);
    expect(sent).toHaveLength(100);
  });

  it('stops a run: what was in flight is settled, and the rest is not sent', async () => {
    const { id } = await started('b1', 100);
    const release = holdCancellations();
    await runs.act(id, 'now');
    await expect.poll(() => sent.length).toBe(8);
    expect((await runs.act(id, 'stop')).state).toBe('stopped');
    release();
    const stopped = await runs.until(id, ({ finishedAt }) => finishedAt !== null);
    expect(stopped).toMatchObject({ state: 'stopped', counts: all(100, { done: 8, notSent: 92 }) });
    const [line] = await runs.lines(id, '&outcome=not-sent');
    expect(line).toMatchObject({
      at: null,
      requestId: null,
      message: 'Crestline Capital stopped the run before this line was sent.',
    });
    expect(sent).toHaveLength(8);
  });

  // The embedded database has one connection: a lock would hold up the service as well.
  it.runIf(onPostgres)('has nothing sent until the gateway knows whether it stopped the run', async () => {
    const { id } = await started('b9', 100);
    const release = holdCancellations();
    await runs.act(id, 'now');
    await expect.poll(() => sent.length).toBe(8);
    // As if another gateway had been told to stop it, while this one can't read the run.
    await service.database.pool.query(`update desk.run set state = 'stopped' where id = $1`, [id]);
    const unlock = await lockJournal();
    const before = answered;
    try {
      gateway.operations.runWorker.wake();
      release();
      await expect.poll(() => answered - before).toBeGreaterThanOrEqual(8);
    } finally {
      await unlock();
    }
    await expect.poll(async () => (await runs.read(id)).counts.done).toBe(8);
    expect(sent).toHaveLength(8);
  });

  it('can repeat every action, and learns if a run doesn’t take it', async () => {
    const { id } = await started('b2', 3);
    const release = holdCancellations();
    const states = [];
    for (const action of [
      'pause',
      'pause',
      'now',
      'resume',
      'resume',
      'now',
      'pause',
      'stop',
      'stop',
      'resume',
    ]) {
      const { status, code, data } = await postTo(`/runs/${id}/${action}`);
      states.push([action, status, data?.state ?? code]);
    }
    release();
    expect(states).toEqual([
      ['pause', 200, 'paused'],
      ['pause', 200, 'paused'],
      ['now', 409, 'RUN_STATE'],
      ['resume', 200, 'running'],
      ['resume', 200, 'running'],
      ['now', 200, 'running'],
      ['pause', 200, 'paused'],
      ['stop', 200, 'stopped'],
      ['stop', 200, 'stopped'],
      ['resume', 409, 'RUN_STATE'],
    ]);
    const { id: done } = await started('b3', 1);
    await runs.act(done, 'resume');
    await runs.until(done, ({ state }) => state === 'done');
    const response = await browser.fetch(`/runs/${done}/pause`, { method: 'POST' });
    expect([response.status, await response.json()]).toEqual([
      409,
      {
        status: 'error',
        code: 'RUN_STATE',
        message: "This run is done, so it can't be paused. Nothing was changed.",
      },
    ]);
  });

  it('runs the lines again that failed and can be retried', async () => {
    const { id, orders } = await started('b4', 5);
    await runs.act(id, 'stop');
    const next = randomUUID();
    const first = await postTo(`/runs/${id}/again`, { id: next });
    expect(first).toMatchObject({
      status: 201,
      data: { id: next, reason: 'Test order', counts: { total: 5 } },
    });
    expect((await postTo(`/runs/${id}/again`, { id: next })).status).toBe(200);
    await runs.act(next, 'now');
    expect((await runs.until(next, ({ state }) => state === 'done')).counts.done).toBe(5);
    expect([...(await cancellationsOf(service.database.pool, orders)).values()]).toEqual([1, 1, 1, 1, 1]);
    expect(await postTo(`/runs/${next}/again`, { id: randomUUID() })).toMatchObject({ status: 409 });
    expect(await postTo(`/runs/${randomUUID()}/again`, { id: randomUUID() })).toMatchObject({ status: 404 });
    expect(await postTo(`/runs/${id}/again`, { id: 'x' })).toMatchObject({ status: 400 });
  });

  it('makes one run of the failed lines, however many ask for it at once', async () => {
    const { id } = await started('b7', 3);
    await runs.act(id, 'stop');
    const again = async () => await postTo(`/runs/${id}/again`, { id: randomUUID() });
    const answers = await Promise.all([1, 2, 3, 4].map(again));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 201]);
    expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1);
    const next = answers[0]?.data.id;
    expect((await again()).data.id).toBe(next);
    // Once that has ended, the lines that it left can be asked for again.
    await runs.act(next, 'stop');
    expect(await again()).toMatchObject({ status: 201, data: { counts: { total: 3 } } });
  });

  it('finds the lines under the numbers of their list, also when they run again', async () => {
    const id = randomUUID();
    const numbered = [2, 5].map((line) => ({ memberId: 'm', orderId: `o${line}`, line }));
    await runs.create(id, numbered);
    await runs.act(id, 'stop');
    const next = randomUUID();
    await runs.again(id, next);
    await runs.act(next, 'stop');
    for (const run of [id, next]) {
      expect((await runs.lines(run, '&limit=1')).map(({ line }) => line)).toEqual([2, 5]);
      const text = await (await browser.fetch(`/runs/${run}/report.csv`)).text();
      const { data } = Papa.parse<string[]>(text, { skipEmptyLines: true });
      expect(data.slice(1).map((row) => row[8])).toEqual(['2', '5']);
    }
  });

  it('reads runs newest first and lines in order, by pages', async () => {
    const { id } = await started('b5', 7);
    const { data } = await (await browser.fetch('/runs?limit=2')).json();
    expect(z.parse(runPage, data)).toEqual(data);
    expect(data.runs[0].id).toBe(id);
    const seen = data.runs.map((run: { id: string }) => run.id);
    for (let { next } = data; next; ) {
      const page = (await (await browser.fetch(`/runs?limit=2&before=${next}`)).json()).data;
      seen.push(...page.runs.map((run: { id: string }) => run.id));
      next = page.next;
    }
    expect(new Set(seen).size).toBe(data.total);
    const lines = (await (await browser.fetch(`/runs/${id}/lines?limit=3&after=3`)).json()).data;
    expect(z.parse(runLinePage, lines)).toEqual(lines);
    expect([lines.lines.map(({ line }: { line: number }) => line), lines.next]).toEqual([[4, 5, 6], 6]);
    expect((await runs.lines(id, '&limit=3')).map(({ line }) => line)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    await runs.act(id, 'stop');
  });
});

describe('the report of a run', () => {
  it('is evidence by itself, and inert in a spreadsheet', async () => {
    const { pool } = service.database;
    const [order] = await addOrders(pool, 1, 'c0');
    const lines = [
      order as RunOrder,
      { memberId: '=HYPERLINK("http://x","y")', orderId: 'a,"b"\r\nc; =1+1' },
    ];
    const id = randomUUID();
    await runs.create(id, lines, { reason: '+1', note: 'as agreed\nby phone' });
    await runs.act(id, 'now');
    const run = await runs.until(id, ({ state }) => state === 'done');
    const response = await browser.fetch(`/runs/${id}/report.csv`);
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="run .*\.csv"$/);
    const { data } = Papa.parse<Record<string, string>>((await response.text()).replace('\uFEFF', ''), {
      header: true,
      skipEmptyLines: true,
    });
    const [first, second] = await runs.lines(id);
    expect(data).toEqual([
      {
        Organisation: 'Crestline Capital',
        Run: id,
        Reason: "'+1",
        Note: 'as agreed\nby phone',
        'Started by': 'Crestline Capital',
        Identity: 'self-declared',
        'Approved by': '',
        'Created at': run.createdAt,
        Line: '1',
        'Member ID': order?.memberId,
        'Order ID': order?.orderId,
        Result: 'Cancelled',
        Outcome: 'done',
        By: 'this-request',
        Code: '',
        Message: 'Order cancelled.',
        'HTTP status': '200',
        'Sent at': first?.at,
        'Request ID': first?.requestId,
        'Journal entry': first?.entry,
        Checks: '',
      },
      expect.objectContaining({
        'Member ID': `'${second?.memberId}`,
        'Order ID': second?.orderId.replace('=', "'="),
        Result: 'Not found',
        Outcome: 'refused',
        'HTTP status': '404',
      }),
    ]);
  });

  it('has every line of a large run', async () => {
    const lines = Array.from({ length: 2_500 }, (_, nth) => ({ memberId: 'm', orderId: `o${nth}` }));
    const id = randomUUID();
    await runs.create(id, lines);
    await runs.act(id, 'stop');
    const text = await (await browser.fetch(`/runs/${id}/report.csv`)).text();
    const { data } = Papa.parse<string[]>(text, { skipEmptyLines: true });
    expect(data.slice(1).map((row) => row[10])).toEqual(lines.map(({ orderId }) => orderId));
  });
});
