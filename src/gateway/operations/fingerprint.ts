import { createHash } from 'node:crypto';

/** What the journal stores to recognise the same loan: a loan with many lines is longer than an index may hold. */
export function fingerprintOf(identity: string): string {
  return createHash('sha256').update(identity).digest('base64url');
}

/** Every form that it may be stored in: earlier versions stored the whole identity. */
export function fingerprintsOf(identity: string): string[] {
  return [fingerprintOf(identity), identity];
}
