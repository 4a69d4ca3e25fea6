import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { ConfigError } from '../config.ts';
import { databasePanic, folderGone } from '../data-folder.ts';
import { endProcess } from '../start-failure.ts';
import { startInFolder } from './embedded.ts';
import { type RunningPglite, startPglite } from './pglite.ts';
import { inTransaction } from './transaction.ts';

/** Brings a database's tables up to date. */
export type MakeTables = (pool: pg.Pool) => Promise<void>;

export interface OpenPool {
  pool: pg.Pool;
  kind: 'embedded' | 'postgres';
  /** The socket for local commands, with an embedded database on disk. */
  controlSocket: string | null;
  close(): Promise<void>;
}

/** How long PostgreSQL may take over one statement of a server. */
const STATEMENT_TIMEOUT_MS = 20_000;

/** After so long without an answer to a statement, the connection is given up as dead. */
const ANSWER_TIMEOUT_MS = STATEMENT_TIMEOUT_MS + 5_000;

/** When an idle connection is first probed, so that one that died in silence is dropped. */
const KEEP_ALIVE_MS = 10_000;

/** The addresses of a database. */
export interface DatabaseAddress {
  databaseUrl: string | undefined;
  /** The same database without the pooler in between, if there is one. */
  databaseDirectUrl?: string | undefined;
  dataDir: string;
}

/** What a pool is for: requests are answered within seconds, a command may take as long as it needs. */
export type PoolUse = 'requests' | 'commands';

/** An embedded database keeps its log short and its statistics fresh only if told to. */
const MAINTENANCE_MS = 10 * 60_000;

/** How often a process looks whether the folder of its embedded database is still there. */
const LOOK_MS = 1_000;

/**
 * Opens the database that the settings name, a PostgreSQL server's or the embedded one of a data folder, and brings its
 * tables up to date.
 */
export async function openPool(
  { databaseUrl, databaseDirectUrl, dataDir }: DatabaseAddress,
  tables: MakeTables,
  use: PoolUse = 'requests',
): Promise<OpenPool> {
  if (!databaseUrl) return await openEmbedded(dataDir, tables);
  if (!databaseDirectUrl) return await openPostgresPool(databaseUrl, tables, { use });
  const makeTablesDirectly: MakeTables = async (pooled) => {
    // Tables are made without the pooler, whose limits are those of requests.
    const direct = await openPostgresPool(databaseDirectUrl, tables, { size: 1, use: 'commands' });
    try {
      await inTransaction(direct.pool, async (client) => await requireSameDatabase(client, pooled));
    } finally {
      await direct.close();
    }
  };
  return await openPostgresPool(databaseUrl, makeTablesDirectly, { use });
}

const SAME_LOCK = 7_300_420;

/**
 * Throws a ConfigError unless a transaction and a pool use the same database: there, one can't take an advisory lock that
 * the other holds.
 */
async function requireSameDatabase(client: pg.PoolClient, pool: pg.Pool): Promise<void> {
  await client.query(`select pg_advisory_xact_lock(${SAME_LOCK})`);
  const { rows } = await pool.query<{ taken: boolean }>(
    `select pg_try_advisory_xact_lock(${SAME_LOCK}) as taken`,
  );
  if (!rows[0]?.taken) return;
  throw new ConfigError(
    'DATABASE_URL and DATABASE_DIRECT_URL are of different databases. Both must lead to the same one.',
  );
}

/** Opens a PostgreSQL server's database and brings its tables up to date. */
export async function openPostgresPool(
  url: string,
  tables: MakeTables,
  { size = 10, use = 'requests' }: { size?: number; use?: PoolUse } = {},
): Promise<OpenPool> {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    ...(use === 'requests' && { statement_timeout: STATEMENT_TIMEOUT_MS, query_timeout: ANSWER_TIMEOUT_MS }),
    application_name: 'pledge-service',
  });
  return await opened(pool, 'postgres', null, tables, async () => await pool.end());
}

/** Opens the embedded database of a data folder. Throws a StartFailure that says how to mend it. */
async function openEmbedded(folder: string, tables: MakeTables): Promise<OpenPool> {
  const running = await startInFolder(folder);
  const pool = socketPool(running.socketFolder);
  endOnPanic(pool, folder);
  const maintenance = setInterval(() => {
    void pool.query('checkpoint').then(
      () => pool.query('vacuum analyze'),
      () => undefined,
    );
  }, MAINTENANCE_MS);
  maintenance.unref();
  // The database itself doesn't notice: it goes on from memory and open files, and all that is written is lost at its end.
  const looks = setInterval(() => {
    if (!running.isThere()) endProcess(folderGone(folder));
  }, LOOK_MS);
  looks.unref();
  return await opened(pool, 'embedded', running.controlSocket, tables, async () => {
    clearInterval(maintenance);
    clearInterval(looks);
    await pool.end();
    await running.stop();
  });
}

/**
 * Ends the process if the database panics, as it does on a full disk. PostgreSQL would restart; PGlite's thread blocks at
 * the next statement and never answers again.
 */
function endOnPanic(pool: pg.Pool, folder: string): void {
  pool.on('connect', ({ connection }) => {
    connection.on('errorMessage', ({ severity, code, message }: pg.DatabaseError) => {
      if (severity === 'PANIC') endProcess(databasePanic(folder, code, message));
    });
  });
}

/** Opens a database in memory, in this thread, optionally from a dump: for tests. */
export async function openInMemory(
  tables: MakeTables,
  snapshot?: Blob,
): Promise<OpenPool & Pick<RunningPglite, 'dump'>> {
  const socketFolder = mkdtempSync(join(tmpdir(), 'pledge-'));
  const running = await startPglite({ socketFolder, snapshot });
  const pool = socketPool(socketFolder);
  const database = await opened(pool, 'embedded', null, tables, async () => {
    await pool.end();
    await running.stop();
    rmSync(socketFolder, { recursive: true, force: true });
  });
  return { ...database, dump: running.dump };
}

async function opened(
  pool: pg.Pool,
  kind: OpenPool['kind'],
  controlSocket: string | null,
  tables: MakeTables,
  close: () => Promise<void>,
): Promise<OpenPool> {
  // A connection that breaks, idle or between two statements of a transaction, fails at its next use and is
  // replaced; without a listener for each of the two it would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  try {
    await tables(pool);
  } catch (error) {
    await close().catch(() => undefined);
    throw error;
  }
  return { pool, kind, controlSocket, close };
}

/** Every connection to PGlite is the same session, so there must be only one. */
function socketPool(socketFolder: string): pg.Pool {
  return new pg.Pool({
    host: socketFolder,
    user: 'postgres',
    database: 'postgres',
    max: 1,
    idleTimeoutMillis: 0,
  });
}
