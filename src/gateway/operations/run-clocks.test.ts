import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { browserAs, newestApproval, sendJson, setRules } from '#tests/support/approvals.ts';
import { describeDemo, startTestGateway, type TestGateway } from '#tests/support/gateway.ts';
import { addOrders, isCancellation, runsOf } from '#tests/support/runs.ts';
import { embeddedUpstream, type Upstream, UpstreamFault } from '../proxy/upstream.ts';

// What a gateway planned whose clock was wrong: another one goes by it, or the same once its clock is right.

/** More than anything is put off, and less than a session may be idle. */
const WRONG_BY_MS = 20 * 60_000;
const SOON_MS = 10_000;

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
  ahead = 0;
  expect(await untilDone(id)).toMatchObject({ counts: { done: 1 } });
});

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
