import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { migrateStore } from '#gateway/store.ts';
import type { OpenPool } from '#server/db/open.ts';
import { organisationSeal } from '#server/organisation-token.ts';
import { openTestDatabase } from '#tests/support/database.ts';
import { temporaryFolder } from '#tests/support/processes.ts';
import { storeOrganisation } from './store-organisation.ts';

const folder = temporaryFolder();
const kept = join(folder.path, 'session-secret');
const OWN = 'a secret of the gateways that is long enough';
let database: OpenPool;

beforeAll(async () => {
  database = await openTestDatabase('empty');
  await migrateStore(database.pool);
});
beforeEach(() => {
  vi.stubEnv('DATA_DIR', folder.path);
  vi.stubEnv('SESSION_SECRET', undefined);
});
afterEach(() => vi.unstubAllEnvs());
afterAll(async () => {
  await database.close();
  folder.remove();
});

async function store(accessToken: string): Promise<string> {
  const lines: string[] = [];
  await storeOrganisation.run(database, { name: 'Acme', accessToken }, (line) => void lines.push(line));
  return lines.join('\n');
}

/** The access token as a gateway with this secret reads it. */
async function storedBy(secret: string): Promise<string | null | undefined> {
  const { rows } = await database.pool.query<{ token: string }>('select token from desk.organisation');
  return rows[0] && organisationSeal([secret]).open(rows[0].token);
}

it('replaces no access token by one that the gateways can’t read', async () => {
  vi.stubEnv('SESSION_SECRET', OWN);
  expect(await store('first')).toBe('Stored the access token of Acme.');
  vi.stubEnv('SESSION_SECRET', undefined);
  await expect(store('second')).rejects.toThrow(
    `There is no session secret in ${folder.path}. Set SESSION_SECRET to that of the gateways, or DATA_DIR to the folder that has theirs.`,
  );
  vi.stubEnv('SESSION_SECRET', 'short');
  await expect(store('second')).rejects.toThrow('SESSION_SECRET must have at least 32 characters');
  expect(existsSync(kept)).toBe(false);
  expect(await storedBy(OWN)).toBe('first');
});

it('seals with the secret of the data folder where none is set', async () => {
  writeFileSync(kept, `${OWN} and in a file`);
  await store('third');
  expect(await storedBy(`${OWN} and in a file`)).toBe('third');
});

it.each([['--name', 'Acme'], ['--token-stdin']])('doesn’t pass over %s if it only lists', (...more) => {
  const [option] = more;
  expect(() => storeOrganisation.read(['--list', ...more])).toThrow(
    `${option} is for storing a token: leave it out with --list, which shows all organisations.`,
  );
});
