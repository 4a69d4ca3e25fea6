import type { Pool } from 'pg';
import { inTransaction } from '#server/db/transaction.ts';
import { hashAccessToken, newAccessToken } from '../access-token.ts';
import { IS_BARRED } from '../auth.ts';
import { createIds } from '../ids.ts';
import { makeOrganisation } from '../organisation.ts';
import { type Command, readOptions, readOrganisationName, type Say, UsageError } from './command.ts';

const USAGE = `Usage: npm run service:token -- --organisation NAME [--name LABEL]
       npm run service:token -- --list [--organisation NAME]
       npm run service:token -- --revoke CLIENT_ID

Issues an access token and prints it once. The database keeps only its hash.
  --organisation NAME   the organisation of the token; made, with a creditor, if there is none of that name
  --name LABEL          what the token is for, as --list shows it; the organisation's name if absent
  --list                lists the tokens of all organisations, or of one, without showing a token
  --revoke CLIENT_ID    refuses the token with this client id from now on; --list shows the ids
  --help                prints this`;

interface Input {
  organisation?: string | undefined;
  name?: string | undefined;
  list?: boolean | undefined;
  revoke?: string | undefined;
}

/**
 * Issues, lists and revokes access tokens (docs/decisions.md, row 12). A new organisation gets a creditor of
 * its name. The token is said once; the database keeps only its hash.
 */
export const issueToken: Command<Input> = {
  usage: USAGE,
  read(args) {
    const input = readOptions(args, {
      organisation: { type: 'string' },
      name: { type: 'string' },
      list: { type: 'boolean' },
      revoke: { type: 'string' },
    });
    if (input.revoke !== undefined && (input.list || input.organisation !== undefined)) {
      throw new UsageError('--revoke goes alone: it takes the client id of one token.');
    }
    if (input.name !== undefined && (input.list || input.revoke !== undefined)) {
      throw new UsageError('--name is the label of a new token: leave it out with --list and --revoke.');
    }
    const isNew = !input.list && input.revoke === undefined;
    const organisation = isNew
      ? readOrganisationName('organisation', input.organisation)
      : input.organisation?.trim();
    return { ...input, organisation, name: input.name?.trim() };
  },
  async run({ pool }, { organisation, name, list, revoke }, say) {
    if (revoke !== undefined) await revokeClient(pool, revoke, say);
    else if (list) await listClients(pool, organisation, say);
    else if (organisation) await issue(pool, organisation, name, say);
  },
};

async function revokeClient(pool: Pool, id: string, say: Say): Promise<void> {
  const { rowCount } = await pool.query(
    'update service.api_client set revoked_at = now() where id = $1 and revoked_at is null',
    [id],
  );
  if (!rowCount) throw new UsageError(`There is no access token in use with the client id ${id}.`);
  say(`Revoked ${id}. It is refused from now on.`);
}

async function listClients(pool: Pool, organisation: string | undefined, say: Say): Promise<void> {
  const { rows } = await pool.query<{
    id: string;
    organisation: string;
    name: string;
    created_at: Date;
    revoked_at: Date | null;
    barred: boolean;
  }>(
    `select c.id, o.name as organisation, c.name, c.created_at, c.revoked_at, ${IS_BARRED} as barred
     from service.api_client c
     join service.organisation o on o.id = c.organisation_id
     where $1::text is null or lower(o.name) = lower($1) order by lower(o.name), c.created_at`,
    [organisation ?? null],
  );
  if (rows.length === 0)
    throw new UsageError(`There is no access token${organisation ? ` of ${organisation}` : ''}.`);
  for (const row of rows) {
    const usable = row.barred ? 'refused: a demo token next to other data' : 'in use';
    const state = row.revoked_at ? `revoked ${row.revoked_at.toISOString()}` : usable;
    const parts = [row.id, row.organisation, row.name, `issued ${row.created_at.toISOString()}`, state];
    say(parts.join('  '));
  }
}

async function issue(pool: Pool, organisation: string, label: string | undefined, say: Say): Promise<void> {
  const token = newAccessToken();
  const clientId = createIds(Date.now)();
  const owner = await inTransaction(pool, async (client) => {
    const made = await makeOrganisation(client, organisation);
    await client.query(
      `insert into service.api_client (id, organisation_id, creditor_id, name, token_hash, demo, created_at)
       values ($1, $2, $3, $4, $5, false, now())`,
      [clientId, made.id, made.creditorId, label || made.name, hashAccessToken(token)],
    );
    return made;
  });
  for (const line of owner.news) say(line);
  say(`Access token of ${owner.name} (client id ${clientId}), shown this once:`);
  say(token);
}
