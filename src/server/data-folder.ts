import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { DISK_FULL, FolderGone, StartFailure } from './start-failure.ts';

/** The files and folders that Pledge makes in a data folder. */
const OWN_FILES = /^(?:database|session-secret|lock)(?:\.|$)/;

/** Those of them that are single files. */
const SINGLE_FILES = ['lock', 'session-secret'];

/** Files that a system adds to a folder by itself. */
const NOBODYS_FILES = /^(?:\.|lost\+found$)/;

/**
 * Makes a data folder, or accepts one that is empty or that Pledge made. Sets folders to 0700 and files to 0600. Throws
 * a StartFailure that says why the folder can't be used.
 */
export function prepareDataFolder(folder: string): void {
  try {
    makeFolder(resolve(folder), 0o700);
    const strangers = readdirSync(folder).filter((name) => !NOBODYS_FILES.test(name));
    if (strangers.length > 0 && !strangers.some((name) => OWN_FILES.test(name))) {
      throw new StartFailure(
        `The folder ${folder} holds other files (${strangers[0]}), so Pledge doesn't put its data there. Set DATA_DIR to an empty folder.`,
      );
    }
    for (const path of SINGLE_FILES.map((name) => join(folder, name))) {
      if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) continue;
      throw new StartFailure(
        `${path} is a folder, but Pledge keeps a file of that name there. Move it away, or set DATA_DIR to another folder.`,
      );
    }
    keepForOwner(realpathSync(folder));
  } catch (error) {
    throw folderFailure(folder, error);
  }
}

/** Sets a folder and what Pledge has in it to 0700 and 0600, so that only its owner can read it. */
export function keepForOwner(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  // A link has no mode of its own, and Windows has no modes.
  if (!found || found.isSymbolicLink() || process.platform === 'win32') return;
  const isFolder = found.isDirectory();
  if ((found.mode & 0o777) !== (isFolder ? 0o700 : 0o600)) takeRights(path, isFolder);
  if (!isFolder) return;
  for (const name of readdirSync(path)) if (!NOBODYS_FILES.test(name)) keepForOwner(join(path, name));
}

function takeRights(path: string, isFolder: boolean): void {
  const mode = isFolder ? 0o700 : 0o600;
  try {
    chmodSync(path, mode);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // The database may have removed a file meanwhile.
    if (code === 'ENOENT') return;
    if (code !== 'EPERM') throw error;
    const { uid } = statSync(path);
    throw new StartFailure(
      `${path} belongs to another user (${uid}), so others might read the data. Give it to the user who runs Pledge ` +
        `(chown -R ${process.getuid?.()} ${path}), or set DATA_DIR to a folder that Pledge can make.`,
    );
  }
}

/** Turns a system error about a data folder into one line that says what to do. Returns any other error as it is. */
export function folderFailure(folder: string, error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof StartFailure) return error;
  const { code } = error as NodeJS.ErrnoException;
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return new StartFailure(
        `The disk of the data folder ${folder} is full. Free some space, or set DATA_DIR to another disk.`,
      );
    case 'EEXIST':
    case 'ENOTDIR':
      return new StartFailure(`DATA_DIR must be a folder; ${folder} is a file, or is below one.`);
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return new StartFailure(
        `This user can't write to the data folder ${folder} (${code}). Give the folder to the user who runs Pledge, or set DATA_DIR to another.`,
      );
    case 'ENOENT':
    case 'ELOOP':
    case 'ENAMETOOLONG':
    case 'EINVAL':
      return new StartFailure(
        `The data folder ${folder} can't be made (${code}). Set DATA_DIR to another folder.`,
      );
    default:
      return error;
  }
}

/** The failure to report if the embedded database of a folder ends by itself. */
export function databasePanic(folder: string, code: string | undefined, message: string): unknown {
  if (code === DISK_FULL) return folderFailure(folder, Object.assign(new Error(), { code: 'ENOSPC' }));
  return new StartFailure(`The database in ${folder} has failed (${message}). Start Pledge again.`);
}

/** The failure to report if the folder of the embedded database goes away. */
export function folderGone(folder: string): FolderGone {
  return new FolderGone(
    `The data folder ${folder} was deleted or replaced while Pledge ran, so nothing more would be kept. Put a backup in its place, then start Pledge again.`,
  );
}

/** Makes a folder and its parents. Node's recursive mkdir never returns if the file system answers ENOENT, as /proc does. */
export function makeFolder(path: string, mode: number): void {
  if (existsSync(path)) {
    if (!statSync(path).isDirectory()) throw Object.assign(new Error(path), { code: 'ENOTDIR' });
    return;
  }
  const above = dirname(path);
  if (above !== path) makeFolder(above, mode);
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    // Another process has made it meanwhile.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
