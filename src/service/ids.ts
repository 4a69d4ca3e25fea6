import { randomBytes } from 'node:crypto';

/** Makes the next identifier. */
export type NewId = () => string;

/** Identifiers of 24 hexadecimal digits: the second they were made in, then 64 bits of chance. */
export function createIds(now: () => number): NewId {
  return () => {
    const seconds = Math.floor(now() / 1000);
    return seconds.toString(16).padStart(8, '0') + randomBytes(8).toString('hex');
  };
}
