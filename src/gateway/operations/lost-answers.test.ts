import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { KEY_HEADER } from '#contract/operations.ts';
import { onPostgres } from '#tests/support/database.ts';
import { type FragilePool, makeFragile } from '#tests/support/fragile-pool.ts';
import { startTestGateway, type TestBrowser, type TestGateway } from '#tests/support/gateway.ts';
import { lendingOf, loanBody } from '#tests/support/lending.ts';
import { addOrders, isCancellation, runsOf } from '#tests/support/runs.ts';
import { embeddedUpstream, type Upstream, UpstreamFault } from '../proxy/upstream.ts';

/** A service that knows no idempotency keys: what is sent twice is done twice. */
const real: Upstream = async (request) => {
  const { [KEY_HEADER]: _, ...headers } = request.headers;
  return await embeddedUpstream(gateway.service.fetch)({ ...request, headers });
};

let database: FragilePool;
let gateway: TestGateway;
let browser: TestBrowser;
let edge: Upstream = real;
let ahead = 0;

beforeAll(async () => {
  gateway = await startTestGateway({
    clock: () => Date.now() + ahead,
    pool: (own) => {
      database = makeFragile(own);
      return database.pool;
    },
    upstream: async (request) => await edge(request),
  });
  browser = gateway.browser();
  await browser.signIn();
});
beforeEach(() => {
  edge = real;
  database.mend();
});
afterAll(() => gateway.close());

function signal() {
  let give = () => {};
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give: () => give() };
}

// PGlite has one connection, which the first attempt holds while the second one is made.
it.runIf(onPostgres)(
  'an attempt that is recorded late doesn’t end the next one, which would be made once more',
  async () => {
    const SETTLE = 'set outcome = $2, by = $3, settled_at = $4';
    const loan = loanBody(await lendingOf(gateway.service, 'Crestline', 'NGN'));
    const key = randomUUID();
    const lend = async () =>
      await browser.fetch('/v1/api/credit/loan', {
        method: 'POST',
        headers: { 'content-type': 'application/json', [KEY_HEADER]: key },
        body: JSON.stringify(loan),
      });
    let sent = 0;
    let second: Promise<Response> | undefined;
    const [arrived, settledAgain] = [signal(), signal()];
    edge = async (request) => {
      if (request.target !== '/v1/api/credit/loan') return await real(request);
      sent += 1;
      if (sent === 1) throw new UpstreamFault('unreachable');
      arrived.give();
      await settledAgain.given;
      // The first attempt has ended; what this gateway claims without being at work on it would now end, too.
      ahead += 120_000;
      await gateway.operations.resolver.sweep();
      return await real(request);
    };
    database.loseCommitAfter(SETTLE, async () => {
      second = lend();
      await arrived.given;
      database.runAfter('from desk.journal where owner = $1 and id = $2', async () => settledAgain.give());
    });
    await lend();
    expect((await second)?.status).toBe(201);
    expect((await lend()).status).toBe(201);
    expect(sent).toBe(2);
    const { data } = await (await browser.fetch(`/journal?key=${key}`)).json();
    expect(data.entries).toMatchObject([{ outcome: 'done' }]);
  },
);

it('a check of a line counts once although the answer to its commit was lost', async () => {
  const SETTLE = 'jsonb_to_recordset($3::jsonb) as r (id text, request_id';
  let cancellations = 0;
  edge = async (request) => {
    if (!isCancellation(request)) return await real(request);
    cancellations += 1;
    if (cancellations === 1) throw new UpstreamFault('broken');
    if (cancellations > 2) return await real(request);
    database.loseCommitAfter(SETTLE);
    const body = new TextEncoder().encode('{}');
    return { status: 404, contentType: 'application/json', retryAfter: null, body };
  };
  const runs = runsOf(browser);
  const id = randomUUID();
  await runs.create(id, await addOrders(gateway.service.database.pool, 1, 'ab'));
  await runs.act(id, 'now');
  await runs.until(id, ({ finishedAt }) => {
    ahead += 250;
    gateway.operations.runWorker.wake();
    return finishedAt !== null;
  });
  const { data } = await (await browser.fetch(`/journal?run=${id}`)).json();
  const [{ outcome, checks }] = data.entries;
  expect(outcome).toBe('done');
  expect(checks.map(({ complete }: { complete: boolean }) => complete)).toEqual([false, true]);
});

it('a run that is stopped ends, and sends nothing, although the answer to the claim of its lines was lost', async () => {
  let cancellations = 0;
  edge = async (request) => {
    if (isCancellation(request)) cancellations += 1;
    return await real(request);
  };
  const runs = runsOf(browser);
  const id = randomUUID();
  await runs.create(id, await addOrders(gateway.service.database.pool, 2, 'cd'));
  database.runAfter('with mine as (select state', async () => {
    await runs.act(id, 'stop');
    throw new Error('Connection terminated unexpectedly');
  });
  await runs.act(id, 'now');
  const ended = await runs.until(id, ({ finishedAt }) => finishedAt !== null, 10_000);
  expect(ended).toMatchObject({ state: 'stopped', counts: { total: 2, notSent: 2 } });
  expect(cancellations).toBe(0);
});

it('the service’s own word that it created a loan counts, also if its list hasn’t shown it for long', async () => {
  const body = { ...loanBody(await lendingOf(gateway.service, 'Crestline', 'NGN')), amount: '2000.00' };
  const key = randomUUID();
  edge = async (request) => {
    if (request.target.startsWith('/v1/api/creditor/credit/loans')) {
      const page = { status: 'success', message: '', data: { docs: [], totalDocs: 0, hasNextPage: false } };
      const text = new TextEncoder().encode(JSON.stringify(page));
      return { status: 200, contentType: 'application/json', retryAfter: null, body: text };
    }
    if (request.target !== '/v1/api/credit/loan') return await real(request);
    const reply = await real(request);
    // As another gateway would that takes this one for dead.
    await gateway.service.database.pool.query(
      `update desk.journal set outcome = 'unknown', claimed_by = null, check_at = at where key = $1`,
      [key],
    );
    for (let check = 0; check < 3; check += 1) {
      ahead += 60_000;
      await gateway.operations.resolver.sweep();
    }
    const { rows } = await gateway.service.database.pool.query(
      'select outcome from desk.journal where key = $1',
      [key],
    );
    expect(rows).toEqual([{ outcome: 'not-done' }]);
    return reply;
  };
  const response = await browser.fetch('/v1/api/credit/loan', {
    method: 'POST',
    headers: { 'content-type': 'application/json', [KEY_HEADER]: key },
    body: JSON.stringify({ ...body, repayment_amount: '2000.00' }),
  });
  expect(response.status).toBe(201);
  const { data } = await (await browser.fetch(`/journal?key=${key}`)).json();
  expect(data.entries).toMatchObject([{ outcome: 'done', by: 'this-request' }]);
});

it('an outcome that became unknown while the clock was a day ahead is checked as soon as it is right again', async () => {
  const [order] = await addOrders(gateway.service.database.pool, 1, 'ef');
  const day = 24 * 3_600_000;
  edge = async (request) => {
    await real(request);
    ahead += day;
    throw new UpstreamFault('broken');
  };
  const path = `/v1/api/members/${order?.memberId}/orders/${order?.orderId}/cancel`;
  const key = randomUUID();
  await browser.fetch(path, { method: 'POST', headers: { [KEY_HEADER]: key } });
  edge = real;
  ahead -= day;
  await gateway.operations.resolver.sweep();
  const { data } = await (await browser.fetch(`/journal?key=${key}`)).json();
  expect(data.entries).toMatchObject([{ outcome: 'done' }]);
});
