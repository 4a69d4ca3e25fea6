import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { KEY_HEADER } from '#contract/operations.ts';
import { onPostgres } from '#tests/support/database.ts';
import { type FragilePool, makeFragile } from '#tests/support/fragile-pool.ts';
import { startTestGateway, type TestBrowser, type TestGateway } from '#tests/support/gateway.ts';
import { lendingOf, loanBody } from '#tests/support/lending.ts';
import { embeddedUpstream, type Upstream, UpstreamFault } from '../proxy/upstream.ts';

/** A service that knows no idempotency keys: what is sent twice is done twice. */
const real: Upstream = async (request) => {
  const { [KEY_HEADER]: _, ...headers } = request.headers;
  return await embeddedUpstream(gateway.service.fetch)({ ...request, headers });
};

let database: FragilePool;
let gateway: TestGateway;
let browser: TestBrowser;
let edge: Upstream = real;
let ahead = 0;

beforeAll(async () => {
  gateway = await startTestGateway({
    clock: () => Date.now() + ahead,
    pool: (own) => {
      database = makeFragile(own);
      return database.pool;
    },
    upstream: async (request) => await edge(request),
  });
  browser = gateway.browser();
  await browser.signIn();
});
beforeEach(() => {
  edge = real;
  database.mend();
});
afterAll(() => gateway.close());

function signal() {
  let give = () => {};
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give: () => give() };
}

// PGlite has one connection, which the first attempt holds while the second one is made.
it.runIf(onPostgres)(
  'an attempt that is recorded late doesn’t end the next one, which would be made once more',
  async () => {
    const SETTLE = 'set outcome = $2, by = $3, settled_at = $4';
    const loan = loanBody(await lendingOf(gateway.service, 'Crestline', 'NGN'));
    const key = randomUUID();
    const lend = async () =>
      await browser.fetch('/v1/api/credit/loan', {
        method: 'POST',
        headers: { 'content-type': 'application/json', [KEY_HEADER]: key },
        body: JSON.stringify(loan),
      });
    let sent = 0;
    let second: Promise<Response> | undefined;
    const [arrived, settledAgain] = [signal(), signal()];
    edge = async (request) => {
      if (request.target !== '/v1/api/credit/loan') return await real(request);
      sent += 1;
      if (sent === 1) throw new UpstreamFault('unreachable');
      arrived.give();
      await settledAgain.given;
      // The first attempt has ended; what this gateway claims without being at work on it would now end, too.
      ahead += 120_000;
      await gateway.operations.resolver.sweep();
      return await real(request);
    };
    database.loseCommitAfter(SETTLE, async () => {
      second = lend();
      await arrived.given;
      database.runAfter('from desk.journal where owner = $1 and id = $2', async () => settledAgain.give());
    });
    await lend();
    expect((await second)?.status).toBe(201);
    expect((await lend()).status).toBe(201);
    expect(sent).toBe(2);
    const { data } = await (await browser.fetch(`/journal?key=${key}`)).json();
    expect(data.entries).toMatchObject([{ outcome: 'done' }]);
  },
);
