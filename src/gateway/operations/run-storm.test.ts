import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Run } from '#contract/runs.ts';
import {
  embeddedUpstream,
  type Upstream,
  UpstreamFault,
  type UpstreamReply,
} from '#gateway/proxy/upstream.ts';
import { startTestGateway, type TestBrowser, type TestGateway } from '#tests/support/gateway.ts';
import { addOrders, cancellationsOf, isCancellation, type RunOrder, runsOf } from '#tests/support/runs.ts';
import { startTestService, type TestService } from '#tests/support/service.ts';

/** What can happen to a call: before the service has done anything, or after it has carried the call out. */
const FAULTS = [
  ...['none', 'none', 'none', 'refused connection', 'lost before', 'lost after', 'slow'],
  ...['429', '429 for 3 s', '500 before', '500 after', '503 after', '401', 'no JSON after'],
] as const;
type Fault = (typeof FAULTS)[number];

/** What a person does once so many calls have been made. */
const ACTIONS = ['pause', 'resume', 'stop', 'now'] as const;

const YEAR_MS = 365 * 24 * 3_600_000;

const failure = (status: number, retryAfter: string | null = null): UpstreamReply => {
  const body = Buffer.from(JSON.stringify({ status: 'error', message: 'Not now.' }));
  return { status, contentType: 'application/json', retryAfter, body };
};

async function suffer(fault: Fault, ask: () => Promise<UpstreamReply>): Promise<UpstreamReply> {
  if (fault === 'refused connection') throw new UpstreamFault('unreachable');
  if (fault === 'lost before') throw new UpstreamFault('broken');
  if (fault === '429') return failure(429);
  if (fault === '429 for 3 s') return failure(429, '3');
  if (fault === '500 before') return failure(500);
  if (fault === '401') return failure(401);
  const reply = await ask();
  if (fault === 'slow') await new Promise((resolve) => setTimeout(resolve, 30));
  if (fault === 'lost after') throw new UpstreamFault('timeout');
  if (fault === '500 after') return failure(500);
  if (fault === '503 after') return failure(503, '2');
  if (fault === 'no JSON after')
    return { ...reply, contentType: 'text/html', body: Buffer.from('<h1>Oops</h1>') };
  return reply;
}

let service: TestService;
let gateway: TestGateway;
let browser: TestBrowser;
let ahead = 0;
let faults: Fault[] = [];
let calls = 0;
let inFlight = 0;
let mostInFlight = 0;

beforeAll(async () => {
  service = await startTestService();
  const ask = embeddedUpstream(service.fetch);
  const upstream: Upstream = async (request) => {
    if (!isCancellation(request)) return await ask(request);
    calls += 1;
    inFlight += 1;
    mostInFlight = Math.max(mostInFlight, inFlight);
    try {
      return await suffer(faults.shift() ?? 'none', () => ask(request));
    } finally {
      inFlight -= 1;
    }
  };
  const clock = () => Date.now() + ahead;
  gateway = await startTestGateway({
    beside: { service } as TestGateway,
    clock,
    upstream,
    // Sessions outlast a refused access token and the clock's hours here: what ends them is tested elsewhere.
    idleMs: YEAR_MS,
    lifetimeMs: YEAR_MS,
    tokenSource: { ask: async () => 'accepted', freshMs: 0 },
  });
  browser = gateway.browser();
  await browser.signIn();
});
afterAll(async () => {
  await gateway.close();
  await service.close();
});

function expectToAddUp({ counts }: Run): void {
  const { total, ...rest } = counts;
  expect(Object.values(rest).reduce((all, count) => all + count, 0)).toBe(total);
}

describe('a run under any faults and any actions of people', () => {
  it('gives every line one outcome, which the service confirms, and cancels no order twice', async () => {
    let nth = 0;
    const { pool } = service.database;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...FAULTS), { maxLength: 40 }),
        fc.array(fc.tuple(fc.nat({ max: 50 }), fc.constantFrom(...ACTIONS)), { maxLength: 4 }),
        fc.integer({ min: 1, max: 30 }),
        async (given, actions, size) => {
          nth += 1;
          const orders = await addOrders(pool, size, `9${nth.toString(16).padStart(4, '0')}`);
          const [gone, ...rest] = orders as [RunOrder, ...RunOrder[]];
          await service.call('cancelOrder', { params: { id: gone.memberId, orderId: gone.orderId } });
          const lines = [...orders, { memberId: gone.memberId, orderId: `no order ${nth}` }];
          const runs = runsOf(browser);
          const id = randomUUID();
          await runs.create(id, lines);
          await runs.act(id, 'now');
          [faults, calls, mostInFlight] = [[...given], 0, 0];
          const toDo = actions.toSorted(([a], [b]) => a - b);
          let stopped = false;
          const deadline = performance.now() + 40_000;
          for (;;) {
            const run = await runs.read(id);
            expectToAddUp(run);
            if (run.finishedAt !== null) break;
            if (performance.now() > deadline) throw new Error(`It doesn't end: ${JSON.stringify(run)}`);
            ahead += run.holdUp ? 3_000 : 500;
            const [next] = toDo;
            if (next && calls >= next[0]) {
              toDo.shift();
              const response = await browser.fetch(`/runs/${id}/${next[1]}`, { method: 'POST' });
              expect([200, 409]).toContain(response.status);
              stopped ||= response.ok && next[1] === 'stop';
            } else if (run.state === 'paused' && (!next || run.pausedBy === null)) {
              await browser.fetch(`/runs/${id}/resume`, { method: 'POST' });
            } else if (run.state === 'stopped') {
              // If the access token was refused, the next sign-in resumes the checks.
              await browser.signIn();
            } else if (run.state === 'paused') {
              // Nothing is sent before the next action, so that it need not wait for more calls.
              calls = next?.[0] ?? calls;
            }
            gateway.operations.runWorker.wake();
          }
          const ended = await runs.read(id);
          expect(ended.state).toBe(stopped ? 'stopped' : 'done');
          expect(ended.counts).toMatchObject({ total: size + 1, unknown: 0, waiting: 0 });
          if (!stopped) expect(ended.counts.notSent).toBe(0);
          expect(mostInFlight).toBeLessThanOrEqual(8);

          const times = await cancellationsOf(pool, orders);
          const found = await runs.lines(id);
          expect(found.map(({ line }) => line)).toEqual(lines.map((_, index) => index + 1));
          for (const line of found) {
            const told = { line: line.line, outcome: line.outcome, by: line.by };
            if (line.orderId === gone.orderId) {
              expect(times.get(gone.orderId)).toBe(1);
              // It was cancelled before, so Pledge must never report the cancellation as its own.
              expect(line.by).not.toBe('this-request');
            } else if (line.orderId.startsWith('no order')) {
              expect(['refused', 'not-sent']).toContain(line.outcome);
            } else {
              expect({ ...told, times: times.get(line.orderId) }).toEqual({
                ...told,
                times: line.outcome === 'done' ? 1 : 0,
              });
              expect(['done', 'not-sent']).toContain(line.outcome);
            }
          }
          expect(rest.every(({ orderId }) => (times.get(orderId) ?? 0) <= 1)).toBe(true);
        },
      ),
      { numRuns: 25, endOnFailure: true, interruptAfterTimeLimit: 100_000, markInterruptAsFailure: false },
    );
  }, 180_000);
});
