import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Run } from '#contract/runs.ts';
import { browserAs, newestApproval, sendJson, setRules } from '#tests/support/approvals.ts';
import { describeDemo, startTestGateway, type TestGateway } from '#tests/support/gateway.ts';
import { addOrders, isCancellation, runsOf } from '#tests/support/runs.ts';
import { embeddedUpstream, type Upstream, UpstreamFault } from '../proxy/upstream.ts';

// What a gateway planned whose clock was wrong: another one goes by it, or the same once its clock is right.

/** More than anything is put off, and less than a session may be idle. */
const WRONG_BY_MS = 20 * 60_000;
const SOON_MS = 10_000;
/** What two clocks of this machine, and a slow answer, may make of it. */
const CLOSE_MS = 1_000;

let gateway: TestGateway;
let runs: ReturnType<typeof runsOf>;
let ahead = 0;
/** What happens to the next cancellation. */
let fault: ((ask: () => ReturnType<Upstream>) => ReturnType<Upstream>) | null = null;

beforeAll(async () => {
  gateway = await startTestGateway({
    describeService: describeDemo,
    clock: () => Date.now() + ahead,
    async upstream(request) {
      const ask = async () => await embeddedUpstream(gateway.service.fetch)(request);
      const wrong = isCancellation(request) ? fault : null;
      if (wrong) fault = null;
      return await (wrong ? wrong(ask) : ask());
    },
  });
  runs = runsOf(await browserAs(gateway, 'operations'));
});
beforeEach(() => {
  ahead = 0;
});
afterAll(() => gateway.close());

async function started(prefix: string): Promise<string> {
  const id = randomUUID();
  await runs.create(id, await addOrders(gateway.service.database.pool, 1, prefix));
  await runs.act(id, 'now');
  return id;
}

/** Waits for a run that is to go on. */
async function untilDone(id: string) {
  return await runs.until(id, ({ state }) => state === 'done', SOON_MS);
}

it('a run that was held up while the clock was wrong goes on as soon as it is right again', async () => {
  const body = Buffer.from(JSON.stringify({ status: 'error', message: 'Not now.' }));
  fault = async () => {
    ahead = WRONG_BY_MS;
    return { status: 503, contentType: 'application/json', retryAfter: '1', body };
  };
  const id = await started('c1');
  await runs.until(id, ({ holdUp }) => holdUp !== null, SOON_MS);
  let during: Run | undefined;
  fault = async (ask) => {
    during = await runs.read(id);
    return await ask();
  };
  ahead = 0;
  expect(await untilDone(id)).toMatchObject({ counts: { done: 1 } });
  expect(during).toMatchObject({ state: 'running', holdUp: null });
});

it('a run can be stopped for ten seconds although another gateway’s clock is ahead', async () => {
  const id = randomUUID();
  await runs.create(id, await addOrders(gateway.service.database.pool, 1, 'c4'));
  ahead = SOON_MS;
  // The gateway has looked for what to start by then.
  await untilDone(await started('c5'));
  expect(await runs.act(id, 'stop')).toMatchObject({ state: 'stopped', counts: { notSent: 1 } });
});

it.each([WRONG_BY_MS, -SOON_MS])(
  'a run starts after ten seconds although the clock of the gateway that created it was off by %i ms',
  async (by) => {
    const id = randomUUID();
    const orders = await addOrders(gateway.service.database.pool, 1, `c6${Math.abs(by)}`);
    ahead = by;
    const asked = Date.now();
    await runs.create(id, orders);
    const answered = Date.now();
    // What the page counts down, by the clock of the gateway that it asks.
    const shown = async () => Date.parse((await runs.read(id)).startsAt) - ahead;
    const ofCreator = await shown();
    ahead = 0;
    for (const at of [ofCreator, await shown()]) {
      expect(at).toBeGreaterThanOrEqual(asked + SOON_MS - CLOSE_MS);
      expect(at).toBeLessThanOrEqual(answered + SOON_MS + CLOSE_MS);
    }
    await runs.act(id, 'stop');
  },
);

it('a line whose answer was lost while the clock was wrong is checked as soon as it is right again', async () => {
  fault = async (ask) => {
    ahead = WRONG_BY_MS;
    await ask();
    throw new UpstreamFault('broken');
  };
  const id = await started('c2');
  await runs.until(id, ({ counts }) => counts.unknown === 1, SOON_MS);
  ahead = 0;
  expect(await untilDone(id)).toMatchObject({ counts: { done: 1 } });
});

it('a run that was approved while the clock was wrong starts as soon as it is right again', async () => {
  await setRules(await browserAs(gateway, 'administrator'), { runLines: { on: true, above: 0 } });
  const id = randomUUID();
  await runs.create(id, await addOrders(gateway.service.database.pool, 1, 'c3'));
  const approver = await browserAs(gateway, 'approver');
  const { id: approval } = await newestApproval(approver);
  ahead = WRONG_BY_MS;
  await sendJson(approver, 'POST', `/desk/approvals/${approval}/approve`, { reason: 'Seen' });
  ahead = 0;
  expect(await untilDone(id)).toMatchObject({ counts: { done: 1 } });
});
