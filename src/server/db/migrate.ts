import type { Pool, PoolClient } from 'pg';
import { StartFailure } from '../start-failure.ts';
import { inTransaction } from './transaction.ts';

/** The tables of one room, in a schema of their own. */
interface Tables {
  schema: string;
  /** In the order they are applied. One that has landed is never edited, only followed by another. */
  migrations: readonly { name: string; sql: string }[];
  /** The key of the advisory lock under which one process at a time migrates. */
  lock: number;
}

/** Thrown when a database was made by a newer version of this program. */
export class NewerDatabase extends StartFailure {}

/**
 * Brings a schema up to date, all or nothing, and leaves one that is up to date alone. Processes that start at
 * the same time take turns. The lock is of the transaction that migrates, so a switch to another primary ends both, and
 * the next attempt begins from the start. Throws NewerDatabase if the schema is newer than this program.
 */
export async function bringUpToDate(pool: Pool, tables: Tables): Promise<void> {
  await inTransaction(pool, async (client) => await migrateIn(client, tables), { isRepeatable: true });
}

/** The longest that one statement of a migration, or the wait for another process, may take. */
const STATEMENT_MS = 24 * 3_600_000;

/** A statement that the time limit of a pool for requests doesn't cut off. */
function unhurried(text: string) {
  return { text, query_timeout: STATEMENT_MS };
}

async function migrateIn(client: PoolClient, { schema, migrations, lock }: Tables): Promise<void> {
  // A large table takes longer than a request may.
  await client.query('set local statement_timeout = 0');
  await client.query(unhurried(`select pg_advisory_xact_lock(${lock})`));
  // Looked for first: "if not exists" demands the right to create also where nothing is to be created.
  const known = await client.query<{ made: string | null }>('select to_regclass($1) as made', [
    `${schema}.migration`,
  ]);
  if (known.rows[0]?.made == null) {
    await client.query(`create schema if not exists ${schema}`);
    await client.query(
      `create table ${schema}.migration (name text primary key, applied_at timestamptz not null)`,
    );
  }
  const { rows } = await client.query<{ name: string }>(`select name from ${schema}.migration`);
  const applied = new Set(rows.map((row) => row.name));
  const unknown = [...applied].filter((name) => !migrations.some((migration) => migration.name === name));
  if (unknown.length > 0) {
    throw new NewerDatabase(
      `This database was made by a newer Pledge (it has ${unknown.join(', ')}); use that one.`,
    );
  }
  for (const { name, sql } of migrations) {
    if (applied.has(name)) continue;
    await client.query(unhurried(sql));
    await client.query(`insert into ${schema}.migration values ($1, now())`, [name]);
  }
}
