import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFailed, onTestFinished } from 'vitest';
import { KEY_HEADER } from '#contract/operations.ts';
import { loadDemo } from '#service/db/demo/load.ts';
import { openDatabase } from '#service/db/open.ts';
import { lendingOf, loanBody } from '#tests/support/lending.ts';
import { startProgram, temporaryFolder } from '#tests/support/processes.ts';
import { CRESTLINE } from '#tests/support/service.ts';

const run = (...command: [string, ...string[]]) => spawnSync(command[0], command.slice(1)).status === 0;

/** A disk of its own, which only root can make, and only where mounts are allowed. */
const disk = temporaryFolder();
const isMounted =
  process.getuid?.() === 0 && run('mount', '-t', 'tmpfs', '-o', 'size=250m', 'tmpfs', disk.path);
const skipped = isMounted ? '' : ' (skipped: no file system can be mounted here)';
afterAll(() => {
  if (isMounted) run('umount', '--lazy', disk.path);
  disk.remove();
});

const DATA_DIR = join(disk.path, 'data');
const filler = join(disk.path, 'filler');
let loan: ReturnType<typeof loanBody>;

beforeAll(async () => {
  if (!isMounted) return;
  const database = await openDatabase({ databaseUrl: undefined, dataDir: DATA_DIR });
  await loadDemo(database.pool, { now: Date.now(), timeZone: 'Africa/Lagos' });
  loan = loanBody(await lendingOf({ database }, 'Crestline', 'NGN'));
  await database.close();
});

/** Starts the built gateway and signs in. */
async function startGateway(level = 'silent') {
  const running = await startProgram('gateway', { DATA_DIR, LOG_LEVEL: level });
  onTestFailed(() => console.log(running.output()));
  onTestFinished(async () => void (await running.end('SIGKILL')));
  const address = `http://127.0.0.1:${new URL(running.address).port}`;
  const json = { origin: address, 'content-type': 'application/json' };
  const body = JSON.stringify({ accessToken: CRESTLINE });
  const { headers } = await fetch(`${address}/session`, { method: 'POST', headers: json, body });
  const cookie = headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  return { ...running, address, headers: { ...json, cookie } };
}

type Running = Awaited<ReturnType<typeof startGateway>>;

async function lend({ address, headers }: Running): Promise<{ status: number; message: string }> {
  const response = await fetch(`${address}/v1/api/credit/loan`, {
    method: 'POST',
    headers: { ...headers, [KEY_HEADER]: randomUUID() },
    body: JSON.stringify(loan),
  });
  const { message } = (await response.json()) as { message: string };
  return { status: response.status, message };
}

/** The newest loan, and the number of entries in the journal. */
async function written({ address, headers }: Running) {
  const [loans, journal] = await Promise.all(
    ['/v1/api/creditor/credit/loans?limit=1', '/journal?limit=1'].map(async (path) => {
      const response = await fetch(address + path, { headers });
      expect(response.status).toBe(200);
      return await response.json();
    }),
  );
  return { loans: loans.data, entries: journal.data.total };
}

it.skipIf(!isMounted)(
  `a disk that fills up while Pledge runs refuses writes, keeps reads, and is used again once there is space${skipped}`,
  async () => {
    const running = await startGateway();
    const before = await written(running);
    const { bavail, bsize } = statfsSync(disk.path);
    expect(run('fallocate', '-l', String(bavail * bsize), filler)).toBe(true);
    for (let time = 0; time < 20; time++) {
      expect(await lend(running)).toEqual({
        status: 503,
        message: 'The disk of the journal is full, so nothing was sent. Free some space, then try again.',
      });
    }
    expect(await written(running)).toEqual(before);
    rmSync(filler);
    expect(await lend(running)).toMatchObject({ status: 201 });
    expect(await written(running)).toMatchObject({ entries: before.entries + 1 });
    expect(await running.end('SIGTERM')).toBe(0);
  },
  180_000,
);

it.skipIf(!isMounted)(
  `a sign-out on a full disk is written down once there is space${skipped}`,
  async () => {
    const running = await startGateway('info');
    const { bavail, bsize } = statfsSync(disk.path);
    expect(run('fallocate', '-l', String(bavail * bsize), filler)).toBe(true);
    const { address, headers } = running;
    const signedOut = await fetch(`${address}/session`, { method: 'DELETE', headers });
    expect(signedOut.status).toBe(200);
    expect(running.output()).toContain('a sign-out was not written');
    rmSync(filler);
    await expect.poll(running.output, { timeout: 60_000 }).toContain('a sign-out that had not been written');
    expect(await running.end('SIGTERM')).toBe(0);
    const again = await startGateway();
    const response = await fetch(`${again.address}/session`, { headers: { cookie: headers.cookie } });
    expect((await response.json()).data.session).toBeNull();
  },
  180_000,
);
