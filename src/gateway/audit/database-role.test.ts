import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import pg, { type Pool } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { verifyJournal } from '#service/commands/verify-journal.ts';
import { runOn } from '#tests/support/command.ts';
import { onPostgres } from '#tests/support/database.ts';
import { startTestGateway, type TestBrowser, type TestGateway, withKey } from '#tests/support/gateway.ts';
import { orderOf } from '#tests/support/orders.ts';
import { startTestService, type TestService } from '#tests/support/service.ts';
import { migrateStore } from '../store.ts';
import { createAuditLog } from './audit-log.ts';

/** The statements that docs/audit-log.md gives for a database role that can't change the log. */
const [, STATEMENTS = ''] =
  /## Keep the gateway.*?```sql\n([^`]+)```/s.exec(readFileSync('docs/audit-log.md', 'utf8')) ?? [];

/** Roles belong to a whole server, where other tests run. */
const role = `pledge_gateway_${randomBytes(4).toString('hex')}`;

let service: TestService;
let gateway: TestGateway;
let browser: TestBrowser;
/** The database as that role. */
let pool: Pool;

beforeAll(async () => {
  service = await startTestService();
  const owner = service.database.pool;
  await migrateStore(owner);
  await owner.query(STATEMENTS.replaceAll('pledge_gateway', role));
  if (onPostgres) pool = new pg.Pool({ ...owner.options, options: `-c role=${role}` });
  else {
    // Every connection of PGlite is one session.
    pool = owner;
    await pool.query(`set role ${role}`);
  }
  gateway = await startTestGateway({ beside: { service } as TestGateway, pool: () => pool });
  browser = gateway.browser();
  await browser.signIn();
});
afterAll(async () => {
  await gateway.close();
  if (onPostgres) {
    await pool.end();
    await service.database.pool.query(`drop owned by ${role}`);
    await service.database.pool.query(`drop role ${role}`);
  } else await pool.query('reset role');
  await service.close();
});

it('the gateway works under the database role of the guide and records what is done', async () => {
  await migrateStore(pool);
  const order = await orderOf(service.database.pool, {});
  const path = `/v1/api/members/${order.memberId}/orders/${order.id}/cancel`;
  expect((await browser.fetch(path, { method: 'POST', headers: withKey() })).status).toBe(200);
  const { rows } = await pool.query('select owner, number from desk.audit_head');
  expect(rows).toMatchObject([{ number: '3' }]);
  const [line] = await runOn({ ...service.database, pool }, verifyJournal, []);
  expect(line).toContain('all 3 entries match');
});

it.each([
  `update desk.audit set result = 'done'`,
  'delete from desk.audit',
  'truncate desk.audit',
  'drop table desk.audit',
  'alter table desk.audit add other text',
  'delete from desk.audit_head',
  'drop schema desk cascade',
])('that role may not %s', async (statement) => {
  await expect(pool.query(statement)).rejects.toThrow(/permission denied|must be owner/);
});

it('and it may append', async () => {
  const log = createAuditLog({ pool, clock: Date.now });
  await log.append([{ owner: 'acme', action: 'sign-in', who: null }]);
  expect(await log.last('acme')).toMatchObject({ number: 1 });
});
