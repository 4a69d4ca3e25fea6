import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newestApproval, sendJson, setRules } from '#tests/support/approvals.ts';
import { onPostgres } from '#tests/support/database.ts';
import { type FragilePool, makeFragile } from '#tests/support/fragile-pool.ts';
import {
  describeDemo,
  startTestGateway,
  type TestBrowser,
  type TestGateway,
} from '#tests/support/gateway.ts';

let gateway: TestGateway;
let beside: TestGateway;
let database: FragilePool;

beforeAll(async () => {
  gateway = await startTestGateway({
    describeService: describeDemo,
    pool(own) {
      database = makeFragile(own);
      return database.pool;
    },
  });
  beside = await startTestGateway({ beside: gateway, describeService: describeDemo });
});
afterAll(async () => {
  await beside.close();
  await gateway.close();
});

async function administrator(at: TestGateway, name: string): Promise<TestBrowser> {
  const browser = at.browser();
  await browser.signIn(undefined, { name });
  return browser;
}

/** Resolves once something waits for a lock of the database. */
async function someoneWaits(pool: Pool): Promise<void> {
  const waits =
    "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
  await expect.poll(async () => (await pool.query(waits)).rowCount).toBeGreaterThan(0);
}

it.runIf(onPostgres)(
  'a change that is requested while another one is approved replaces none unseen',
  async () => {
    const [ada, ben] = [await administrator(gateway, 'Ada Obi'), await administrator(beside, 'Ben Eze')];
    await setRules(ada, { changedRules: { on: true } });
    const stricter = { changedRules: { on: true }, runLines: { on: true, above: 10 } };
    expect((await setRules(ada, stricter)).status).toBe(202);
    const { id } = await newestApproval(ben);
    const { version } = (await sendJson(ada, 'GET', '/desk/rules')).data;
    const mine = { changedRules: { on: true }, lateBorrower: { on: true } };
    let approved: Promise<{ status: number }> | undefined;
    database.runAfter('select * from desk.rules', async () => {
      approved = sendJson(ben, 'POST', `/desk/approvals/${id}/approve`, { reason: 'Agreed' });
      await Promise.race([approved, someoneWaits(gateway.service.database.pool)]);
    });
    const late = await setRules(ada, { ...mine, version } as object);
    expect((await approved)?.status).toBe(200);
    expect(late.status).toBe(409);
    expect((await sendJson(ada, 'GET', '/desk/rules')).data).toMatchObject({
      rules: stricter,
      approval: null,
    });
  },
);
