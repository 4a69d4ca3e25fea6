import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { folderFailure, keepForOwner, prepareDataFolder } from '../data-folder.ts';
import { StartFailure } from '../start-failure.ts';
import { holdsLock, lockFolder } from './lock.ts';
import { type PgliteOptions, type RunningPglite, startPglite } from './pglite.ts';

interface RunningFolder {
  /** The folder of the socket that `pg` connects to. */
  socketFolder: string;
  /** The socket for local commands. */
  controlSocket: string;
  /** Whether the folder still holds this database: it may have been deleted, or another put in its place. */
  isThere(): boolean;
  /** Stops the database and lets go of the folder. */
  stop(): Promise<void>;
}

/** A segment of PostgreSQL's log. It can't work with less free space. */
const LEAST_SPACE_BYTES = 16 * 1024 * 1024;

/** The number of PGlite's file system for a full disk. */
const DISK_FULL_ERRNO = 51;

/**
 * Starts the embedded database of a data folder, which it makes and locks. Throws FolderInUse, or a StartFailure that
 * says why the folder can't be used.
 */
export async function startInFolder(folder: string): Promise<RunningFolder> {
  prepareDataFolder(folder);
  const socketFolder = mkdtempSync(join(tmpdir(), 'pledge-'));
  const controlSocket = join(socketFolder, 'control');
  const discard = () => rmSync(socketFolder, { recursive: true, force: true });
  try {
    const unlock = lockFolder(folder, controlSocket);
    try {
      const running = await startDatabase(folder, socketFolder);
      return {
        socketFolder,
        controlSocket,
        isThere: () => isThere(folder, controlSocket),
        async stop() {
          await running.stop();
          discard();
          unlock();
        },
      };
    } catch (error) {
      unlock();
      throw error;
    }
  } catch (error) {
    discard();
    throw folderFailure(folder, error);
  }
}

function isThere(folder: string, controlSocket: string): boolean {
  try {
    return existsSync(join(folder, 'database', 'PG_VERSION')) && holdsLock(folder, controlSocket);
  } catch (error) {
    // Anything else may pass.
    return (error as NodeJS.ErrnoException).code !== 'ENOENT';
  }
}

async function startDatabase(folder: string, socketFolder: string): Promise<Pick<RunningPglite, 'stop'>> {
  const path = join(folder, 'database');
  // While this file exists, the database isn't complete and holds no data.
  const unfinished = join(folder, 'database.unfinished');
  if (existsSync(unfinished)) rmSync(path, { recursive: true, force: true });
  const isNew = !existsSync(path) || readdirSync(path).length === 0;
  if (isNew) writeFileSync(unfinished, '');
  // PGlite would make a new database over what is left of the old one.
  else if (!existsSync(join(path, 'PG_VERSION'))) throw damaged(path, 'PG_VERSION is missing');
  try {
    const running = await startThread({ folder: path, socketFolder });
    // PGlite makes files that everyone can read.
    keepForOwner(path);
    if (isNew) finish(folder, unfinished);
    return running;
  } catch (error) {
    if (isDiskFull(folder, error)) throw Object.assign(new Error(), { code: 'ENOSPC' });
    throw isNew ? error : damaged(path, error instanceof Error ? error.message : String(error));
  }
}

/** Marks a new database as complete, even after a power cut. */
function finish(folder: string, unfinished: string): void {
  rmSync(unfinished);
  const entry = openSync(folder, 'r');
  fsyncSync(entry);
  closeSync(entry);
}

function damaged(path: string, reason: string): StartFailure {
  const [line = ''] = reason.split('\n');
  return new StartFailure(
    `The database in ${path} is damaged, or Pledge didn't make it (${line}). Put a backup in its place, or set DATA_DIR to another folder.`,
  );
}

function isDiskFull(folder: string, error: unknown): boolean {
  const { errno, code } = Object(error) as { errno?: unknown; code?: unknown };
  if (errno === DISK_FULL_ERRNO || code === 'ENOSPC') return true;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize < LEAST_SPACE_BYTES;
}

/** Runs PGlite in a worker thread if its program is in the same folder, as it is after a build. */
async function startThread(options: PgliteOptions): Promise<Pick<RunningPglite, 'stop'>> {
  const program = new URL(`./${['pglite-worker', 'js'].join('.')}`, import.meta.url);
  if (!existsSync(program)) return await startPglite(options);
  const worker = new Worker(program, { workerData: options });
  const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  await new Promise<void>((resolve, reject) => {
    worker.once('message', () => resolve());
    worker.once('error', reject);
    worker.once('exit', (code) => reject(new Error(`the embedded database ended at its start: ${code}`)));
  });
  return {
    async stop() {
      worker.postMessage('stop');
      await exited;
    },
  };
}
