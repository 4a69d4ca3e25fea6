import { createHmac } from 'node:crypto';
import type { Pool } from 'pg';
import { createSeal } from '#server/seal.ts';

/** Enough of the salt that it can't be guessed, and no more: a key is hashed from it for each of many customers. */
const SALT_BYTES = 16;

/**
 * The salt of the keys of an owner's customers: no one can work it out without the session secret. Links to customers and
 * follow-ups on them have these keys, so the first salt is kept, sealed, when its secret is removed.
 */
export function createCustomerSalts(pool: Pool, secrets: readonly string[]) {
  const seal = createSeal(secrets, 'pledge customer salt 1');
  const known = new Map<string, string>();

  /** From the oldest secret: the same at every gateway while a newer one takes over. */
  const derived = (owner: string) =>
    createHmac('sha256', secrets.at(-1) ?? '')
      .update(`pledge customers 1\0${owner}`)
      .digest()
      .subarray(0, SALT_BYTES)
      .toString('base64url');

  async function keep(owner: string): Promise<string> {
    const { rows } = await pool.query<{ salt: string }>(
      'select salt from desk.customer_salt where owner = $1',
      [owner],
    );
    const kept = rows[0] && seal.open(rows[0].salt);
    const salt = kept ?? derived(owner);
    // Sealed with the newest secret. What another secret sealed is not replaced: this gateway's may be the wrong one.
    if (kept !== null) {
      await pool.query(
        'insert into desk.customer_salt (owner, salt) values ($1, $2) on conflict (owner) do update set salt = $2',
        [owner, seal.seal(salt)],
      );
    }
    known.set(owner, salt);
    return salt;
  }

  // Pages also come while the database is away.
  return async (owner: string): Promise<string> =>
    known.get(owner) ?? (await keep(owner).catch(() => derived(owner)));
}
