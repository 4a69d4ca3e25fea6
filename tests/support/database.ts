import { randomBytes } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import pg from 'pg';
import { inject } from 'vitest';
import type { OpenPool } from '#server/db/open.ts';
import { openInMemory, openPostgres } from '#service/db/open.ts';

/** Whether the tests of this run use a PostgreSQL server instead of PGlite. */
export const onPostgres = Boolean(process.env.TEST_DATABASE_URL);

/**
 * A database of the test's own, with demo data or empty, on PGlite in memory or, where TEST_DATABASE_URL is
 * set, on that PostgreSQL server. Closing it removes it.
 */
export async function openTestDatabase(kind: 'demo' | 'empty' = 'demo'): Promise<OpenPool> {
  const template = inject('templates')[kind];
  if (!process.env.TEST_DATABASE_URL) return await openInMemory(await openAsBlob(template));
  const url = new URL(process.env.TEST_DATABASE_URL);
  const name = `test_${randomBytes(6).toString('hex')}`;
  await administer(url, `create database ${name} template "${template}"`);
  const own = new URL(url);
  own.pathname = `/${name}`;
  const database = await openPostgres(own.href, 8);
  return {
    ...database,
    async close() {
      await database.close();
      await administer(url, `drop database ${name} with (force)`);
    },
  };
}

async function administer(url: URL, sql: string): Promise<void> {
  const client = new pg.Client(url.href);
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
