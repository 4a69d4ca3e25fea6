import { isInstant, perHolder } from '#dashboard/lib/storage.ts';

/**
 * When somebody last looked, kept in this browser alone and apart for each session holder. A visit is a stretch
 * of looking without a long pause in it, so that a reload doesn't make what is new old.
 */

/** A pause this long ends a visit. */
const VISIT_GAP_MS = 30 * 60_000;

/** As many holders as are remembered in one browser. */
const MOST_HOLDERS = 20;

const visits = perHolder('pledge-visits', readVisit, MOST_HOLDERS);

export interface Visit {
  /** What was seen at the end of the visit before this one, as an instant; null where there was none. */
  since: number | null;
  /** What has been seen in this visit. */
  seen: number;
}

/** The visit that goes on at `now`, in which what was there at `now` is seen. */
export function continueVisit(kept: Visit | undefined, now: number): Visit {
  if (kept === undefined) return { since: null, seen: now };
  if (now < kept.seen) return kept;
  return now - kept.seen < VISIT_GAP_MS ? { ...kept, seen: now } : { since: kept.seen, seen: now };
}

/** Notes that the holder sees what was there at `now`. A browser that keeps nothing makes every visit the first. */
export function noteVisit(holder: string, now: number): Visit {
  const visit = continueVisit(visits.of(holder), now);
  visits.put(holder, visit);
  return visit;
}

/** The last visit that is kept for the holder, whether or not it still goes on. */
export function keptVisit(holder: string): Visit | undefined {
  return visits.of(holder);
}

function readVisit(value: unknown): Visit | undefined {
  const { since, seen } = (value ?? {}) as Partial<Visit>;
  return isInstant(seen) && (since === null || isInstant(since)) ? { since, seen } : undefined;
}
