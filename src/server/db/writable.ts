import type { Pool } from 'pg';
import { within } from '../within.ts';

const ANSWER_MS = 3_000;

/** Whether a database answers soon and takes writes, which a replica doesn't. Never throws. */
export async function isWritable(pool: Pool): Promise<boolean> {
  try {
    const asked = pool.query<{ read_only: string }>(
      "select current_setting('transaction_read_only') as read_only",
    );
    return (await within(ANSWER_MS, asked)) && (await asked).rows[0]?.read_only === 'off';
  } catch {
    return false;
  }
}
