import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { hasAuditLog, organisationsOf, verifyChain } from '#server/audit-verify.ts';
import { openPool } from '#server/db/open.ts';
import { type Command, CommandError, readOptions } from './command.ts';

const USAGE = `Usage: npm run journal:verify [-- --help]

Checks the audit log of every organisation: that no entry was changed, removed, added or reordered since it was
recorded (docs/audit-log.md). Prints how many entries each has and the hash of the last one. Names the first entry
that does not match, and ends with 1. Only reads.
  --help                prints this`;

/** Checks the audit log of every organisation. It needs no right to write, so it leaves tables as they are. */
export const verifyJournal: Command<object> = {
  usage: USAGE,
  read: (args) => readOptions(args, {}),
  async open(config) {
    // Otherwise an empty one would be made there.
    if (!config.databaseUrl && !existsSync(join(config.dataDir, 'database'))) {
      throw new CommandError(
        `There is no database in ${config.dataDir}. Set DATA_DIR to the folder of Pledge's data, or DATABASE_URL to its database.`,
      );
    }
    return await openPool(config, async () => {});
  },
  async run({ pool }, _, say) {
    if (!(await hasAuditLog(pool))) throw new CommandError('This database has no audit log.');
    const faults: string[] = [];
    const organisations = await organisationsOf(pool);
    for (const organisation of organisations) {
      const name = organisation || 'no organisation (sign-ins that were refused)';
      const { entries, hash, fault } = await verifyChain(pool, organisation);
      if (fault) faults.push(`${name}: ${fault}`);
      else say(`${name}: all ${entries} entries match. The last hash is ${hash}.`);
    }
    if (organisations.length === 0) say('The audit log is empty.');
    if (faults.length > 0) throw new CommandError(faults.join('\n'));
  },
};
