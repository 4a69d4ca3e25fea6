import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OperationChange } from '#contract/runs.ts';
import { embeddedUpstream, httpUpstream, type Upstream, UpstreamFault } from '#gateway/proxy/upstream.ts';
import { startTestGateway, type TestBrowser, type TestGateway } from '#tests/support/gateway.ts';
import { addOrders, cancellationsOf, isCancellation, type RunOrder, runsOf } from '#tests/support/runs.ts';
import { startTestService, type TestService } from '#tests/support/service.ts';

type Fault = (ask: () => ReturnType<Upstream>) => ReturnType<Upstream>;

const answer = (status: number, retryAfter: string | null = null): Fault => {
  const body = Buffer.from(JSON.stringify({ status: 'error', message: 'Not now.' }));
  return async () => ({ status, contentType: 'application/json', retryAfter, body });
};
const lostAnswer: Fault = async (ask) => {
  await ask();
  throw new UpstreamFault('broken');
};

let service: TestService;
let gateway: TestGateway;
let browser: TestBrowser;
let runs: ReturnType<typeof runsOf>;
let ahead = 0;
/** What happens to the next cancellations. */
let faults: Fault[] = [];
let sent: { at: number; order: string; inFlight: number }[] = [];
let inFlight = 0;

const clock = () => Date.now() + ahead;

beforeAll(async () => {
  service = await startTestService();
  const ask = embeddedUpstream(service.fetch);
  gateway = await startTestGateway({
    beside: { service } as TestGateway,
    clock,
    async upstream(request) {
      if (!isCancellation(request)) return await ask(request);
      inFlight += 1;
      sent.push({ at: clock(), order: request.target.split('/').at(-2) ?? '', inFlight });
      const fault = faults.shift();
      try {
        // Long enough for other requests to be in flight at the same time.
        await new Promise((resolve) => setTimeout(resolve, 5));
        return await (fault ? fault(() => ask(request)) : ask(request));
      } finally {
        inFlight -= 1;
      }
    },
  });
});
beforeEach(async () => {
  faults = [];
  sent = [];
  browser = gateway.browser();
  await browser.signIn();
  runs = runsOf(browser);
});
afterAll(async () => {
  await gateway.close();
  await service.close();
});

async function started(prefix: string, count: number) {
  const orders = await addOrders(service.database.pool, count, prefix);
  const id = randomUUID();
  await runs.create(id, orders);
  await runs.act(id, 'now');
  return { id, orders };
}

/** Lets time pass until a run has ended. */
async function untilEnded(id: string) {
  return await runs.until(id, ({ finishedAt, holdUp }) => {
    ahead += holdUp ? Math.max(Date.parse(holdUp.until) - clock(), 0) : 250;
    gateway.operations.runWorker.wake();
    return finishedAt !== null;
  });
}

async function expectEachOnce(orders: readonly RunOrder[]) {
  const times = await cancellationsOf(service.database.pool, orders);
  expect([...times.values()]).toEqual(orders.map(() => 1));
}

