import { randomBytes } from 'node:crypto';

/** The beginning that ids of an instant (milliseconds since 1970) have. */
export function idsFrom(at: number): string {
  return at.toString(16).padStart(12, '0');
}

/** The count within an instant has four digits of the id. */
const LAST_IN_AN_INSTANT = 0xffff;

/** Ids of 28 hexadecimal digits that order by time, those of one process strictly, and never meet by chance. */
export function createTimedIds(clock: () => number): () => string {
  let last = 0;
  let inSameInstant = 0;
  return () => {
    // A clock may stop or be set back: a full instant is followed by the next one, ahead of it.
    const now = Math.max(clock(), inSameInstant < LAST_IN_AN_INSTANT ? last : last + 1);
    inSameInstant = now === last ? inSameInstant + 1 : 0;
    last = now;
    return idsFrom(now) + inSameInstant.toString(16).padStart(4, '0') + randomBytes(6).toString('hex');
  };
}
