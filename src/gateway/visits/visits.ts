import type { Pool } from 'pg';
import { VISIT_GAP_MINUTES } from '#contract/visits.ts';
import type { Session } from '../session/session.ts';

export type Visits = ReturnType<typeof createVisits>;

/** When people last looked, in the gateway's store: the same in every browser of a person. */
export function createVisits(pool: Pool, clock: () => number) {
  /**
   * Notes that a person sees what was there at an instant; returns what they saw at the end of the visit before.
   * A browser's clock may be wrong: what it has seen is never later than now.
   */
  async function note({ owner, person }: Session, seen: string): Promise<{ since: string | null }> {
    const at = new Date(Math.min(Date.parse(seen), clock()));
    const { rows } = await pool.query<{ visit_since: Date | null }>(
      `update desk.person set
         visit_since = case when $3 - visit_seen >= make_interval(mins => $4) then visit_seen else visit_since end,
         visit_seen = greatest(visit_seen, $3)
       where owner = $1 and id = $2 returning visit_since`,
      [owner, person.id, at, VISIT_GAP_MINUTES],
    );
    return { since: rows[0]?.visit_since?.toISOString() ?? null };
  }

  return { note };
}
