import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { embeddedUpstream, UpstreamFault } from '#gateway/proxy/upstream.ts';
import { type FragilePool, makeFragile } from '#tests/support/fragile-pool.ts';
import { startTestGateway, type TestBrowser, type TestGateway, withKey } from '#tests/support/gateway.ts';
import { signInAt } from '#tests/support/provider-sign-in.ts';
import { addOrders, cancellationsOf, isCancellation, runsOf } from '#tests/support/runs.ts';
import { CRESTLINE } from '#tests/support/service.ts';
import { oidcSettings, type ShapedProvider, startShapedProvider } from '#tests/support/shaped-provider.ts';

/** A second access token of the same organisation. */
const RENEWED = 'crestline_renewed';

let provider: ShapedProvider;
let gateway: TestGateway;
let database: FragilePool;
let browser: TestBrowser;
let ahead = 0;
/** Access tokens that the service refuses. */
let refused: string[] = [];
/** What happens once so many cancellations were carried out, and how many there were. */
let after: { count: number; happens(): Promise<void> } | null = null;
let done = 0;
/** What the service waits for before it refuses an access token. */
let held: Promise<void> | null = null;
/** Whether the next answer is lost. */
let isLost = false;

beforeAll(async () => {
  provider = await startShapedProvider();
  provider.claims = { roles: ['operations'] };
  gateway = await startTestGateway({
    oidcSettings: oidcSettings(provider.issuer),
    signInsPerMinute: 0,
    clock: () => Date.now() + ahead,
    pool(own) {
      database = makeFragile(own);
      return database.pool;
    },
    async upstream(request) {
      const token = request.headers.authorization?.replace('Bearer ', '') ?? '';
      if (refused.includes(token)) {
        await held;
        const body = new TextEncoder().encode('{"status":"error","message":"No."}');
        return { status: 401, contentType: 'application/json', retryAfter: null, body };
      }
      const headers = { ...request.headers, authorization: `Bearer ${CRESTLINE}` };
      const reply = await embeddedUpstream(gateway.service.fetch)({ ...request, headers });
      if (!isCancellation(request)) return reply;
      done += 1;
      if (done === after?.count) await after.happens();
      if (!isLost) return reply;
      isLost = false;
      throw new UpstreamFault('broken');
    },
  });
});
beforeEach(async () => {
  await gateway.organisations.keep('Crestline', CRESTLINE);
  browser = (await signInAt(gateway)).browser;
  done = 0;
});
afterEach(() => {
  refused = [];
  held = null;
  after = null;
});
afterAll(async () => {
  await gateway.close();
  await provider.close();
});

const pool = () => gateway.service.database.pool;

async function started(prefix: string) {
  const orders = await addOrders(pool(), 200, prefix);
  const id = randomUUID();
  await runsOf(browser).create(id, orders);
  await runsOf(browser).act(id, 'now');
  return { id, orders };
}

/** How a run is in the database: no one who is signed in asks about it. */
async function runIn(id: string) {
  const { rows } = await pool().query(
    `select state, paused_by, finished_at is not null as "isFinished", hold_message as message from desk.run where id = $1`,
    [id],
  );
  return rows[0];
}

async function untilFinished({ id, orders }: Awaited<ReturnType<typeof started>>): Promise<void> {
  await expect
    .poll(
      async () => {
        ahead += 1_000;
        gateway.operations.runWorker.wake();
        return await runIn(id);
      },
      { timeout: 30_000 },
    )
    .toMatchObject({ state: 'done', paused_by: null, isFinished: true });
  const times = await cancellationsOf(pool(), orders);
  expect([...times.values()]).toEqual(orders.map(() => 1));
  const { rows } = await pool().query(
    `select from desk.audit where target->>'run' = $1 and action in ('run-paused', 'run-resumed') and number >
     (select max(number) from desk.audit where target->>'run' = $1 and action = 'run-resumed')`,
    [id],
  );
  expect(rows).toEqual([]);
}

it('a run goes on by itself if the access token of its organisation is replaced under way', async () => {
  after = {
    count: 30,
    async happens() {
      await gateway.organisations.keep('Crestline', RENEWED);
      refused = [CRESTLINE];
    },
  };
  await untilFinished(await started('aa'));
});

it('a run waits while the service refuses the access token, and goes on once there is another one', async () => {
  after = {
    count: 30,
    async happens() {
      refused = [CRESTLINE];
    },
  };
  const run = await started('bb');
  await expect
    .poll(async () => await runIn(run.id), { timeout: 30_000 })
    .toMatchObject({
      state: 'running',
      isFinished: false,
      message: expect.stringMatching(/refuses the access token of your organisation/),
    });
  await gateway.organisations.keep('Crestline', RENEWED);
  await untilFinished(run);
});

it('an unknown outcome is checked with the access token that took the place of a refused one', async () => {
  const [order] = await addOrders(pool(), 1, 'cc');
  isLost = true;
  await browser.fetch(`/v1/api/members/${order?.memberId}/orders/${order?.orderId}/cancel`, {
    method: 'POST',
    headers: withKey(),
  });
  const entry = async () => {
    const { rows } = await pool().query(
      `select outcome, blocked, checks from desk.journal where target->>'orderId' = $1`,
      [order?.orderId],
    );
    return rows[0];
  };
  const lookAgain = async () => {
    ahead += 60_000;
    await gateway.operations.resolver.sweep();
    return await entry();
  };
  refused = [CRESTLINE];
  await expect.poll(lookAgain, { timeout: 30_000 }).toMatchObject({
    outcome: 'unknown',
    blocked: false,
    checks: expect.arrayContaining([
      expect.objectContaining({
        saw: expect.stringMatching(/refuses the access token of your organisation/),
      }),
    ]),
  });
  await gateway.organisations.keep('Crestline', RENEWED);
  await expect.poll(lookAgain, { timeout: 30_000 }).toMatchObject({ outcome: 'done', blocked: false });
});

it('a write that a browser sends twice is answered alike both times if the access token is refused', async () => {
  const [order] = await addOrders(pool(), 1, 'dd');
  const headers = withKey();
  const cancel = async () => {
    const address = `/v1/api/members/${order?.memberId}/orders/${order?.orderId}/cancel`;
    const response = await browser.fetch(address, { method: 'POST', headers });
    return { status: response.status, code: (await response.json()).code };
  };
  let letGo = () => {};
  held = new Promise((resolve) => {
    letGo = resolve;
  });
  refused = [CRESTLINE];
  const answers = [cancel(), cancel()];
  await expect
    .poll(async () => {
      const { rows } = await pool().query(`select outcome from desk.journal where target->>'orderId' = $1`, [
        order?.orderId,
      ]);
      return rows;
    })
    .toEqual([{ outcome: 'pending' }]);
  letGo();
  const refusal = { status: 503, code: 'ORGANISATION_TOKEN' };
  expect(await Promise.all(answers)).toEqual([refusal, refusal]);
});

it('a new access token is on record, although that could not be recorded at first', async () => {
  const recorded = async () => {
    const { rows } = await pool().query(`select from desk.audit where action = 'organisation-token'`);
    return rows.length;
  };
  const before = await recorded();
  await gateway.organisations.keep('Crestline', `${RENEWED}_again`);
  database.failAt('insert into desk.audit (');
  expect((await browser.fetch('/journal')).status).toBe(503);
  expect(await recorded()).toBe(before);
  expect((await browser.fetch('/journal')).status).toBe(200);
  expect((await browser.fetch('/journal')).status).toBe(200);
  expect(await recorded()).toBe(before + 1);
});
