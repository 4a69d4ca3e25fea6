import { afterEach, expect, it, vi } from 'vitest';
import { onPostgres } from '#tests/support/database.ts';
import { startTestGateway, type TestGateway, withKey } from '#tests/support/gateway.ts';
import { lendingOf, loanBody } from '#tests/support/lending.ts';
import { embeddedUpstream, UpstreamFault } from '../proxy/upstream.ts';

let gateway: TestGateway;
afterEach(async () => {
  vi.restoreAllMocks();
  await gateway.close();
});

// The embedded database has the clock of this process.
it.runIf(onPostgres)(
  'a loan doesn’t count as not created because a clock was set forward during a check, which may come too early to find it',
  async () => {
    const wallClock = Date.now;
    const clock = vi.spyOn(Date, 'now');
    let isToBeSet = false;
    let isSet = false;
    gateway = await startTestGateway({
      async upstream(request) {
        if (request.method === 'POST') throw new UpstreamFault('broken');
        if (isToBeSet) {
          clock.mockImplementation(() => wallClock() + 3_600_000);
          isSet = true;
        }
        return await embeddedUpstream(gateway.service.fetch)(request);
      },
    });
    const browser = gateway.browser();
    await browser.signIn();
    await browser.fetch('/v1/api/credit/loan', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...withKey() },
      body: JSON.stringify(loanBody(await lendingOf(gateway.service, 'Crestline', 'NGN'))),
    });
    const entry = async () => {
      const { rows } = await gateway.service.database.pool.query(
        'select outcome, check_count as checks from desk.journal',
      );
      return rows[0];
    };
    await expect.poll(entry, { timeout: 20_000 }).toEqual({ outcome: 'unknown', checks: 2 });
    isToBeSet = true;
    await expect.poll(() => isSet, { timeout: 20_000 }).toBe(true);
    await gateway.operations.resolver.stop();
    expect(await entry()).toMatchObject({ outcome: 'unknown' });
  },
);
