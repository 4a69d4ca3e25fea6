import { randomBytes } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { inject } from 'vitest';
import type { OpenPool } from '#server/db/open.ts';
import { openInMemory, openPostgres } from '#service/db/open.ts';
import { createDatabase, dropDatabase } from './postgres-database.ts';

/** Whether the tests of this run use a PostgreSQL server instead of PGlite. */
export const onPostgres = Boolean(process.env.TEST_DATABASE_URL);

/**
 * A database of the test's own, with demo data or empty, on PGlite in memory or, where TEST_DATABASE_URL is
 * set, on that PostgreSQL server. Closing it removes it.
 */
export async function openTestDatabase(kind: 'demo' | 'empty' = 'demo'): Promise<OpenPool> {
  const template = inject('templates')[kind];
  if (!process.env.TEST_DATABASE_URL) return await openInMemory(await openAsBlob(template));
  const server = process.env.TEST_DATABASE_URL;
  const name = `test_${randomBytes(6).toString('hex')}`;
  const database = await openPostgres(await createDatabase(server, name, template), 8);
  return {
    ...database,
    async close() {
      await database.close();
      await dropDatabase(server, name);
    },
  };
}
