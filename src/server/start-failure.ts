/** A start that can't go on. The message says in one line what is wrong and what to do. */
export class StartFailure extends Error {}

/** The data folder went away under a process that ran. A service manager must not start Pledge again: it would make another. */
export class FolderGone extends StartFailure {}

/** PostgreSQL's code for a full disk. */
export const DISK_FULL = '53100';

/** Codes of the system and of PostgreSQL for a database server that can't be used. */
const DATABASE_CODES =
  /^(?:ECONN|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|28|25006|3D000|42501|53|57P0)/;
const DATABASE_MESSAGES =
  /certificate|does not support SSL|timeout exceeded when trying to connect|Connection terminated/i;

/** PostgreSQL's codes for files of a database that are missing, cut short or overwritten. */
const DAMAGED_CODES = /^(?:XX00[12]|58P01|58030)$/;

/** Ends the process with 1, or 66 if its data folder is gone, after it has printed why, if it can't go on at all. */
export function endProcess(error: unknown): never {
  console.error(describeStartFailure(error));
  process.exit(error instanceof FolderGone ? 66 : 1);
}

/** What to print for a failed start: one line for a known failure, or else the error itself, which is a bug. */
export function describeStartFailure(error: unknown): unknown {
  if (error instanceof StartFailure) return error.message;
  if (!(error instanceof Error)) return error;
  const { code } = error as NodeJS.ErrnoException;
  if (code === DISK_FULL)
    return 'The disk of the database is full. Free some space, then start Pledge again.';
  const reason = (error.message || code || '').replaceAll('\n', ' ');
  if (DAMAGED_CODES.test(code ?? '')) {
    return `The database is damaged (${reason}). Put a backup in its place, or set DATA_DIR to another folder, or DATABASE_URL to another database.`;
  }
  if (DATABASE_CODES.test(code ?? '') || DATABASE_MESSAGES.test(error.message)) {
    return `The database of DATABASE_URL can't be opened (${reason}). Check its address, user and password, and that it runs and takes writes.`;
  }
  return error;
}
