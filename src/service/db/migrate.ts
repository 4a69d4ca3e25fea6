import type { Pool } from 'pg';
import { sql as serviceTables } from './migrations/0001-service.ts';
import { sql as customerLine } from './migrations/0002-customer-line.ts';
import { sql as tokenCount } from './migrations/0003-token-count.ts';

/** The migrations in the order they are applied; one that has landed is never edited, only followed. */
const MIGRATIONS = [
  { name: '0001-service', sql: serviceTables },
  { name: '0002-customer-line', sql: customerLine },
  { name: '0003-token-count', sql: tokenCount },
];

/** The key of the advisory lock under which one process at a time migrates. */
const MIGRATION_LOCK = 7_300_417;

/** Thrown where a database was made by a newer version of this program. */
export class NewerDatabase extends Error {}

/**
 * Brings a database up to date, all or nothing, and leaves one that is up to date alone. Two processes that
 * start at once take turns. Throws where the database is newer than this program.
 */
export async function migrate(pool: Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    await client.query('create schema if not exists service');
    await client.query(
      'create table if not exists service.migration (name text primary key, applied_at timestamptz not null)',
    );
    const { rows } = await client.query<{ name: string }>('select name from service.migration');
    const applied = new Set(rows.map((row) => row.name));
    const unknown = [...applied].filter((name) => !MIGRATIONS.some((migration) => migration.name === name));
    if (unknown.length > 0) {
      throw new NewerDatabase(
        `This database was made by a newer Pledge (it has ${unknown.join(', ')}); use that one.`,
      );
    }
    for (const migration of MIGRATIONS) {
      if (applied.has(migration.name)) continue;
      await client.query(migration.sql);
      await client.query('insert into service.migration values ($1, now())', [migration.name]);
    }
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}
