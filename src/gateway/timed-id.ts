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

/** SQL: such an id by the clock of the database, for what several gateways put in one order. It takes an end of its own. */
export const timedId = (end: string) =>
  `(select lpad(to_hex(us / 1000), 12, '0') || lpad(to_hex(us % 1000), 3, '0') || ${end}::text
  from (select trunc(extract(epoch from clock_timestamp()) * 1000000)::bigint as us) instant)`;

/** Ends of those ids, in the order of one process: the clock of the embedded database has no microseconds. */
export function createIdEnds(): () => string {
  let count = 0;
  return () => {
    count = (count + 1) % (LAST_IN_AN_INSTANT + 1);
    return count.toString(16).padStart(4, '0') + randomBytes(5).toString('hex').slice(1);
  };
}
