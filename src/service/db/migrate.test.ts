import { is, Table } from 'drizzle-orm';
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestDatabase } from '#tests/support/database.ts';
import { digestOfDatabase } from '#tests/support/database-digest.ts';
import { migrate } from './migrate.ts';
import { type OpenDatabase, openInMemory } from './open.ts';
import * as schema from './schema.ts';

let database: OpenDatabase;
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
  it('makes exactly the tables and columns that the program knows, and may be null where it expects it', async () => {
    const known = Object.values(schema as Record<string, unknown>)
      .filter((one): one is PgTable => is(one, Table))
      .map(getTableConfig);
    expect(known.length).toBeGreaterThan(10);
    expect(new Set(known.map((table) => table.schema))).toEqual(new Set(['service']));
    const expected = known.flatMap((table) =>
      table.columns.map((column) => [
        `${table.name}.${column.name}`,
        column.notNull || column.primary ? 'not null' : 'may be null',
      ]),
    );
    expect(await columns()).toEqual(Object.fromEntries(expected));
  });

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
    expect(rows).toEqual([{ name: '0001-service' }]);
    expect((await columns())['loan.id']).toBe('not null');
  });

  it('is refused for the database of a newer program, which is left as it is', async () => {
    await database.pool.query(`insert into service.migration values ('0099-from-tomorrow', now())`);
    const before = await digestOfDatabase(database.pool);
    await expect(migrate(database.pool)).rejects.toThrow(
      'This database was made by a newer Pledge (it has 0099-from-tomorrow); use that one.',
    );
    expect(await digestOfDatabase(database.pool)).toBe(before);
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
