import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { type JournalEntry, KEY_HEADER } from '#contract/operations.ts';
import { browserAs, newestApproval, sendJson, setRules } from '#tests/support/approvals.ts';
import { onPostgres } from '#tests/support/database.ts';
import { type FragilePool, makeFragile } from '#tests/support/fragile-pool.ts';
import {
  describeDemo,
  startTestGateway,
  type TestBrowser,
  type TestGateway,
} from '#tests/support/gateway.ts';
import { type Lending, lendingOf, loanBody } from '#tests/support/lending.ts';
import { type FoundOrder, ordersOf, stateOf } from '#tests/support/orders.ts';
import { embeddedUpstream, type Upstream, UpstreamFault, type UpstreamReply } from '../proxy/upstream.ts';

/** A service that knows no idempotency keys: what is sent twice is done twice, or refused. */
const real: Upstream = async (request) => {
  const { [KEY_HEADER]: _, ...headers } = request.headers;
  return await embeddedUpstream(gateway.service.fetch)({ ...request, headers });
};

let database: FragilePool;
let gateway: TestGateway;
let browser: TestBrowser;
let lending: Lending;
let orders: FoundOrder[];
let edge: Upstream = real;
let now = Date.now();

beforeAll(async () => {
  gateway = await startTestGateway({
    clock: () => now,
    pool: (own) => {
      database = makeFragile(own);
      return database.pool;
    },
    upstream: async (request) => await edge(request),
    describeService: describeDemo,
  });
  browser = gateway.browser();
  lending = await lendingOf(gateway.service, 'Crestline', 'NGN');
  orders = await ordersOf(gateway.service.database.pool, {});
});
beforeEach(async () => {
  edge = real;
  database.mend();
  now = Date.now();
  await browser.signIn();
});
afterAll(() => gateway.close());

const lost: Upstream = async () => {
  throw new UpstreamFault('broken');
};
const arrivesAndIsLost: Upstream = async (request) => {
  await real(request);
  return await lost(request);
};
const answer = (status: number, body: object): UpstreamReply => ({
  status,
  contentType: 'application/json',
  retryAfter: null,
  body: new TextEncoder().encode(JSON.stringify(body)),
});

function nextOrder(): FoundOrder {
  const order = orders.pop();
  if (!order) throw new Error('The demo has no more orders');
  return order;
}

const cancel = async ({ memberId, id }: FoundOrder, by = browser, key: string = randomUUID()) =>
  await by.fetch(`/v1/api/members/${memberId}/orders/${id}/cancel`, {
    method: 'POST',
    headers: { [KEY_HEADER]: key },
  });

const statusOf = async ({ id }: FoundOrder) => (await stateOf(gateway.service.database.pool, id)).status;

async function entryOf(response: Response): Promise<JournalEntry> {
  const found = await browser.fetch(`/journal/${response.headers.get('x-pledge-entry')}`);
  return ((await found.json()) as { data: JournalEntry }).data;
}

async function pass(seconds: number): Promise<void> {
  now += seconds * 1_000;
  await gateway.operations.resolver.sweep();
}

