import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { lockFolder } from './lock.ts';
import { migrate } from './migrate.ts';
import { type PgliteOptions, type RunningPglite, startPglite } from './pglite.ts';
import * as schema from './schema.ts';

export type Database = NodePgDatabase<typeof schema>;
/** A transaction of the database, or the database itself where none is needed. */
export type Executor = Parameters<Parameters<Database['transaction']>[0]>[0] | Database;

/** Brings a database's tables up to date; the service's, unless another room keeps its own alone. */
type Tables = (pool: pg.Pool) => Promise<void>;

export interface OpenDatabase {
  db: Database;
  pool: pg.Pool;
  kind: 'embedded' | 'postgres';
  /** The socket for local commands, beside an embedded database on disk. */
  controlSocket: string | null;
  close(): Promise<void>;
}

/** How long PostgreSQL may take over one statement of the service. */
const STATEMENT_TIMEOUT_MS = 20_000;

/** An embedded database keeps its log short and its statistics fresh only if told to. */
const MAINTENANCE_MS = 10 * 60_000;

/** Opens the database that the settings name: a PostgreSQL server's, or the embedded one of a data folder. */
export async function openDatabase(
  from: { databaseUrl: string | undefined; dataDir: string },
  tables: Tables = migrate,
): Promise<OpenDatabase> {
  return from.databaseUrl
    ? await openPostgres(from.databaseUrl, 10, tables)
    : await openEmbedded(from.dataDir, tables);
}

/** Opens a PostgreSQL server's database and brings its tables up to date. */
export async function openPostgres(
  url: string,
  poolSize = 10,
  tables: Tables = migrate,
): Promise<OpenDatabase> {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: 10_000,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    application_name: 'pledge-service',
  });
  return await opened(pool, 'postgres', null, tables, async () => await pool.end());
}

/**
 * Opens the embedded database in a data folder, which it makes and locks; PGlite runs in a worker thread
 * where the worker's program stands beside this one (it does once built). Throws FolderInUse.
 */
async function openEmbedded(folder: string, tables: Tables): Promise<OpenDatabase> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const socketFolder = mkdtempSync(join(tmpdir(), 'pledge-'));
  const controlSocket = join(socketFolder, 'control');
  const discard = () => rmSync(socketFolder, { recursive: true, force: true });
  let unlock: () => void;
  try {
    unlock = lockFolder(folder, controlSocket);
  } catch (error) {
    discard();
    throw error;
  }
  try {
    const running = await startEmbedded({ folder: join(folder, 'database'), socketFolder });
    const pool = socketPool(socketFolder);
    const maintenance = setInterval(() => {
      void pool.query('checkpoint').then(
        () => pool.query('vacuum analyze'),
        () => undefined,
      );
    }, MAINTENANCE_MS);
    maintenance.unref();
    return await opened(pool, 'embedded', controlSocket, tables, async () => {
      clearInterval(maintenance);
      await pool.end();
      await running.stop();
      discard();
      unlock();
    });
  } catch (error) {
    discard();
    unlock();
    throw error;
  }
}

/** Opens a database in memory, in this thread, optionally from a dumped one: for tests. */
export async function openInMemory(snapshot?: Blob): Promise<OpenDatabase & Pick<RunningPglite, 'dump'>> {
  const socketFolder = mkdtempSync(join(tmpdir(), 'pledge-'));
  const running = await startPglite({ socketFolder, snapshot });
  const pool = socketPool(socketFolder);
  const database = await opened(pool, 'embedded', null, migrate, async () => {
    await pool.end();
    await running.stop();
    rmSync(socketFolder, { recursive: true, force: true });
  });
  return { ...database, dump: running.dump };
}

async function opened(
  pool: pg.Pool,
  kind: OpenDatabase['kind'],
  controlSocket: string | null,
  tables: Tables,
  close: () => Promise<void>,
): Promise<OpenDatabase> {
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
  return { db: drizzle(pool, { schema }), pool, kind, controlSocket, close };
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

async function startEmbedded(options: PgliteOptions): Promise<Pick<RunningPglite, 'stop'>> {
  const program = new URL(`./${['pglite-worker', 'js'].join('.')}`, import.meta.url);
  if (!existsSync(program)) return await startPglite(options);
  const worker = new Worker(program, { workerData: options });
  await new Promise<void>((resolve, reject) => {
    worker.once('message', () => resolve());
    worker.once('error', reject);
    worker.once('exit', (code) => reject(new Error(`The embedded database ended at its start (${code}).`)));
  });
  return {
    stop: async () =>
      await new Promise<void>((resolve) => {
        worker.once('exit', () => resolve());
        worker.postMessage('stop');
      }),
  };
}
