import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { hasPostgres, startKillablePostgres } from '#tests/support/postgres.mjs';
import { startProgram, temporaryFolder } from '#tests/support/processes.ts';
import { EndedAtStart, startServiceProcess } from '#tests/support/service-process.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());

/** Starts the built service, which must not start; returns the only line that it says. */
async function refusedStart(env: Record<string, string>): Promise<string> {
  const failure = await startServiceProcess(folder.path, env).then(
    ({ end }) => end('SIGKILL'),
    (error: unknown) => error,
  );
  expect(failure).toBeInstanceOf(EndedAtStart);
  const { code, message } = failure as EndedAtStart;
  expect(code).toBe(1);
  expect(message.trimEnd().split('\n')).toEqual([message.trimEnd()]);
  return message;
}

it('a start says in one line that the log level is none', async () => {
  const said = await refusedStart({ LOG_LEVEL: 'loud', DATA_DIR: join(folder.path, 'loud') });
  expect(said).toMatch(/^LOG_LEVEL must be one of silent, .*info.*; it is "loud"\.$/m);
});

it('a start says in one line that the data folder is a file, or can’t be made', async () => {
  const DATA_DIR = join(folder.path, 'file');
  writeFileSync(DATA_DIR, '');
  expect(await refusedStart({ DATA_DIR })).toContain('DATA_DIR must be a folder');
  if (process.platform === 'linux') {
    expect(await refusedStart({ DATA_DIR: '/proc/nope' })).toContain("can't be made (ENOENT)");
  }
});

async function takenPort(): Promise<number> {
  const holder = createServer();
  await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void holder.close());
  const address = holder.address();
  return typeof address === 'object' && address ? address.port : 0;
}

it('a start says in one line that the port is taken, before it makes a database', async () => {
  const port = await takenPort();
  const DATA_DIR = join(folder.path, 'taken');
  expect(await refusedStart({ PORT: String(port), DATA_DIR })).toContain(`Port ${port} is taken`);
  expect(existsSync(DATA_DIR)).toBe(false);
});

it('a gateway warns of a misspelt setting, and finds a taken port before it makes a database', async () => {
  const port = await takenPort();
  const DATA_DIR = join(folder.path, 'misspelt');
  const failure = String(
    await startProgram('gateway', { PORT: String(port), DATA_DIR, SESION_SECRET: 'hidden' }).then(
      ({ end }) => end('SIGKILL'),
      (error: unknown) => error,
    ),
  );
  expect(failure).toMatch(/SESION_SECRET is set.+Did you mean SESSION_SECRET\?"\}\nPort \d+ is taken/);
  expect(failure).not.toContain('hidden');
  expect(existsSync(DATA_DIR)).toBe(false);
});

it.skipIf(!hasPostgres())('a gateway makes its tables past the pooler', async () => {
  const postgres = await startKillablePostgres();
  const DATABASE_DIRECT_URL = postgres?.url ?? '';
  onTestFinished(async () => await postgres?.stop());
  // What comes by way of the pooler may use tables, and make none.
  const client = new pg.Client(DATABASE_DIRECT_URL);
  await client.connect();
  await client.query(`create role pooled login;
    alter default privileges grant usage on schemas to pooled;
    alter default privileges grant all on tables to pooled;
    alter default privileges grant all on sequences to pooled;`);
  await client.end();
  const pooler = new URL(DATABASE_DIRECT_URL);
  pooler.username = 'pooled';
  const DATA_DIR = join(folder.path, 'pooler');
  const gateway = await startProgram('gateway', { DATA_DIR, DATABASE_URL: pooler.href, DATABASE_DIRECT_URL });
  expect((await fetch(`${gateway.address}/readyz`)).status).toBe(200);
  expect(await gateway.end()).toBe(0);
});

describe.skipIf(!hasPostgres())('a start says in one line that the database', () => {
  it('takes no writes, as a replica', async () => {
    const postgres = await startKillablePostgres();
    onTestFinished(async () => await postgres?.stop());
    const DATABASE_URL = `${postgres?.url}?options=-c%20default_transaction_read_only=on`;
    expect(await refusedStart({ DATABASE_URL })).toMatch(/can't be opened \(.+ read-only transaction\)/);
  });

  it('is not the one behind the pooler', async () => {
    const postgres = await startKillablePostgres();
    onTestFinished(async () => await postgres?.stop());
    const DATABASE_DIRECT_URL = postgres?.url ?? '';
    const client = new pg.Client(DATABASE_DIRECT_URL);
    await client.connect();
    await client.query('create database other');
    await client.end();
    const other = new URL(DATABASE_DIRECT_URL);
    other.pathname = '/other';
    const said = await refusedStart({ DATABASE_URL: other.href, DATABASE_DIRECT_URL });
    expect(said).toContain('DATABASE_URL and DATABASE_DIRECT_URL are of different databases');
  });
});

it('a start says in one line that the host is none of this machine', async () => {
  const DATA_DIR = join(folder.path, 'host');
  expect(await refusedStart({ HOST: '192.0.2.1', DATA_DIR })).toMatch(
    /^HOST must be an address of this machine/,
  );
});

it('a start says in one line that files of the database are cut short', async () => {
  const DATA_DIR = join(folder.path, 'cut');
  const service = await startServiceProcess(folder.path, { DATA_DIR, DEMO_DATA: 'off' });
  expect(await service.end('SIGTERM')).toBe(0);
  const tables = join(DATA_DIR, 'database', 'base', '5');
  // PostgreSQL numbers what it makes itself below 16384.
  for (const name of readdirSync(tables)) if (Number(name) >= 16_384) truncateSync(join(tables, name), 0);
  expect(await refusedStart({ DATA_DIR })).toMatch(
    /^The database is damaged \(.+\)\. Put a backup in its place/,
  );
});

/** A file system of a few megabytes, which only root can make. */
const small = join(folder.path, 'small');
const mount = (...args: string[]) => spawnSync('mount', args).status === 0;
mkdirSync(small);
const hasSmallDisk = process.getuid?.() === 0 && mount('-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', small);
afterAll(() => void (hasSmallDisk && spawnSync('umount', [small])));

it.skipIf(!hasSmallDisk)(
  'a start says in one line that the disk is full, and works once there is space',
  async () => {
    const DATA_DIR = join(small, 'data');
    expect(await refusedStart({ DATA_DIR })).toBe(
      `The disk of the data folder ${DATA_DIR} is full. Free some space, or set DATA_DIR to another disk.\n`,
    );
    // Room for an empty database, and none for the next segment of its log: the database panics.
    mount('-o', 'remount,size=60m', small);
    expect(await refusedStart({ DATA_DIR })).toBe(
      `The disk of the data folder ${DATA_DIR} is full. Free some space, or set DATA_DIR to another disk.\n`,
    );
    mount('-o', 'remount,size=300m', small);
    const service = await startServiceProcess(folder.path, { DATA_DIR, DEMO_DATA: 'off' });
    expect(await service.end('SIGTERM')).toBe(0);
  },
);
