import type { Pool, PoolClient } from 'pg';
import type { RunState } from '#contract/runs.ts';
import { firstOpen, STOPPED } from './run-row.ts';

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

/**
 * Stops a run in the caller's transaction: what wasn't claimed to be sent never is. `by` is the person who does it; null
 * if its requester may no longer cancel orders. Returns how many lines that left unsent; null if the run is in none of
 * the states.
 */
export async function stopIn(
  client: PoolClient,
  { owner, id }: RunName,
  { by, from, now }: { by: string | null; from: readonly RunState[]; now: Date },
): Promise<number | null> {
  // Locks the run first: a worker that returns unsent lines waits for the lock and then finds the run stopped.
  const { rowCount } = await client.query(
    `update desk.run set state = 'stopped', paused_by = null, stopped_by = $3
     where owner = $1 and id = $2 and state = any($4)`,
    [owner, id, by, from],
  );
  if (rowCount === 0) return null;
  const unsent = await client.query(
    `update desk.journal j set outcome = 'not-sent', settled_at = $3, message = ${STOPPED}
     from desk.run r where r.owner = $1 and r.id = $2 and j.owner = $1 and j.run = $2 and j.outcome = 'waiting'`,
    [owner, id, now],
  );
  return unsent.rowCount ?? 0;
}
