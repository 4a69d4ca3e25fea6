import pg from 'pg';
import { expect, it } from 'vitest';
import { hasPostgres, startKillablePostgres } from '#tests/support/postgres.mjs';
import { startProgram, temporaryFolder } from '#tests/support/processes.ts';

/** A rate is measured over a time: this isn't a wait for something to happen. */
const WATCHED_MS = 3_000;

it.skipIf(!hasPostgres())(
  'a gateway on PostgreSQL that nobody uses leaves its database alone',
  async ({ onTestFinished }) => {
    const folder = temporaryFolder();
    onTestFinished(() => folder.remove());
    const postgres = await startKillablePostgres();
    if (!postgres) throw new Error('PostgreSQL is installed, but did not start');
    onTestFinished(async () => await postgres.stop());
    const env = { DATA_DIR: folder.path, DATABASE_URL: postgres.url, LOG_LEVEL: 'warn', DEMO_DATA: 'off' };
    const { child } = await startProgram('gateway', env);
    onTestFinished(() => void child.kill('SIGKILL'));
    const client = new pg.Client(postgres.url);
    await client.connect();
    onTestFinished(async () => await client.end());
    const transactions = async () => {
      const { rows } = await client.query<{ count: number }>(
        'select xact_commit::int as count from pg_stat_database where datname = current_database()',
      );
      return rows[0]?.count ?? Number.NaN;
    };
    const before = await transactions();
    await new Promise((resolve) => setTimeout(resolve, WATCHED_MS));
    // Runs and checks that are due are looked for a few times a second.
    expect((await transactions()) - before).toBeLessThan((WATCHED_MS / 1_000) * 20);
  },
  60_000,
);
