import { join } from 'node:path';
import pg from 'pg';
import { ensurePostgres } from '#tests/support/postgres.mjs';

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
  const asAdmin = async (statement: string) => {
    const client = new pg.Client(server.url);
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };
  return {
    async createDatabase(name) {
      const own = `bench_${name}_${process.pid}`;
      await asAdmin(`create database ${own}`);
      made.push(own);
      const url = new URL(server.url);
      url.pathname = join('/', own);
      return url.href;
    },
    async stop() {
      for (const name of made) await asAdmin(`drop database if exists ${name} with (force)`);
      await server.stop();
    },
  };
}
