import { parseArgs } from 'node:util';
import { hashAccessToken, newAccessToken } from '../access-token.ts';
import { createIds } from '../ids.ts';
import { type Command, UsageError } from './command.ts';

const USAGE = `Usage: npm run service:token -- --organisation NAME [--name LABEL]
       npm run service:token -- --organisation NAME --list
       npm run service:token -- --revoke CLIENT_ID`;

/**
 * Issues, lists and revokes access tokens (docs/decisions.md, row 12). A new organisation gets a creditor of
 * its name. The token is said once; the database keeps only its hash.
 */
export const issueToken: Command = async (database, args, say) => {
  const { organisation, name, list, revoke } = readArguments(args);
  if (revoke) {
    const { rowCount } = await database.pool.query(
      'update service.api_client set revoked_at = now() where id = $1 and revoked_at is null',
      [revoke],
    );
    if (!rowCount) throw new UsageError(`There is no access token in use with the client id ${revoke}.`);
    say(`Revoked ${revoke}. It is refused from now on.`);
    return;
  }
  if (!organisation?.trim()) throw new UsageError(`--organisation is missing.\n${USAGE}`);
  if (list) {
    const { rows } = await database.pool.query<{
      id: string;
      name: string;
      created_at: Date;
      revoked_at: Date | null;
    }>(
      `select c.id, c.name, c.created_at, c.revoked_at from service.api_client c
       join service.organisation o on o.id = c.organisation_id where lower(o.name) = lower($1) order by c.created_at`,
      [organisation],
    );
    if (rows.length === 0) throw new UsageError(`There is no access token of ${organisation}.`);
    for (const row of rows) {
      const state = row.revoked_at ? `revoked ${row.revoked_at.toISOString()}` : 'in use';
      say(`${row.id}  ${row.name}  issued ${row.created_at.toISOString()}  ${state}`);
    }
    return;
  }
  const token = newAccessToken();
  const { clientId, isNew, demoShutOut } = await insertClient(database, organisation.trim(), name, token);
  if (isNew) say(`Made the organisation ${organisation.trim()} and its creditor.`);
  if (demoShutOut) say('From now on the demo access tokens are refused: this database holds other data.');
  say(`Access token of ${organisation.trim()} (client id ${clientId}), shown this once:`);
  say(token);
};

function readArguments(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        organisation: { type: 'string' },
        name: { type: 'string' },
        list: { type: 'boolean' },
        revoke: { type: 'string' },
      },
    }).values;
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n${USAGE}`);
  }
}

async function insertClient(
  { pool }: Parameters<Command>[0],
  organisation: string,
  name: string | undefined,
  token: string,
) {
  const newId = createIds(Date.now);
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query('lock table service.organisation in exclusive mode');
    const found = await client.query<{ id: string; creditor_id: string | null }>(
      `select o.id, (select c.id from service.creditor c where c.organisation_id = o.id limit 1) as creditor_id
       from service.organisation o where lower(o.name) = lower($1)`,
      [organisation],
    );
    let owner = found.rows[0];
    const isNew = !owner;
    if (!owner) {
      owner = { id: newId(), creditor_id: newId() };
      await client.query('insert into service.organisation values ($1, $2, false, now())', [
        owner.id,
        organisation,
      ]);
      await client.query('insert into service.creditor (id, organisation_id, name) values ($1, $2, $3)', [
        owner.creditor_id,
        owner.id,
        organisation,
      ]);
    }
    const clientId = newId();
    await client.query(
      `insert into service.api_client (id, organisation_id, creditor_id, name, token_hash, demo, created_at)
       values ($1, $2, $3, $4, $5, false, now())`,
      [clientId, owner.id, owner.creditor_id, name ?? organisation, hashAccessToken(token)],
    );
    const demo = await client.query('select from service.organisation where demo limit 1');
    await client.query('commit');
    return { clientId, isNew, demoShutOut: isNew && (demo.rowCount ?? 0) > 0 };
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}
