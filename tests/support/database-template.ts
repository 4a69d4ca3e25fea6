import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { loadDemo } from '#service/db/demo/load.ts';
import { openInMemory, openPostgres } from '#service/db/open.ts';
import { createDatabase } from './postgres-database.ts';

/** The folder that keeps the template databases between runs. */
const CACHE = 'node_modules/.cache/pledge-tests';

declare module 'vitest' {
  export interface ProvidedContext {
    /** A dumped PGlite with tables and demo data, or the name of such a database on PostgreSQL. */
    templates: { demo: string; empty: string };
  }
}

/** Makes, once for all test files, a database with demo data and one with tables only, to be copied by each. */
export default async function makeTemplates(project: TestProject): Promise<void> {
  const url = process.env.TEST_DATABASE_URL;
  const key = `${new Date().toISOString().slice(0, 10)}-${digestOfSources()}`;
  project.provide('templates', {
    empty: url ? await onPostgres(url, `empty-${key}`, false) : await onPglite(`empty-${key}`, false),
    demo: url ? await onPostgres(url, `demo-${key}`, true) : await onPglite(`demo-${key}`, true),
  });
}

async function onPglite(name: string, demo: boolean): Promise<string> {
  const path = join(CACHE, `${name}.tar`);
  if (existsSync(path)) return path;
  mkdirSync(CACHE, { recursive: true });
  const kind = name.split('-')[0] as string;
  for (const old of readdirSync(CACHE)) {
    if (old.startsWith(`${kind}-`)) rmSync(join(CACHE, old), { force: true });
  }
  const database = await openInMemory();
  if (demo) await loadDemo(database.pool, { now: Date.now(), timeZone: 'Africa/Lagos' });
  const dump = await database.dump();
  await database.close();
  const own = `${path}.${process.pid}`;
  writeFileSync(own, Buffer.from(await dump.arrayBuffer()));
  renameSync(own, path);
  return path;
}

async function onPostgres(server: string, name: string, demo: boolean): Promise<string> {
  const admin = new pg.Client(server);
  await admin.connect();
  const { rowCount } = await admin
    .query('select from pg_database where datname = $1', [name])
    .finally(() => admin.end());
  if (rowCount) return name;
  const database = await openPostgres(await createDatabase(server, name), 2);
  if (demo) await loadDemo(database.pool, { now: Date.now(), timeZone: 'Africa/Lagos' });
  await database.close();
  return name;
}

function digestOfSources(): string {
  const hash = createHash('sha256');
  for (const folder of ['src/server/db', 'src/service/db']) {
    for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
      if (entry.isFile()) hash.update(readFileSync(join(entry.parentPath, entry.name)));
    }
  }
  return hash.digest('hex').slice(0, 16);
}