describe('a loan that needs approval', () => {
  /** Each asks for another amount, so that none is the same loan as another. */
  let cents = 0;
  async function asked() {
    cents += 1;
    const amount = (1_000 + cents / 100).toFixed(2);
    const body = JSON.stringify({ ...loanBody(lending), amount, repayment_amount: amount });
    const administrator = await browserAs(gateway, 'administrator');
    await setRules(administrator, { loanAmount: { on: true, above: { NGN: '1' } } });
    onTestFinished(async () => void (await setRules(administrator, {})));
    const creditor = await browserAs(gateway, 'creditor');
    const key = randomUUID();
    const lend = async () =>
      await creditor.fetch('/v1/api/credit/loan', {
        method: 'POST',
        headers: { 'content-type': 'application/json', [KEY_HEADER]: key },
        body,
      });
    return { creditor, key, lend };
  }

  // PGlite has one connection, which the transaction holds that the withdrawal comes into.
  it.runIf(onPostgres)('needs it again when it is requested again while it is withdrawn', async () => {
    const { creditor, lend } = await asked();
    expect((await lend()).status).toBe(202);
    const { id } = await newestApproval(creditor);
    database.runAfter('pg_advisory_xact_lock', async () => {
      const withdrawn = await sendJson(creditor, 'POST', `/desk/approvals/${id}/withdraw`, {
        reason: 'Mine',
      });
      expect(withdrawn.status).toBe(200);
    });
    expect((await lend()).status).toBe(202);
    const second = await newestApproval(creditor);
    expect(second).toMatchObject({ state: 'waiting' });
    expect(second.id).not.toBe(id);
  });

  it('is known by its key as soon as it is judged, so that nobody takes it for not sent', async () => {
    const { creditor, key, lend } = await asked();
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    edge = async (request) => {
      await held;
      return await real(request);
    };
    const response = lend();
    const outcomes = async () => {
      const { data } = await sendJson(creditor, 'GET', `/journal?key=${key}`);
      return data.entries.map(({ outcome }: JournalEntry) => outcome);
    };
    await expect.poll(outcomes).toEqual(['pending']);
    letGo();
    expect((await response).status).toBe(202);
    expect(await outcomes()).toEqual(['awaiting-approval']);
  });
});

describe('a loan that was not sent', () => {
  const lend = async (key: string, amount: string) =>
    await browser.fetch('/v1/api/credit/loan', {
      method: 'POST',
      headers: { 'content-type': 'application/json', [KEY_HEADER]: key },
      body: JSON.stringify({ ...loanBody(lending), amount, repayment_amount: amount }),
    });

  /** Has checks made of a loan whose gateway was cut off before it could say that nothing was sent. */
  async function checkedTooEarly(key: string, amount: string, checks: () => Promise<void>): Promise<void> {
    let letGo = () => {};
    let response: Promise<Response> | undefined;
    await new Promise<void>((isHeld) => {
      edge = async (request) => {
        if (request.method !== 'POST') return await real(request);
        await new Promise<void>((resolve) => {
          letGo = resolve;
          isHeld();
        });
        throw new UpstreamFault('unreachable');
      };
      response = lend(key, amount);
    });
    const { pool } = gateway.service.database;
    await expect
      .poll(async () => {
        await pool.query(`update desk.gateway set alive_at = now() - interval '1 minute'`);
        await pass(0);
        return (await pool.query('select outcome from desk.journal where key = $1', [key])).rows;
      })
      .toEqual([{ outcome: 'unknown' }]);
    await checks();
    letGo();
    expect((await response)?.status).toBe(503);
    await gateway.operations.start();
  }

  it('is checked when it is sent again, although a check of the first attempt was refused', async () => {
    const key = randomUUID();
    await checkedTooEarly(key, '2001', async () => {
      edge = async () => answer(401, { status: 'error', message: 'No.' });
      await pass(2);
    });
    edge = real;
    await browser.signIn();
    edge = arrivesAndIsLost;
    const again = await lend(key, '2001');
    edge = real;
    await pass(2);
    expect(await entryOf(again)).toMatchObject({ blocked: false, checks: [{}, { complete: true }] });
  });

  it('is not proven by checks of the first attempt not to have been created by the second', async () => {
    const key = randomUUID();
    await checkedTooEarly(key, '2002', async () => {
      for (const pause of [1, 2, 4]) await pass(pause);
    });
    edge = lost;
    const again = await lend(key, '2002');
    edge = real;
    await pass(60);
    expect(await entryOf(again)).toMatchObject({ outcome: 'unknown' });
  });
});

