import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { KEY_HEADER } from '#contract/operations.ts';
import type { OpenPool } from '#server/db/open.ts';
import { CommitUnknown, inTransaction } from '#server/db/transaction.ts';
import { loadDemo } from '#service/db/demo/load.ts';
import { openPostgres } from '#service/db/open.ts';
import { type DatabaseRelay, startDatabaseRelay } from '#tests/support/database-relay.ts';
import { startTestGateway, type TestGateway } from '#tests/support/gateway.ts';
import { lendingOf, loanBody } from '#tests/support/lending.ts';
import { orderOf, stateOf } from '#tests/support/orders.ts';
import { hasPostgres, type KillablePostgres, startKillablePostgres } from '#tests/support/postgres.mjs';
import { startTestService, type TestService } from '#tests/support/service.ts';

let postgres: KillablePostgres;
let relay: DatabaseRelay;
let database: OpenPool;
/** Past the relay. */
let direct: pg.Pool;

beforeAll(async () => {
  if (!hasPostgres()) return;
  postgres = (await startKillablePostgres()) as KillablePostgres;
  relay = await startDatabaseRelay(postgres.url);
  database = await openPostgres(relay.url, 4);
  direct = new pg.Pool({ connectionString: postgres.url, max: 4 });
  direct.on('error', () => undefined);
  await loadDemo(direct, { now: Date.now(), timeZone: 'Africa/Lagos' });
  await direct.query('create table written (what text, price numeric)');
});
afterAll(async () => {
  if (!hasPostgres()) return;
  await database.close();
  await direct.end();
  await relay.close();
  await postgres.stop();
});

const skipped = !hasPostgres();
const write = async (client: Pick<pg.PoolClient, 'query'>) =>
  void (await client.query(`insert into written values ('once', 1)`));
const written = async () => (await direct.query('select what from written')).rows.length;

describe.skipIf(skipped)('a transaction', () => {
  beforeEach(async () => void (await direct.query('delete from written')));

  /** Runs a transaction whose first attempt meets what `trouble` does. Returns how often it ran. */
  async function meet(trouble: (client: pg.PoolClient) => Promise<unknown>): Promise<number> {
    let runs = 0;
    await inTransaction(database.pool, async (client) => {
      runs += 1;
      await write(client);
      if (runs === 1) await trouble(client);
    });
    return runs;
  }

  it('runs again, once in all, if the database ends its connection', async () => {
    const runs = await meet(async (client) => {
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
      await direct.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
      await client.query('select pg_sleep(10)');
    });
    expect([runs, await written()]).toEqual([2, 1]);
  });

  it('runs again on another connection if its own has become read-only', async () => {
    const pids = new Set<number>();
    let runs = 0;
    await inTransaction(database.pool, async (client) => {
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
      pids.add(rows[0]?.pid ?? 0);
      runs += 1;
      if (runs === 1) await client.query('set transaction read only');
      await write(client);
    });
    expect([runs, pids.size, await written()]).toEqual([2, 2, 1]);
  });

  it('runs again if another one was in its way', async () => {
    let runs = 0;
    await inTransaction(database.pool, async (client) => {
      await client.query('set transaction isolation level serializable');
      const { rows } = await client.query<{ count: string }>('select count(*) from written');
      runs += 1;
      if (runs === 1) {
        await inTransaction(direct, async (other) => {
          await other.query('set transaction isolation level serializable');
          await other.query('select count(*) from written');
          await write(other);
        });
      }
      await client.query('insert into written values ($1, 1)', [`after ${rows[0]?.count}`]);
    });
    const { rows } = await direct.query('select what from written order by what');
    expect([runs, rows.map(({ what }) => what)]).toEqual([2, ['after 1', 'once']]);
  });

  it('is not tried again for a fault of its own', async () => {
    let runs = 0;
    const faulty = inTransaction(database.pool, async (client) => {
      runs += 1;
      await client.query('select 1 / 0');
    });
    await expect(faulty).rejects.toMatchObject({ code: '22012' });
    expect(runs).toBe(1);
  });

  it.each([
    ['commit', 0],
    ['answer', 1],
  ] as const)('whose %s is lost is unknown, and not run again', async (part, rows) => {
    relay.loseCommits(part, 'insert into written');
    await expect(inTransaction(database.pool, write)).rejects.toBeInstanceOf(CommitUnknown);
    expect(await written()).toBe(rows);
  });
});

