import type { Pool } from 'pg';
import { SIGN_IN_CODES } from '#contract/session.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { organisationSeal, storeOrganisationToken } from '#server/organisation-token.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import { GatewayFailure, isTokenRefused, organisationTokenRefused } from '../http/failures.ts';
import type { Owner } from './sign-in.ts';

/** An access token, and whose it is. */
export interface Credential {
  owner: Owner;
  accessToken: string;
}

interface OrganisationsOptions {
  pool: Pool;
  secrets: readonly string[];
  audit: Pick<AuditLog, 'appendIn'>;
  /** Asks the service whose an access token is. Throws a GatewayFailure. */
  identify(accessToken: string): Promise<Owner>;
  /** Hears of an access token that was stored and that the service has just accepted. */
  onAccepted(credential: Credential): Promise<void>;
}

/** The access tokens that organisations have at the service, sealed in the gateway's store. */
export interface Organisations {
  /**
   * The access token of an organisation. It is read each time, so that a new one counts at once at every gateway.
   * Throws a GatewayFailure if there is none, or if it can't be used.
   */
  credentialOf(name: string): Promise<Credential>;
  /** The organisation that was last lent an access token here; null if it is none's. */
  nameOf(accessToken: string): string | null;
  /** Stores an access token, unless it is the one that is stored. */
  keep(name: string, accessToken: string): Promise<void>;
  /** Whose an organisation's token is, as far as the service was asked; null if that isn't known. */
  ownerOf(name: string): Promise<string | null>;
}

interface Row {
  token: string;
  owner: string | null;
  label: string | null;
  creditor: Owner['creditor'];
}

export function createOrganisations(options: OrganisationsOptions): Organisations {
  const { pool, audit } = options;
  const seal = organisationSeal(options.secrets);
  /** Tokens that are being identified: requests at the same time ask the service once. */
  const identifying = new Map<string, Promise<Credential>>();

  /** The names of organisations by the access tokens that were lent. */
  const lent = new Map<string, string>();

  async function read(name: string): Promise<Row | undefined> {
    const { rows } = await pool.query<Row>(
      'select token, owner, label, creditor from desk.organisation where name = $1',
      [name],
    );
    return rows[0];
  }

  async function identify(name: string, token: string, accessToken: string): Promise<Credential> {
    const owner = await options.identify(accessToken).catch((error: unknown) => {
      throw isTokenRefused(error) ? organisationTokenRefused() : error;
    });
    const isFirst = await inTransaction(pool, async (client) => {
      const { rowCount } = await client.query(
        `update desk.organisation set owner = $3, label = $4, creditor = $5
         where name = $1 and token = $2 and owner is null`,
        [name, token, owner.owner, owner.label, JSON.stringify(owner.creditor)],
      );
      // Another gateway has recorded it already.
      if (rowCount === 0) return false;
      const details = { organisation: name };
      await audit.appendIn(client, [
        { owner: owner.owner, action: 'organisation-token', who: null, details },
      ]);
      return true;
    });
    const credential = { owner, accessToken };
    if (isFirst) await options.onAccepted(credential);
    return credential;
  }

  return {
    async credentialOf(name) {
      const row = await read(name);
      if (!row) throw noToken(name);
      const { token, owner, label, creditor } = row;
      const accessToken = seal.open(token);
      if (accessToken === null) throw noToken(name);
      lent.set(accessToken, name);
      if (owner !== null) return { owner: { owner, label: label ?? name, creditor }, accessToken };
      const running = identifying.get(token) ?? identify(name, token, accessToken);
      identifying.set(token, running);
      return await running.finally(() => identifying.delete(token));
    },
    nameOf: (accessToken) => lent.get(accessToken) ?? null,
    async keep(name, accessToken) {
      const row = await read(name);
      if (row && seal.open(row.token) === accessToken) return;
      await storeOrganisationToken(pool, seal, name, accessToken);
    },
    ownerOf: async (name) => (await read(name))?.owner ?? null,
  };
}

/** Also if it was sealed with a secret that this gateway doesn't have. */
function noToken(name: string): GatewayFailure {
  const message = `Pledge has no access token for ${name}. Ask the person who runs Pledge to store one (npm run organisation).`;
  return new GatewayFailure(503, SIGN_IN_CODES.organisationToken, message, { 'retry-after': '60' });
}
