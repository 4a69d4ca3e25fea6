import { randomBytes } from 'node:crypto';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createDatabase, dropDatabase } from '#tests/support/postgres-database.ts';
import { startProgram, temporaryFolder } from '#tests/support/processes.ts';

/** The data folder that a first start leaves, for every desk to begin with a copy of. */
const FOLDER = join('node_modules', '.cache', 'pledge-tests', 'first-start');

/** The database that it leaves on the server of TEST_DATABASE_URL; without a server, the folder holds the database. */
const DATABASE = 'first-start';

/** Starts the built gateway once, and ends it, before any story. */
export default async function startOnce(): Promise<void> {
  rmSync(FOLDER, { recursive: true, force: true });
  const server = process.env.TEST_DATABASE_URL;
  if (server) await dropDatabase(server, DATABASE);
  const database = server && { DATABASE_URL: await createDatabase(server, DATABASE) };
  const gateway = await startProgram('gateway', { DATA_DIR: FOLDER, LOG_LEVEL: 'warn', ...database });
  await gateway.end();
}

/** A copy of what the first start left, as settings of a gateway; `remove` takes it away. */
export async function copyFirstStart(): Promise<{ env: Record<string, string>; remove(): Promise<void> }> {
  const data = temporaryFolder();
  cpSync(FOLDER, data.path, { recursive: true });
  const server = process.env.TEST_DATABASE_URL;
  if (!server) return { env: { DATA_DIR: data.path }, remove: async () => data.remove() };
  const name = `desk_${randomBytes(6).toString('hex')}`;
  return {
    env: { DATA_DIR: data.path, DATABASE_URL: await createDatabase(server, name, DATABASE) },
    async remove() {
      data.remove();
      await dropDatabase(server, name);
    },
  };
}
