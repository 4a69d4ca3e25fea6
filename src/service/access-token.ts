import { createHash, randomBytes } from 'node:crypto';

/** The form in which an access token is stored: its SHA-256 (docs/decisions.md, row 12). */
export function hashAccessToken(token: string): Buffer {
  return createHash('sha256').update(token, 'utf8').digest();
}

/** A new access token: 256 bits of chance, recognisable by its beginning. */
export function newAccessToken(): string {
  return `pledge_live_${randomBytes(32).toString('base64url')}`;
}
