import type { Pool } from 'pg';
import { createSeal, type Seal } from './seal.ts';

const PURPOSE = 'pledge organisation 1';

/** Seals the access tokens that organisations have at the service. */
export function organisationSeal(secrets: readonly string[]): Seal {
  return createSeal(secrets, PURPOSE);
}

/**
 * Stores an organisation's access token, sealed, in place of the one that it had. Whose the new one is, the gateway
 * asks the service when it first uses it. Returns whether there was one.
 */
export async function storeOrganisationToken(
  pool: Pool,
  seal: Seal,
  name: string,
  accessToken: string,
): Promise<boolean> {
  const { rows } = await pool.query<{ is_new: boolean }>(
    `insert into desk.organisation (name, token, changed_at) values ($1, $2, now())
     on conflict (name) do update
       set token = $2, owner = null, label = null, creditor = null, changed_at = now()
     returning xmax = 0 as is_new`,
    [name, seal.seal(accessToken)],
  );
  return !rows[0]?.is_new;
}
