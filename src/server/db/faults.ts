import { DISK_FULL } from '../start-failure.ts';

/**
 * Codes of the system, PostgreSQL and PgBouncer for a database that can't be used now: unreachable (08), refusing the
 * sign-in (28) or not there (3D000), shutting down or starting (57P0x), out of room or connections (53), or no longer the
 * primary (25006).
 */
const AWAY_CODES =
  /^(?:ECONN|EPIPE|ENOENT|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|08|28|3D000|57P0|53|25006)/;
const AWAY_MESSAGES =
  /Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|Client was closed/i;

/** A transaction that gave way to another one: serialization failure and deadlock. */
const GAVE_WAY = /^40(?:001|P01)$/;

/** Whether a failure is of the database or the way to it rather than of a statement. */
export function isDatabaseAway(error: unknown): boolean {
  return causesOf(error).some(
    ({ code, message }) => AWAY_CODES.test(code ?? '') || AWAY_MESSAGES.test(message),
  );
}

/** Whether the same may succeed in a moment: the database is away, or another transaction was in the way. */
export function mayPass(error: unknown): boolean {
  const codes = causesOf(error).map(({ code }) => code ?? '');
  if (codes.includes(DISK_FULL)) return false;
  return codes.some((code) => GAVE_WAY.test(code)) || isDatabaseAway(error);
}

function causesOf(error: unknown): NodeJS.ErrnoException[] {
  const causes: NodeJS.ErrnoException[] = [];
  for (let at = error; at instanceof Error; at = at.cause) causes.push(at);
  return causes;
}
