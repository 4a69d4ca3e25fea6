import { afterAll, expect, it, vi } from 'vitest';
import { onPostgres } from '#tests/support/database.ts';
import { startTestGateway, type TestGateway } from '#tests/support/gateway.ts';

let gateway: TestGateway | undefined;
afterAll(async () => {
  vi.restoreAllMocks();
  await gateway?.close();
});

const ready = async () => (await gateway?.browser().fetch('/readyz'))?.status;

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
