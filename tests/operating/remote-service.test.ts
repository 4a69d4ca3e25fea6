import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasPostgres, startKillablePostgres } from '#tests/support/postgres.mjs';
import { startProgram, temporaryFolder } from '#tests/support/processes.ts';

/** Above what a gateway needs by itself, and far below what it needs with an embedded database. */
const MOST_MB = 250;

/** The most memory that a process has used so far. */
function peakMb(pid: number): number {
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}

describe('a gateway in front of a remote service', () => {
  const folder = temporaryFolder();
  const service = createServer((_, answer) => void answer.end('{}'));
  let env: { SERVICE_URL: string; LOG_LEVEL: string };
  let postgres: Awaited<ReturnType<typeof startKillablePostgres>> = null;
  beforeAll(async () => {
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
    const { port } = service.address() as AddressInfo;
    env = { SERVICE_URL: `http://127.0.0.1:${port}`, LOG_LEVEL: 'warn' };
    postgres = await startKillablePostgres();
  });
  afterAll(async () => {
    service.close();
    await postgres?.stop();
    folder.remove();
  });

  it.skipIf(!hasPostgres())('starts no embedded database if its journal is on PostgreSQL', async () => {
    const DATA_DIR = join(folder.path, 'secret-only');
    const DATABASE_URL = postgres?.url ?? '';
    const gateway = await startProgram('gateway', { ...env, DATA_DIR, DATABASE_URL });
    expect((await fetch(`${gateway.address}/readyz`)).status).toBe(200);
    expect(readdirSync(DATA_DIR)).toEqual(['session-secret']);
    if (process.platform === 'linux') expect(peakMb(gateway.child.pid ?? 0)).toBeLessThan(MOST_MB);
    expect(await gateway.end()).toBe(0);
  });

  it.skipIf(!hasPostgres())('needs no data folder if its secret is set, too', async () => {
    const DATA_DIR = join(folder.path, 'unused');
    const more = { DATABASE_URL: postgres?.url ?? '', SESSION_SECRET: 'x'.repeat(32) };
    const gateway = await startProgram('gateway', { ...env, DATA_DIR, ...more });
    expect((await fetch(`${gateway.address}/readyz`)).status).toBe(200);
    expect(existsSync(DATA_DIR)).toBe(false);
    expect(await gateway.end()).toBe(0);
  });

  it('keeps its journal in an embedded database if there is no PostgreSQL', async () => {
    const DATA_DIR = join(folder.path, 'journal');
    const gateway = await startProgram('gateway', { ...env, DATA_DIR });
    expect((await fetch(`${gateway.address}/readyz`)).status).toBe(200);
    expect(readdirSync(DATA_DIR)).toContain('database');
    const call = (name: string, ...args: string[]) =>
      spawnSync(process.execPath, [join('dist', 'server', `${name}.js`), ...args], {
        env: { PATH: process.env.PATH, DATA_DIR },
        input: 'an-access-token',
        encoding: 'utf8',
      });
    expect(call('journal-verify')).toMatchObject({ status: 0, stdout: 'The audit log is empty.\n' });
    expect(call('organisation', '--name', 'Acme', '--token-stdin').stdout).toBe(
      'Stored the access token of Acme.\n',
    );
    expect(call('service-token', '--list')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('in front of another service (SERVICE_URL)'),
    });
    expect(await gateway.end()).toBe(0);
  });
});
