import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { StartFailure } from '../start-failure.ts';

/** What the lock file of a data folder says of the process that holds it. */
export interface LockHolder {
  pid: number;
  host: string;
  /** When that process began, by the system's clock ticks, so that a reused pid isn't taken for it. */
  began: string | null;
  /** The socket where that process takes local commands. */
  controlSocket: string;
}

/** Thrown where another live process holds the data folder. */
export class FolderInUse extends StartFailure {
  readonly holder: LockHolder;
  constructor(folder: string, holder: LockHolder) {
    super(
      `The data folder ${folder} is in use by another Pledge (process ${holder.pid} on ${holder.host}). ` +
        'Stop it first, or set DATA_DIR to another folder. Two processes on one folder would lose data.' +
        (holder.host === hostname()
          ? ''
          : ` If ${holder.host} no longer exists, remove the file ${join(folder, 'lock')}.`),
    );
    this.holder = holder;
  }
}

/**
 * Takes a data folder for this process: the embedded database doesn't notice a second process and would lose
 * rows. Returns how to let go. A lock left by a process that died is taken over at once. Throws FolderInUse.
 */
export function lockFolder(folder: string, controlSocket: string): () => void {
  const path = join(folder, 'lock');
  const own = join(folder, `lock.${process.pid}`);
  const holder: LockHolder = {
    pid: process.pid,
    host: hostname(),
    began: beganAt(process.pid),
    controlSocket,
  };
  writeFileSync(own, JSON.stringify(holder), { mode: 0o600 });
  try {
    // A link is made whole or not at all, so of two processes at once exactly one gets the name.
    for (let attempt = 0; attempt < 5; attempt++) {
      try {
        linkSync(own, path);
        return () => rmSync(path, { force: true });
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
        const current = readHolder(path);
        if (current && isAlive(current)) throw new FolderInUse(folder, current);
        removeStale(path, current);
      }
    }
    throw new Error(`The lock of the data folder ${folder} can't be taken.`);
  } finally {
    rmSync(own, { force: true });
  }
}

/** Whether the lock is the one that was taken with a socket. Throws if it can't be read. */
export function holdsLock(folder: string, controlSocket: string): boolean {
  const { controlSocket: its } = JSON.parse(readFileSync(join(folder, 'lock'), 'utf8')) as LockHolder;
  return its === controlSocket;
}

/** Moves a dead process's lock aside; if another process was faster and it is a live one now, puts it back. */
function removeStale(path: string, seen: LockHolder | null): void {
  const aside = `${path}.stale.${process.pid}`;
  try {
    renameSync(path, aside);
  } catch {
    return;
  }
  const moved = readHolder(aside);
  if (moved && isAlive(moved) && moved.pid !== seen?.pid) {
    try {
      linkSync(aside, path);
    } catch {
      // A third process has the name; the loop in lockFolder sees it.
    }
  }
  rmSync(aside, { force: true });
}

function readHolder(path: string): LockHolder | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as LockHolder;
  } catch {
    return null;
  }
}

function isAlive(holder: LockHolder): boolean {
  if (holder.host !== hostname()) return true;
  // The own number in a lock is this very process, or a dead one whose number this process was given.
  if (holder.pid === process.pid) return holder.began !== null && holder.began === beganAt(process.pid);
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  if (isZombie(holder.pid)) return false;
  return holder.began === null || holder.began === beganAt(holder.pid);
}

function beganAt(pid: number): string | null {
  return statusOf(pid)?.[19] ?? null;
}

/** Whether a process has ended but its parent hasn't collected it, which in a container may never happen. */
function isZombie(pid: number): boolean {
  return /^[ZX]/.test(statusOf(pid)?.[0] ?? '');
}

/** The fields of /proc/PID/stat from the process state on; null if there are none. */
function statusOf(pid: number): string[] | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return null;
  }
}
