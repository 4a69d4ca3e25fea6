import type { Pool } from 'pg';
import { within } from '../within.ts';

const ANSWER_MS = 3_000;

/**
 * Whether a database answers soon and takes writes, which a replica doesn't. Never throws. One whose files were deleted
 * still answers, from memory: the size of a table is looked up on the disk.
 */
export async function isWritable(pool: Pool): Promise<boolean> {
  try {
    const asked = pool.query<{ writable: boolean }>(
      `select current_setting('transaction_read_only') = 'off' and pg_relation_size('pg_class') > 0 as writable`,
    );
    return (await within(ANSWER_MS, asked)) && (await asked).rows[0]?.writable === true;
  } catch {
    return false;
  }
}