describe.skipIf(skipped)('a write of the service whose commit breaks off', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService({ database });
  });

  it.each(['commit', 'answer'] as const)('is carried out once under its key (%s lost)', async (part) => {
    const key = randomUUID();
    const order = await orderOf(direct, {});
    relay.loseCommits(part, order.id);
    const cancelled = await service.call('cancelOrder', {
      params: { id: order.memberId, orderId: order.id },
      key,
    });
    expect(cancelled.status).toBe(200);
    const { status, escrow, events } = await stateOf(direct, order.id);
    expect([status, escrow.length, events.length]).toEqual(['Terminated', 2, 1]);

    const body = { ...loanBody(await lendingOf({ database: { pool: direct } }, 'Crestline', 'NGN')) };
    const loan = { ...body, reason: `lost ${part}` };
    relay.loseCommits(part, loan.reason);
    const created = await service.call('createLoan', { body: loan, key: randomUUID() });
    expect(created.status).toBe(201);
    const { rows } = await direct.query('select id from service.loan where reason = $1', [loan.reason]);
    expect(rows).toEqual([{ id: created.body.data.id }]);
  });

  it('is unknown without a key, and says so', async () => {
    const order = await orderOf(direct, {});
    relay.loseCommits('answer', order.id);
    const answer = await service.call('cancelOrder', { params: { id: order.memberId, orderId: order.id } });
    expect(answer.status).toBe(503);
    expect(answer.body.message).toContain('may have been carried out');
    expect((await stateOf(direct, order.id)).status).toBe('Terminated');
  });

  it('is not begun while the database is read-only, and the service is not ready', async () => {
    const name = new URL(postgres.url).pathname.slice(1);
    await direct.query(`alter database ${name} set default_transaction_read_only = on`);
    await direct.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'pledge-service'`,
    );
    expect((await service.send('/readyz')).status).toBe(503);
    const order = await orderOf(direct, {});
    const waiting = service.call('cancelOrder', { params: { id: order.memberId, orderId: order.id } });
    await inTransaction(direct, async (client) => {
      await client.query('set transaction read write');
      await client.query(`alter database ${name} reset default_transaction_read_only`);
    });
    // The switch is over within the five seconds that the service tries.
    expect((await waiting).status).toBe(200);
    expect((await service.send('/readyz')).status).toBe(200);
  });
});

describe.skipIf(skipped)('a write of the gateway whose record breaks off', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    const service = await startTestService({ database });
    gateway = await startTestGateway({ beside: { service } });
  });
  afterAll(async () => await gateway?.close());

  it.each(['commit', 'answer'] as const)('is recorded, sent and settled once (%s lost)', async (part) => {
    const browser = gateway.browser();
    await browser.signIn();
    const order = await orderOf(direct, {});
    relay.loseCommits(part, 'insert into desk.journal');
    const answer = await browser.fetch(`/v1/api/members/${order.memberId}/orders/${order.id}/cancel`, {
      method: 'POST',
      headers: { [KEY_HEADER]: randomUUID() },
    });
    expect(answer.status).toBe(200);
    const { rows } = await direct.query(
      `select outcome, by, (select count(*)::int from desk.audit a where a.target->>'entry' = j.id) as audited
       from desk.journal j where target->>'orderId' = $1`,
      [order.id],
    );
    expect(rows).toEqual([{ outcome: 'done', by: 'this-request', audited: 2 }]);
  });
});
