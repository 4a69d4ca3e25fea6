import type { Pool } from 'pg';
import { firstOpen } from './run-row.ts';

/** Which run: an owner's runs have ids of their own. */
export interface RunName {
  owner: string;
  id: string;
}

/**
 * Ends runs whose lines all have their final outcome, and erases their access tokens: the one named, or all of them.
 * The last open line of a run can be settled by its worker, by a check of its entry, or by a person. Returns the runs
 * that ended now.
 */
export async function finishRuns(pool: Pool, now: Date, only?: RunName): Promise<RunName[]> {
  const { rows } = await pool.query<RunName>(
    `update desk.run r set finished_at = $1, token = null, claimed_by = null, paused_by = null, hold_until = null,
       state = case r.state when 'stopped' then 'stopped' else 'done' end
     where r.finished_at is null and ($2::text is null or (r.owner = $2 and r.id = $3))
       and ${firstOpen('r', 'true')} is null
     returning r.owner, r.id`,
    [now, only?.owner ?? null, only?.id ?? null],
  );
  return rows;
}
