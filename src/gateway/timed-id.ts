import { randomBytes } from 'node:crypto';

/** The beginning that ids of an instant (milliseconds since 1970) have. */
export function idsFrom(at: number): string {
  return at.toString(16).padStart(12, '0');
}

/** Ids of 28 hexadecimal digits that order by time, those of one process strictly, and never meet by chance. */
export function createTimedIds(clock: () => number): () => string {
  let last = 0;
  let inSameInstant = 0;
  return () => {
    const now = Math.max(clock(), last);
    inSameInstant = now === last ? inSameInstant + 1 : 0;
    last = now;
    return idsFrom(now) + inSameInstant.toString(16).padStart(4, '0') + randomBytes(6).toString('hex');
  };
}
