import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { type OpenPool, openInMemory as openMemory, openPool, openPostgresPool } from '#server/db/open.ts';
import type { RunningPglite } from '#server/db/pglite.ts';
import { migrate } from './migrate.ts';
import * as schema from './schema.ts';

export type Database = NodePgDatabase<typeof schema>;
/** A transaction of the database, or the database itself if none is needed. */
export type Executor = Parameters<Parameters<Database['transaction']>[0]>[0] | Database;

export interface OpenDatabase extends OpenPool {
  db: Database;
}

/** Opens the database that the settings name, with the service's tables. */
export async function openDatabase(from: Parameters<typeof openPool>[0]): Promise<OpenDatabase> {
  return withSchema(await openPool(from, migrate));
}

/** Opens a PostgreSQL server's database, with the service's tables. */
export async function openPostgres(url: string, poolSize: number): Promise<OpenDatabase> {
  return withSchema(await openPostgresPool(url, migrate, poolSize));
}

/** Opens a database in memory, in this thread, optionally from a dump: for tests. */
export async function openInMemory(snapshot?: Blob): Promise<OpenDatabase & Pick<RunningPglite, 'dump'>> {
  return withSchema(await openMemory(migrate, snapshot));
}

function withSchema<T extends OpenPool>(open: T): T & { db: Database } {
  return { ...open, db: drizzle(open.pool, { schema }) };
}
