import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type FragilePool, makeFragile } from '#tests/support/fragile-pool.ts';
import { startTestGateway, type TestBrowser, type TestGateway } from '#tests/support/gateway.ts';
import { addOrders, isCancellation, runsOf } from '#tests/support/runs.ts';
import { embeddedUpstream, type Upstream, UpstreamFault } from '../proxy/upstream.ts';

let database: FragilePool;
let gateway: TestGateway;
let browser: TestBrowser;
let runs: ReturnType<typeof runsOf>;
let ahead = 0;
/** What happens to each cancellation that the gateway sends; null leaves it as it is. */
let edge: Upstream | null = null;

const real: Upstream = async (request) => await embeddedUpstream(gateway.service.fetch)(request);
const lost: Upstream = async (request) => {
  await real(request);
  throw new UpstreamFault('broken');
};
const refused: Upstream = async () => ({
  status: 401,
  contentType: 'application/json',
  retryAfter: null,
  body: new TextEncoder().encode('{"status":"error","message":"no"}'),
});

beforeAll(async () => {
  gateway = await startTestGateway({
    pool: (own) => {
      database = makeFragile(own);
      return database.pool;
    },
    clock: () => Date.now() + ahead,
    upstream: async (request) => await ((isCancellation(request) && edge) || real)(request),
  });
});
beforeEach(async () => {
  edge = null;
  database.mend();
  browser = gateway.browser();
  await browser.signIn();
  runs = runsOf(browser);
});
afterAll(() => gateway.close());

/** A paused run of one line, whose answer was lost. */
async function unknownLine(prefix: string): Promise<string> {
  edge = lost;
  const id = randomUUID();
  await runs.create(id, await addOrders(gateway.service.database.pool, 1, prefix));
  await runs.act(id, 'now');
  await runs.until(id, ({ counts }) => counts.unknown === 1);
  await runs.act(id, 'pause');
  return id;
}

/** Lets the line of a run be checked. */
function checkNow(): void {
  ahead += 2_000;
  gateway.operations.runWorker.wake();
}

const lineOf = async (run: string) =>
  (
    await gateway.service.database.pool.query(
      'select outcome, check_count from desk.journal where run = $1',
      [run],
    )
  ).rows[0];
const stateOf = async (run: string) =>
  (await gateway.service.database.pool.query('select state from desk.run where id = $1', [run])).rows[0]
    .state;

it('a line is checked again although its run was resumed while a check of it was refused', async () => {
  const id = await unknownLine('e1');
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let isHeld = false;
  edge = async (request) => {
    isHeld = true;
    await held;
    return await refused(request);
  };
  checkNow();
  await expect.poll(() => isHeld, { timeout: 10_000 }).toBe(true);
  await runs.act(id, 'resume');
  edge = null;
  letGo();
  // No one signs in meanwhile, which would have it checked again, too.
  await expect
    .poll(async () => await lineOf(id), { timeout: 10_000 })
    .toEqual({ outcome: 'done', check_count: 2 });
  await expect.poll(async () => await stateOf(id)).toBe('done');
});

it('a line is checked again at the next sign-in although the gateway broke off after a refused check', async () => {
  const id = await unknownLine('e2');
  edge = refused;
  database.failAt('select state, token from desk.run');
  checkNow();
  await expect.poll(async () => (await lineOf(id)).check_count, { timeout: 10_000 }).toBe(1);
  await expect.poll(() => gateway.logged.join()).toContain('the work on a run ended early');
  edge = null;
  await browser.signIn();
  const ended = await runs.until(id, ({ finishedAt }) => finishedAt !== null);
  expect(ended).toMatchObject({ state: 'done', counts: { total: 1, done: 1 } });
});
