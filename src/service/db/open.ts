import type { Pool, PoolClient } from 'pg';
import {
  type DatabaseAddress,
  type MakeTables,
  type OpenPool,
  openInMemory as openMemory,
  openPool,
  openPostgresPool,
  type PoolUse,
} from '#server/db/open.ts';
import type { RunningPglite } from '#server/db/pglite.ts';
import { migrate } from './migrate.ts';

/** A transaction of the database, or the database itself if none is needed. */
export type Executor = Pick<Pool | PoolClient, 'query'>;

/** Opens the database that the settings name, with the service's tables and more. */
export async function openDatabase(
  from: DatabaseAddress,
  use?: PoolUse,
  moreTables?: MakeTables,
): Promise<OpenPool> {
  const tables: MakeTables = async (pool) => {
    await migrate(pool);
    await moreTables?.(pool);
  };
  return await openPool(from, tables, use);
}

/** Opens a PostgreSQL server's database, with the service's tables. */
export async function openPostgres(url: string, poolSize: number): Promise<OpenPool> {
  return await openPostgresPool(url, migrate, { size: poolSize });
}

/** Opens a database in memory, in this thread, optionally from a dump: for tests. */
export async function openInMemory(snapshot?: Blob): Promise<OpenPool & Pick<RunningPglite, 'dump'>> {
  return await openMemory(migrate, snapshot);
}
