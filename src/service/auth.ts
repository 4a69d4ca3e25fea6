import { and, eq, isNull, sql } from 'drizzle-orm';
import { MAX_TOKEN_LENGTH } from '#contract/session.ts';
import { hashAccessToken } from './access-token.ts';
import type { Client } from './context.ts';
import type { Database } from './db/open.ts';
import { apiClient, organisation } from './db/schema.ts';
import { statements } from './db/statements.ts';
import { Refusal } from './refusal.ts';

const BEARER = /^Bearer +([A-Za-z0-9._~+/=-]+) *$/i;

const clientOf = statements((db) =>
  db
    .select({
      id: apiClient.id,
      organisationId: apiClient.organisationId,
      creditorId: apiClient.creditorId,
      barred: sql<boolean>`${apiClient.demo} and exists (select from ${organisation} where not ${organisation.demo})`,
    })
    .from(apiClient)
    .where(and(eq(apiClient.tokenHash, sql.placeholder('hash')), isNull(apiClient.revokedAt)))
    .prepare(''),
);

/**
 * The API client of an Authorization header (interface, "Authentication"). Demo tokens are known to
 * everybody, so they open nothing in a database that holds anything but demo data. Throws a 401 Refusal.
 */
export async function authenticate(db: Database, header: string | null): Promise<Client> {
  if (header === null || header.trim() === '') throw unauthorized('The Authorization header is missing.');
  const token = BEARER.exec(header)?.[1];
  if (!token || token.length > MAX_TOKEN_LENGTH) {
    throw unauthorized('The Authorization header must be "Bearer" and an access token.');
  }
  const [client] = await clientOf(db).execute({ hash: hashAccessToken(token) });
  if (!client) throw unauthorized('The access token is not valid.');
  if (client.barred) throw unauthorized('Demo access tokens are refused: this database holds other data.');
  return { id: client.id, organisationId: client.organisationId, creditorId: client.creditorId };
}

/** Whether an access token would be accepted. Throws if the database does not answer. */
export async function isAccepted(db: Database, accessToken: string): Promise<boolean> {
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
