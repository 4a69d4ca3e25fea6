/**
 * When somebody last looked, kept in this browser alone and apart for each session holder. A visit is a stretch
 * of looking without a long pause in it, so that a reload doesn't make what is new old.
 */

/** A pause this long ends a visit. */
const VISIT_GAP_MS = 30 * 60_000;

const KEY = 'pledge-visits';

/** As many holders as are remembered in one browser. */
const MOST_HOLDERS = 20;

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

/** Notes that the holder sees what was there at `now`. */
export function noteVisit(holder: string, now: number): Visit {
  const visits = read();
  const visit = continueVisit(visits.get(holder), now);
  visits.delete(holder);
  visits.set(holder, visit);
  try {
    localStorage.setItem(KEY, JSON.stringify([...visits].slice(-MOST_HOLDERS)));
  } catch {
    // A browser that keeps nothing makes every visit the first.
  }
  return visit;
}

/** The last visit that is kept for the holder, whether or not it still goes on. */
export function keptVisit(holder: string): Visit | undefined {
  return read().get(holder);
}

function read(): Map<string, Visit> {
  try {
    const entries: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return new Map(Array.isArray(entries) ? entries.filter(isEntry) : []);
  } catch {
    return new Map();
  }
}

function isEntry(entry: unknown): entry is [string, Visit] {
  if (!Array.isArray(entry) || typeof entry[0] !== 'string') return false;
  const { since, seen } = (entry[1] ?? {}) as Partial<Visit>;
  const isInstant = (value: unknown) => Number.isFinite(value) && Math.abs(value as number) < 8.64e15;
  return isInstant(seen) && (since === null || isInstant(since));
}
