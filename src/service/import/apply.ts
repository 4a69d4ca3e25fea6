import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '#server/db/transaction.ts';
import { CommandError, type Say } from '../commands/command.ts';
import { makeOrganisation } from '../organisation.ts';
import { type Fault, refuseFaults } from './faults.ts';
import type { ImportRecord, Kind } from './kind.ts';
import { members } from './members.ts';
import { type Plan, planRecords } from './plan.ts';
import { terms } from './terms.ts';
import { tokens } from './tokens.ts';

export const KINDS = { tokens, members, terms } satisfies Record<string, Kind>;

export type KindName = keyof typeof KINDS;

/** A checked import, as it goes to the process that has the database open. */
export interface Import {
  organisation: string;
  /** The records of each kind for which there is a file. */
  records: Partial<Record<KindName, ImportRecord[]>>;
  files: Partial<Record<KindName, string>>;
  update: boolean;
  check: boolean;
}

/** Thrown to undo what a check did. */
class CheckedOnly extends Error {
  readonly lines: string[];
  constructor(lines: string[]) {
    super();
    this.lines = lines;
  }
}

/** Imports records, all or nothing. Says what it did or, for a check, what it would do. Throws a CommandError. */
export async function applyImport(pool: Pool, wanted: Import, say: Say): Promise<void> {
  try {
    const lines = await inTransaction(pool, async (client) => {
      const done = await importAll(client, wanted);
      if (wanted.check) throw new CheckedOnly(done);
      return done;
    });
    for (const line of lines) say(line);
  } catch (error) {
    if (!(error instanceof CheckedOnly)) throw error;
    say('Nothing was written. Without --check, the import says:');
    for (const line of error.lines) say(`  ${line}`);
  }
}

async function importAll(client: PoolClient, wanted: Import): Promise<string[]> {
  await client.query('set local statement_timeout = 0');
  const made = await makeOrganisation(client, wanted.organisation);
  const lines = [...made.news];
  const faults: Fault[] = [];
  for (const name of Object.keys(KINDS) as KindName[]) {
    const records = wanted.records[name];
    if (!records) continue;
    const plan = await importKind(client, KINDS[name], records, made, wanted.update);
    faults.push(...plan.faults);
    lines.push(`${wanted.files[name]}: ${summary(plan)}.`);
  }
  refuseFaults(faults);
  const { rowCount } = await client.query(
    'select from service.api_client where organisation_id = $1 and revoked_at is null limit 1',
    [made.id],
  );
  if (!rowCount)
    lines.push(
      `${made.name} has no access token yet: npm run service:token -- --organisation "${made.name}"`,
    );
  return lines;
}

async function importKind(
  client: PoolClient,
  kind: Kind,
  records: readonly ImportRecord[],
  organisation: { id: string; name: string; creditorId: string | null },
  update: boolean,
): Promise<Plan> {
  const { id: organisationId, creditorId } = organisation;
  if (creditorId === null)
    throw new CommandError(`${organisation.name} has no creditor, so it can't be imported to.`);
  const owner = { organisationId, creditorId };
  const stored = await kind.find(client, owner, records);
  const plan = planRecords(kind, records, stored, { update, now: Date.now() });
  if (plan.faults.length === 0) await kind.write(client, owner, plan.writes);
  return plan;
}

function summary({ added, changed, unchanged }: Plan): string {
  const parts = [
    [added, 'new'],
    [changed, 'changed'],
    [unchanged, 'already there'],
  ] as const;
  return parts
    .filter(([count]) => count > 0)
    .map(([count, what]) => `${count} ${what}`)
    .join(', ');
}
