import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bringUpToDate } from '#server/db/migrate.ts';
import type { OpenPool } from '#server/db/open.ts';
import { onPostgres, openTestDatabase } from '#tests/support/database.ts';
import { digestOfDatabase } from '#tests/support/database-digest.ts';
import { fold } from '../tokens/fold.ts';
import { loadDemo } from './demo/load.ts';
import { migrate } from './migrate.ts';
import { sql as firstTables } from './migrations/0001-service.ts';
import { openInMemory } from './open.ts';

let database: OpenPool;
beforeEach(async () => {
  database = await openTestDatabase('empty');
});
afterEach(() => database.close());

async function columns() {
  const { rows } = await database.pool.query<{ at: string; nullable: string }>(
    `select table_name || '.' || column_name as at, is_nullable as nullable
     from information_schema.columns where table_schema = 'service' and table_name <> 'migration'`,
  );
  return Object.fromEntries(rows.map((row) => [row.at, row.nullable === 'YES' ? 'may be null' : 'not null']));
}

describe('bringing a database up to date', () => {
  it('changes nothing the second time', async () => {
    await database.pool.query(`insert into service.organisation values ('o', 'Kept', false, now())`);
    const [before, digest] = [await columns(), await digestOfDatabase(database.pool)];
    await migrate(database.pool);
    expect(await columns()).toEqual(before);
    expect(await digestOfDatabase(database.pool)).toBe(digest);
  });

  it('is done once where two processes start at once', async () => {
    await database.pool.query('drop schema service cascade');
    await Promise.all([migrate(database.pool), migrate(database.pool), migrate(database.pool)]);
    const { rows } = await database.pool.query('select name from service.migration');
    expect(rows.map(({ name }) => name)).toEqual([
      '0001-service',
      '0002-customer-line',
      '0003-token-count',
      '0004-token-revocations',
      '0005-idempotency-key',
      '0006-key-without-reference',
      '0007-plain-customer-line',
      '0008-fold-accents',
      '0009-old-events',
    ]);
    expect((await columns())['loan.id']).toBe('not null');
  });

  it('keeps what a database of the first version holds, and writes what the second adds to it', async () => {
    const { pool } = database;
    await pool.query('drop schema service cascade');
    await pool.query('create schema service');
    await pool.query(firstTables);
    await pool.query(
      'create table service.migration (name text primary key, applied_at timestamptz not null)',
    );
    await pool.query(`insert into service.migration values ('0001-service', now())`);
    await pool.query(`insert into service.organisation values ('o', 'Kept', false, now())`);
    const name = 'Ada \\ "B" \n \u202E';
    await pool.query(
      `insert into service.customer values ('o', 'a"b@x.test', 'A"b@x.test', $1, 3, 2, 1, '2026-01-02T03:04:05+01')`,
      [name],
    );
    await migrate(pool);
    const { rows } = await pool.query('select line from service.customer');
    expect(rows.map(({ line }) => JSON.parse(line))).toEqual([
      {
        _id: { email: 'A"b@x.test' },
        total_trades: 3,
        name,
        date: '2026-01-02T02:04:05.000Z',
      },
    ]);
  });

  it('makes the line of a customer, which was a generated column, a plain one that is as true', async () => {
    const { pool } = database;
    // As 0002 made it until 0007 came.
    await pool.query(`drop trigger customer_line on service.customer;
      drop function service.write_customer_line;
      alter table service.customer drop column line, add column line text not null
        generated always as (service.customer_line(email, name, total_trades, last_trade_at)) stored;
      delete from service.migration where name = '0007-plain-customer-line';
      insert into service.organisation values ('o', 'Kept', false, now());
      insert into service.customer values ('o', 'a@x.test', 'a@x.test', 'Ada', 1, 1, 0, now())`);
    await migrate(pool);
    const names = async () =>
      (await pool.query('select line, name from service.customer')).rows.map(({ line, name }) => [
        name,
        JSON.parse(line).name,
      ]);
    expect(await names()).toEqual([['Ada', 'Ada']]);
    await pool.query(`update service.customer set name = 'Ada B'`);
    expect(await names()).toEqual([['Ada B', 'Ada B']]);
    const { rows } = await pool.query(
      `select is_generated from information_schema.columns where table_name = 'customer' and column_name = 'line'`,
    );
    expect(rows).toEqual([{ is_generated: 'NEVER' }]);
  });

  it('folds the names of tokens as new ones are', async () => {
    const { pool } = database;
    const names = ['Énergie Société', 'ΟΜΟΣΠΟΝΔΙΑ ΕΛΛΑΔΟΣ', 'Ọ̀yọ́ ﬁne', 'İzmir', 'Straße №5', 'Plain % _'];
    await loadDemo(pool, { now: Date.now(), timeZone: 'UTC' });
    const { rows: tokens } = await pool.query('select id from service.token order by id limit $1', [
      names.length,
    ]);
    const rename = 'update service.token set name = $2, name_folded = $3, symbol_folded = $3 where id = $1';
    for (const [index, name] of names.entries())
      await pool.query(rename, [tokens[index].id, name, name.normalize('NFC').toLowerCase()]);
    await pool.query(`delete from service.migration where name = '0008-fold-accents'`);
    await migrate(pool);
    const { rows } = await pool.query('select name, name_folded, symbol_folded from service.token');
    for (const { name, name_folded } of rows) expect(name_folded).toBe(fold(name));
    const renamed = rows.filter(({ name }) => names.includes(name));
    for (const { name, symbol_folded } of renamed) expect(symbol_folded).toBe(fold(name));
  });

  it('is refused for the database of a newer program, which is left as it is', async () => {
    await database.pool.query(`insert into service.migration values ('0099-from-tomorrow', now())`);
    const before = await digestOfDatabase(database.pool);
    await expect(migrate(database.pool)).rejects.toThrow(
      'This database was made by a newer Pledge (it has 0099-from-tomorrow); use that one.',
    );
    expect(await digestOfDatabase(database.pool)).toBe(before);
  });

  it.runIf(onPostgres)('may take longer than a request may', async () => {
    const pool = new pg.Pool({ ...database.pool.options, query_timeout: 1_000 });
    const migrations = [{ name: '0001-slow', sql: 'select pg_sleep(1.5); create table slow.made ()' }];
    await bringUpToDate(pool, { schema: 'slow', migrations, lock: 1 }).finally(() => pool.end());
    expect((await database.pool.query('select name from slow.migration')).rows).toEqual([
      { name: '0001-slow' },
    ]);
  });

  it('leaves nothing half done where it fails, and lets go of its connection', async () => {
    await database.pool.query('drop schema service cascade');
    await database.pool.query('create schema service');
    await database.pool.query('create table service.loan (mine text)');
    await expect(migrate(database.pool)).rejects.toThrow('already exists');
    expect(await columns()).toEqual({ 'loan.mine': 'may be null' });
    await database.pool.query('drop table service.loan');
    await migrate(database.pool);
    expect(Object.keys(await columns())).toContain('loan.position');
  });

  it('happens by itself when a database is opened', async () => {
    const fresh = await openInMemory();
    const { rows } = await fresh.pool.query('select count(*)::int as count from service.loan');
    expect(rows).toEqual([{ count: 0 }]);
    await fresh.close();
  });
});