describe('a run', () => {
  it('checks a line whose answer was lost, by sending it again', async () => {
    faults = [lostAnswer];
    const { id, orders } = await started('d0', 3);
    const { counts } = await untilEnded(id);
    expect(counts).toMatchObject({ total: 3, done: 3 });
    const lost = (await runs.lines(id)).find(({ orderId }) => orderId === sent[0]?.order);
    const { data: entry } = await (await browser.fetch(`/journal/${lost?.entry}`)).json();
    expect(entry.checks).toEqual([
      {
        at: expect.any(String),
        complete: true,
        who: null,
        saw: expect.stringContaining('Repeated the call'),
      },
    ]);
    expect(['this-request', 'this-or-earlier']).toContain(entry.by);
    await expectEachOnce(orders);
  });

  it('claims no cancellation for itself if an earlier request may have been the one', async () => {
    const { id, orders } = await (async () => {
      faults = [
        // The answer is lost before the service has done anything; meanwhile someone else cancels the order.
        async () => {
          const [order] = orders as [RunOrder];
          const params = { id: order.memberId, orderId: order.orderId };
          expect((await service.call('cancelOrder', { params })).status).toBe(200);
          throw new UpstreamFault('timeout');
        },
      ];
      const orders = await addOrders(service.database.pool, 1, 'd1');
      const id = randomUUID();
      await runs.create(id, orders);
      await runs.act(id, 'now');
      return { id, orders };
    })();
    await untilEnded(id);
    const [line] = await runs.lines(id);
    expect(line).toMatchObject({ outcome: 'done', by: 'this-or-earlier', code: 'ORDER_TERMINATED_ERROR' });
    await expectEachOnce(orders);
  });

  it('sends at most eight requests at a time, and fewer while the service fails', async () => {
    faults = Array.from({ length: 22 }, (_, nth) => (nth < 10 ? async (ask) => await ask() : answer(500)));
    const { id, orders } = await started('d2', 120);
    const { counts } = await untilEnded(id);
    expect(counts).toMatchObject({ total: 120, done: 120 });
    expect(Math.max(...sent.map((request) => request.inFlight))).toBe(8);
    // Eight are in flight when it begins to fail; from then on one at a time is tried, after ever longer pauses.
    const failing = sent.slice(10, 22);
    expect(failing.slice(8).every((request) => request.inFlight === 1)).toBe(true);
    await expectEachOnce(orders);
  });

  it('waits as long as the service asks for', async () => {
    faults = [answer(429, '7')];
    const { id, orders } = await started('d3', 20);
    const held = await runs.until(id, ({ holdUp }) => holdUp !== null);
    expect(held.holdUp?.message).toBe('The service answered with HTTP 429: Not now.');
    const until = Date.parse(held.holdUp?.until ?? '');
    expect(until - (sent[0]?.at ?? 0)).toBeGreaterThanOrEqual(7_000);
    await untilEnded(id);
    const last = sent.findIndex(({ at }) => at >= until);
    expect(last).toBeLessThanOrEqual(8);
    expect(sent.slice(0, last).every(({ at }) => at < until - 6_000)).toBe(true);
    await expectEachOnce(orders);
  });

  it('waits at most five minutes if the service asks for a year', async () => {
    faults = [answer(503, String(365 * 24 * 3_600))];
    const { id } = await started('d4', 1);
    const { holdUp } = await runs.until(id, (run) => run.holdUp !== null);
    expect(Date.parse(holdUp?.until ?? '') - clock()).toBeLessThanOrEqual(300_000);
    ahead += 300_000;
    expect((await untilEnded(id)).counts.done).toBe(1);
  });

  it('is paused if the service refuses the access token, and resumes with that of the next person', async () => {
    faults = [answer(500), ...Array.from({ length: 8 }, () => answer(401))];
    const { id, orders } = await started('d5', 30);
    const paused = async () => {
      const { rows } = await service.database.pool.query('select * from desk.run where id = $1', [id]);
      return rows[0];
    };
    await expect.poll(async () => (await paused()).state, { timeout: 20_000 }).toBe('paused');
    expect(await paused()).toMatchObject({ paused_by: null, token: null, finished_at: null });
    faults = [];
    // The session may have ended with its token.
    await browser.signIn();
    // The new token is good for finding out what became of lines; to send more takes a person.
    const checked = await runs.until(id, ({ counts }) => counts.unknown === 0);
    expect(checked).toMatchObject({ state: 'paused', pausedBy: null, counts: { done: 1, waiting: 29 } });
    await runs.act(id, 'resume');
    expect((await untilEnded(id)).counts).toMatchObject({ total: 30, done: 30 });
    await expectEachOnce(orders);
  });

  it('ends although one order can’t be decided, once a person closes it', async () => {
    const { id, orders } = await started('d6', 5);
    const stuck = orders[2]?.orderId;
    const broken = (request: { order: string }) => request.order === stuck;
    faults = new Proxy([], {
      get: (target, name) =>
        name === 'shift'
          ? () => (broken(sent.at(-1) ?? { order: '' }) ? answer(500) : undefined)
          : target[name as never],
    });
    const run = await runs.until(id, ({ counts }) => {
      ahead += 100;
      return counts.done === 4 && counts.unknown === 1;
    });
    expect(run.state).toBe('running');
    const [line] = await runs.lines(id, '&outcome=unknown');
    const closed = await browser.fetch(`/journal/${line?.entry}/close`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ reason: 'The service’s operator could not say.' }),
    });
    expect(closed.status).toBe(200);
    const done = await untilEnded(id);
    expect(done).toMatchObject({ state: 'done', counts: { total: 5, done: 4, unknown: 1, waiting: 0 } });
  });

  it('tells of a cancellation that a check made while a person closed the line', async () => {
    let letGo = () => {};
    const closing = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const neverArrives: Fault = async () => Promise.reject(new UpstreamFault('broken'));
    const late: Fault = async (ask) => {
      const reply = await ask();
      await closing;
      return reply;
    };
    faults = [neverArrives, late];
    const { id, orders } = await started('da', 1);
    await expect
      .poll(() => {
        ahead += 500;
        gateway.operations.runWorker.wake();
        return sent.length;
      })
      .toBe(2);
    const [line] = await runs.lines(id);
    const closed = await browser.fetch(`/journal/${line?.entry}/close`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ reason: 'It takes too long.' }),
    });
    expect(closed.status).toBe(200);
    letGo();
    await expect.poll(async () => (await runs.lines(id))[0]).toMatchObject({ outcome: 'done' });
    expect(await untilEnded(id)).toMatchObject({ state: 'done', counts: { done: 1, unknown: 0 } });
    await expectEachOnce(orders);
  });

  it('lets the lines whose outcome is unknown be checked after it was stopped', async () => {
    faults = Array.from({ length: 8 }, () => lostAnswer);
    const { id, orders } = await started('d7', 20);
    await runs.until(id, ({ counts }) => counts.unknown > 0);
    await runs.act(id, 'stop');
    faults = [];
    const ended = await runs.until(id, ({ finishedAt }) => {
      ahead += 250;
      gateway.operations.runWorker.wake();
      return finishedAt !== null;
    });
    expect(ended.state).toBe('stopped');
    expect(ended.counts.unknown + ended.counts.waiting).toBe(0);
    expect(ended.counts.done + ended.counts.notSent).toBe(20);
    const times = await cancellationsOf(service.database.pool, orders);
    for (const { orderId, outcome } of await runs.lines(id)) {
      expect([outcome, times.get(orderId)]).toEqual([outcome, outcome === 'done' ? 1 : 0]);
    }
  });

  it('is announced to every browser of the organisation, and not for every line', async () => {
    const { owner } = await runOwner(service);
    const heard: OperationChange[] = [];
    const unsubscribe = gateway.operations.changes.subscribe(owner, (change) => heard.push(change));
    const { id } = await started('d8', 60);
    const ofRun = () => heard.filter((change) => change.run === id);
    const began = performance.now();
    await untilEnded(id);
    await expect.poll(() => ofRun().length).toBeGreaterThanOrEqual(3);
    const seconds = (performance.now() - began) / 1_000;
    unsubscribe();
    expect(heard.every(({ entry }) => entry === undefined)).toBe(true);
    // Two by the person, then at most two a second and the last one.
    expect(ofRun().length).toBeLessThanOrEqual(2 + 2 * (seconds + 1) + 1);
  });
});

