import { ensurePostgres } from '#tests/support/postgres.mjs';
import { createDatabase, dropDatabase } from '#tests/support/postgres-database.ts';

/** A PostgreSQL server with databases that only this run uses. */
export interface Postgres {
  /** Makes an empty database and returns its address. */
  createDatabase(name: string): Promise<string>;
  stop(): Promise<void>;
}

/** Starts a PostgreSQL server, or takes the one of TEST_DATABASE_URL; null where there is none. */
export async function startPostgres(): Promise<Postgres | null> {
  const server = await ensurePostgres();
  if ('skipped' in server) return null;
  const made: string[] = [];
  return {
    async createDatabase(name) {
      const own = `bench_${name}_${process.pid}`;
      const url = await createDatabase(server.url, own);
      made.push(own);
      return url;
    },
    async stop() {
      for (const name of made) await dropDatabase(server.url, name);
      await server.stop();
    },
  };
}