describe('a cancellation', () => {
  it('of which the gateway said that nothing was sent is not carried out later', async () => {
    const order = nextOrder();
    database.loseCommitAfter('insert into desk.journal', () => {
      database.isAway = true;
    });
    const response = await cancel(order);
    expect(await response.json()).toMatchObject({ code: 'JOURNAL_UNAVAILABLE' });
    database.mend();
    await gateway.operations.start();
    await pass(90);
    await pass(2);
    const { rows } = await gateway.service.database.pool.query(
      `select outcome from desk.journal where target->>'orderId' = $1`,
      [order.id],
    );
    expect(rows).toEqual([{ outcome: 'not-sent' }]);
    expect(await statusOf(order)).toBe('Active');
  });

  it('is not checked by a gateway that has stopped', async () => {
    edge = lost;
    const response = await cancel(nextOrder());
    const { resolver } = gateway.operations;
    let isStopped = false;
    let late = 0;
    edge = async (request) => {
      if (isStopped) late += 1;
      return await real(request);
    };
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    // No turn is under way then that looked for what was due before it was.
    await resolver.sweep();
    const claimed = new Promise<void>((resolve) => {
      database.runAfter('update desk.journal set claimed_by = $1 where id in', async () => {
        resolve();
        await held;
      });
    });
    now += 2_000;
    resolver.nudge();
    await claimed;
    const stopping = resolver.stop().then(() => {
      isStopped = true;
    });
    await Promise.race([stopping, new Promise((resolve) => setImmediate(resolve))]);
    letGo();
    await stopping;
    await expect.poll(async () => (await entryOf(response)).outcome).toBe('done');
    expect(late).toBe(0);
    resolver.start();
  });

  it.each([
    [403, 'Forbidden'],
    [404, 'No such route'],
    [400, 'Bad gateway header'],
    [410, 'Gone'],
  ])('is not called refused because its check met HTTP %i from another server', async (status, message) => {
    const order = nextOrder();
    edge = arrivesAndIsLost;
    const response = await cancel(order);
    edge = async () => answer(status, { status: 'error', message });
    await pass(2);
    expect(await statusOf(order)).toBe('Terminated');
    expect(await entryOf(response)).toMatchObject({ outcome: 'unknown' });
  });

  it.each([
    ['that it had been cancelled', real],
    ['that the service can’t be reached', async () => Promise.reject(new UpstreamFault('unreachable'))],
  ] as [string, Upstream][])(
    'is left to its check if that sent it, though a late answer says %s',
    async (_, late) => {
      const order = nextOrder();
      let letGo = () => {};
      const held = new Promise<void>((resolve) => {
        letGo = resolve;
      });
      const other = await startTestGateway({
        clock: () => now,
        beside: gateway,
        async upstream(request) {
          if (request.method !== 'POST') return await real(request);
          await held;
          return await late(request);
        },
      });
      onTestFinished(async () => {
        letGo();
        await other.close();
      });
      // The check is this gateway's: the other one would hold it as it holds the cancellation.
      await other.operations.resolver.stop();
      const person = other.browser();
      for (const [name, value] of browser.cookies) person.cookies.set(name, value);
      const { pool } = gateway.service.database;
      const response = cancel(order, person);
      const outcome = async () => {
        const text = `select outcome from desk.journal where target->>'orderId' = $1`;
        return (await pool.query(text, [order.id])).rows[0]?.outcome;
      };
      await expect.poll(outcome).toBe('pending');
      edge = arrivesAndIsLost;
      // The gateway that sends it has been cut off from the database, however often it reports, and this one checks.
      const cutOff = `update desk.gateway g set alive_at = now() - interval '1 minute'
        from desk.journal j where j.claimed_by = g.id and j.target->>'orderId' = $1`;
      await expect
        .poll(async () => {
          await pool.query(cutOff, [order.id]);
          await pass(0);
          return await outcome();
        })
        .toBe('unknown');
      await pass(2);
      expect([await statusOf(order), await outcome()]).toEqual(['Terminated', 'unknown']);
      letGo();
      expect((await response).status).toBe(202);
      edge = real;
      await pass(4);
      expect(await entryOf(await response)).toMatchObject({ outcome: 'done', by: 'this-or-earlier' });
    },
  );

  it('whose refusal a check found is answered with its reason when it is requested again', async () => {
    const order = nextOrder();
    const key = randomUUID();
    edge = lost;
    const response = await cancel(order, browser, key);
    edge = real;
    const text = `update service.member_order set status = 'Fulfilled' where id = $1`;
    await gateway.service.database.pool.query(text, [order.id]);
    await pass(2);
    expect(await entryOf(response)).toMatchObject({ outcome: 'refused' });
    const again = await cancel(order, browser, key);
    expect(again.status).toBe(400);
    expect(await again.json()).toMatchObject({ status: 'error', code: 'ORDER_FULFILLED_ERROR' });
  });
});
