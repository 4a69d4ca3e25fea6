import type { Pool, PoolClient } from 'pg';
import { isDatabaseAway, mayPass } from './faults.ts';
import { tryAgain } from './try-again.ts';

/** The answer to a COMMIT was lost: the transaction may or may not have taken effect. */
export class CommitUnknown extends Error {
  constructor(cause: unknown) {
    super('The database broke off before it confirmed a transaction', { cause });
  }
}

interface TransactionOptions {
  /**
   * Whether the work may run again although its first commit may have taken effect, because it then finds what it did and
   * does nothing more, as by an idempotency key.
   */
  isRepeatable?: boolean;
}

/**
 * Runs work in a transaction: all of it is committed, or nothing if it throws. Returns what the work returns. If the
 * database goes away or another transaction is in the way before the commit, nothing has happened and the work runs again,
 * so it must do nothing outside the transaction. Throws CommitUnknown if it isn't known whether the commit took effect.
 */
export async function inTransaction<T>(
  pool: Pool,
  work: (client: PoolClient) => Promise<T>,
  { isRepeatable = false }: TransactionOptions = {},
): Promise<T> {
  let unknown: CommitUnknown | undefined;
  const mayRepeat = (error: unknown) => {
    if (!(error instanceof CommitUnknown)) return mayPass(error);
    unknown = error;
    return isRepeatable;
  };
  try {
    return await tryAgain(async () => await runOnce(pool, work), mayRepeat);
  } catch (error) {
    // The last attempt came to nothing, but an earlier one may have taken effect.
    throw unknown && mayPass(error) ? unknown : error;
  }
}

async function runOnce<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let isBroken = false;
  let isCommitting = false;
  try {
    await client.query('begin');
    const result = await work(client);
    isCommitting = true;
    await client.query('commit');
    return result;
  } catch (error) {
    // The end of its connection rolls a transaction back; asking a dead connection for it would only wait.
    isBroken = isDatabaseAway(error);
    if (!isBroken) {
      await client.query('rollback').catch(() => {
        isBroken = true;
      });
    }
    throw isCommitting && isBroken ? new CommitUnknown(error) : error;
  } finally {
    client.release(isBroken);
  }
}
