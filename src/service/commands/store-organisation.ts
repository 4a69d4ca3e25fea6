import { readFileSync } from 'node:fs';
import { accessTokenProblem } from '#contract/session.ts';
import { openPool } from '#server/db/open.ts';
import { organisationSeal, storeOrganisationToken } from '#server/organisation-token.ts';
import { sessionSecretsOf } from '#server/session-secret.ts';
import { readServiceConfig } from '../config.ts';
import { type Command, CommandError, readOptions, readOrganisationName, UsageError } from './command.ts';

const USAGE = `Usage: npm run organisation -- --name NAME --token-stdin
       npm run organisation -- --list

Stores the access token with which Pledge calls the service for everyone of an organisation who signs in with an
identity provider. It is sealed with the session secret. Run it again to replace the token: the next request of
everyone who is signed in uses the new one.
  --name NAME           the organisation, as the identity provider or OIDC_ORGANISATION names it
  --token-stdin         reads the token from the standard input
  --list                lists the organisations that have a token, without showing it
  --help                prints this`;

type Input = { name: string; accessToken: string } | { list: true };

/** Stores and lists the access tokens of organisations. */
export const storeOrganisation: Command<Input> = {
  usage: USAGE,
  read(args) {
    const options = readOptions(args, {
      name: { type: 'string' },
      'token-stdin': { type: 'boolean' },
      list: { type: 'boolean' },
    });
    if (options.list) {
      const unused = Object.keys(options).find((option) => option !== 'list');
      if (unused === undefined) return { list: true };
      const message = `--${unused} is for storing a token: leave it out with --list, which shows all organisations.`;
      throw new UsageError(message);
    }
    const name = readOrganisationName('name', options.name);
    if (!options['token-stdin'])
      throw new UsageError('--token-stdin is missing: the token comes that way only.');
    const accessToken = readFileSync(0, 'utf8').trim();
    const problem = accessTokenProblem(accessToken);
    if (problem) throw new CommandError(problem);
    return { name, accessToken };
  },
  open: async (config) => await openPool(config, async () => {}),
  async run({ pool }, input, say) {
    const { rows: made } = await pool.query<{ made: string | null }>(
      `select to_regclass('desk.organisation') as made`,
    );
    if (!made[0]?.made) {
      throw new CommandError(
        "Pledge hasn't made its tables in this database yet. Start it once, then try again.",
      );
    }
    if ('list' in input) {
      const { rows } = await pool.query<{ name: string; changed_at: Date }>(
        'select name, changed_at from desk.organisation order by name',
      );
      for (const { name, changed_at } of rows) say(`${name}  since ${changed_at.toISOString()}`);
      if (rows.length === 0) say('No organisation has an access token here.');
      return;
    }
    const seal = organisationSeal(sessionSecretsOf(process.env, readServiceConfig(process.env).dataDir));
    const isReplaced = await storeOrganisationToken(pool, seal, input.name, input.accessToken);
    say(`${isReplaced ? 'Replaced' : 'Stored'} the access token of ${input.name}.`);
  },
};
