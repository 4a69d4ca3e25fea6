import type { Pool } from 'pg';
import { MAX_TOKEN_LENGTH } from '#contract/session.ts';
import { hashAccessToken } from './access-token.ts';
import type { Client } from './context.ts';
import { Refusal } from './refusal.ts';

const BEARER = /^Bearer +([A-Za-z0-9._~+/=-]+) *$/i;

/** SQL: whether the token of a client `c` is refused because it is the demo's and the database holds other data. */
export const IS_BARRED = 'c.demo and exists (select from service.organisation where not demo)';

const CLIENT_OF_TOKEN = `
  select id, organisation_id, creditor_id, ${IS_BARRED} as barred
  from service.api_client c where token_hash = $1 and revoked_at is null`;

interface ClientRow {
  id: string;
  organisation_id: string;
  creditor_id: string | null;
  barred: boolean;
}

/**
 * The API client of an Authorization header (interface, "Authentication"). Demo tokens are known to
 * everybody, so they open nothing in a database that holds anything but demo data. Throws a 401 Refusal.
 */
export async function authenticate(db: Pool, header: string | null): Promise<Client> {
  if (header === null || header.trim() === '') throw unauthorized('The Authorization header is missing.');
  const token = BEARER.exec(header)?.[1];
  if (!token || token.length > MAX_TOKEN_LENGTH) {
    throw unauthorized('The Authorization header must be "Bearer" and an access token.');
  }
  const { rows } = await db.query<ClientRow>(CLIENT_OF_TOKEN, [hashAccessToken(token)]);
  const [client] = rows;
  if (!client) throw unauthorized('The access token is not valid.');
  if (client.barred) throw unauthorized('Demo access tokens are refused: this database holds other data.');
  return { id: client.id, organisationId: client.organisation_id, creditorId: client.creditor_id };
}

/** Whether an access token would be accepted. Throws if the database does not answer. */
export async function isAccepted(db: Pool, accessToken: string): Promise<boolean> {
  try {
    await authenticate(db, `Bearer ${accessToken}`);
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

function unauthorized(message: string): Refusal {
  return new Refusal(401, message, { 'www-authenticate': 'Bearer' });
}
