import { randomUUID } from 'node:crypto';
import { afterEach, expect, it, vi } from 'vitest';
import { browserAs, setRules } from '#tests/support/approvals.ts';
import { onPostgres } from '#tests/support/database.ts';
import { type FragilePool, makeFragile } from '#tests/support/fragile-pool.ts';
import { describeDemo, startTestGateway, type TestGateway } from '#tests/support/gateway.ts';
import { runsOf } from '#tests/support/runs.ts';

let gateway: TestGateway | undefined;
afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  await gateway?.close();
});

const ready = async () => (await gateway?.browser().fetch('/readyz'))?.status;

it('what the gateway has itself is answered with 503 while the database is away', async () => {
  let fragile: FragilePool | undefined;
  gateway = await startTestGateway({
    pool: (own) => {
      fragile = makeFragile(own);
      return fragile.pool;
    },
  });
  const browser = gateway.browser();
  await browser.signIn();
  const away = fragile as unknown as FragilePool;
  away.isAway = true;
  const answer = await browser.fetch('/desk/views');
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
  expect((await answer.json()).message).toBe('The database does not answer. Try again in a moment.');
  const change = { method: 'PUT', body: '{}', headers: { 'content-type': 'application/json' } };
  expect((await browser.fetch('/desk/settings', change)).status).toBe(500);
  away.isAway = false;
  expect((await browser.fetch('/desk/views')).status).toBe(200);
});

// The embedded database has the clock of this process.
it.runIf(onPostgres)(
  'a load balancer leaves out a gateway whose clock is wrong until it is right again',
  async () => {
    const wallClock = Date.now;
    const passed = performance.now.bind(performance);
    const clock = vi.spyOn(Date, 'now');
    gateway = await startTestGateway();
    expect(await ready()).toBe(200);
    clock.mockImplementation(() => wallClock() + 60_000);
    vi.spyOn(performance, 'now').mockImplementation(() => passed() + 10_000);
    expect(await ready()).toBe(503);
    await expect
      .poll(() => gateway?.logged.join(), { timeout: 5_000 })
      .toContain('The clock of this machine');
    expect(await ready()).toBe(503);
    clock.mockImplementation(wallClock);
    await expect.poll(ready, { timeout: 5_000 }).toBe(200);
  },
);

it.runIf(onPostgres)('no request expires by a clock that is wrong', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const wallClock = Date.now;
  const passed = performance.now.bind(performance);
  const clock = vi.spyOn(Date, 'now');
  gateway = await startTestGateway({ describeService: describeDemo });
  await setRules(await browserAs(gateway, 'administrator'), { runLines: { on: true, above: 0 } });
  const id = randomUUID();
  const runs = runsOf(await browserAs(gateway, 'operations'));
  await runs.create(id, [{ memberId: 'member', orderId: 'order' }]);
  clock.mockImplementation(() => wallClock() + 25 * 3_600_000);
  vi.spyOn(performance, 'now').mockImplementation(() => passed() + 10_000);
  expect(await ready()).toBe(503);
  vi.advanceTimersByTime(5_000);
  await gateway.operations.stop();
  const { rows } = await gateway.service.database.pool.query(
    'select state from desk.approval where run = $1',
    [id],
  );
  expect(rows).toEqual([{ state: 'waiting' }]);
});