async function runOwner({ database }: TestService): Promise<{ owner: string }> {
  const { rows } = await database.pool.query<{ owner: string }>('select owner from desk.run limit 1');
  return rows[0] ?? { owner: '' };
}

describe('a run before a service that is away', () => {
  it('waits, sends nothing twice, and goes on by itself when the service is back', async () => {
    const port = await freePort();
    const { ask, close } = httpUpstream(`http://127.0.0.1:${port}`);
    // Time passes only as the test lets it.
    let now = clock();
    const other = await startTestGateway({
      beside: gateway,
      clock: () => now,
      upstream: async (request) => (isCancellation(request) ? await ask(request) : await direct(request)),
    });
    const direct = embeddedUpstream(service.fetch);
    const person = other.browser();
    await person.signIn();
    const runsThere = runsOf(person);
    const orders = await addOrders(service.database.pool, 20, 'e0');
    const id = randomUUID();
    // Only the gateway that doesn't reach the service works on it.
    await gateway.operations.runWorker.stop();
    await runsThere.create(id, orders);
    await runsThere.act(id, 'now');
    const pauses = new Set<number>();
    await runsThere.until(id, ({ holdUp, counts }) => {
      expect(counts).toMatchObject({ waiting: 20, unknown: 0, notSent: 0 });
      if (holdUp) {
        expect(holdUp.message).toBe('The service could not be reached. Nothing was sent to it.');
        pauses.add((Date.parse(holdUp.until) - now) / 1_000);
        now = Date.parse(holdUp.until);
      }
      other.operations.runWorker.wake();
      return pauses.has(30);
    });
    expect([...pauses]).toEqual([1, 2, 4, 8, 16, 30]);
    const server = createAdaptorServer({ fetch: (request) => service.fetch(request) }) as Server;
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    now += 30_000;
    other.operations.runWorker.wake();
    const done = await runsThere.until(id, ({ state }) => state === 'done');
    expect(done.counts).toMatchObject({ total: 20, done: 20 });
    await expectEachOnce(orders);
    expect((await runsThere.lines(id)).every(({ by }) => by === 'this-request')).toBe(true);
    await other.close();
    await close();
    await new Promise((resolve) => server.close(resolve));
    gateway.operations.runWorker.start();
  });
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
