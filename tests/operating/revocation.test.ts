import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFailed, onTestFinished } from 'vitest';
import { hasPostgres, startKillablePostgres } from '#tests/support/postgres.mjs';
import { startProgram, temporaryFolder } from '#tests/support/processes.ts';

const folder = temporaryFolder();
let postgres: Awaited<ReturnType<typeof startKillablePostgres>> = null;

/** How soon a revoked token has ended its sessions. */
const ENDED_MS = 5_000;

beforeAll(async () => {
  postgres = await startKillablePostgres();
});
afterAll(async () => {
  await postgres?.stop();
  folder.remove();
});

/** Runs `service:token` and returns what it printed. */
function tokenCommand(env: Record<string, string>, ...args: string[]): string {
  const program = join('dist', 'server', 'service-token.js');
  const { stdout, stderr, status } = spawnSync(process.execPath, [program, ...args], {
    env: { PATH: process.env.PATH, ...env },
    encoding: 'utf8',
  });
  expect(status, stderr).toBe(0);
  return stdout;
}

async function start(name: string, env: Record<string, string>): Promise<string> {
  const running = await startProgram(name, { LOG_LEVEL: 'warn', DEMO_DATA: 'off', ...env });
  onTestFailed(() => console.log(running.output()));
  onTestFinished(() => void running.child.kill('SIGKILL'));
  return `http://127.0.0.1:${new URL(running.address).port}`;
}

async function cookieOf(address: string, accessToken: string): Promise<string> {
  const response = await fetch(`${address}/session`, {
    method: 'POST',
    headers: { origin: address, 'content-type': 'application/json' },
    body: JSON.stringify({ accessToken }),
  });
  expect(response.status).toBe(200);
  return response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
}

describe.each(['on the embedded database', 'on PostgreSQL', 'before a service on its database'])(
  'a gateway %s',
  (setup) => {
    it.skipIf(setup !== 'on the embedded database' && !hasPostgres())(
      'ends the sessions of a token within five seconds after service:token revoked it',
      async () => {
        const env: Record<string, string> = { DATA_DIR: join(folder.path, setup.replaceAll(' ', '-')) };
        if (setup !== 'on the embedded database') env.DATABASE_URL = postgres?.url ?? '';
        const remote = setup === 'before a service on its database' && {
          SERVICE_URL: await start('service', env),
        };
        const address = await start('gateway', { ...env, ...remote });
        const accessToken = /pledge_\S+/.exec(tokenCommand(env, '--organisation', setup))?.[0] ?? '';
        const client = /\b[0-9a-f]{24}\b/.exec(tokenCommand(env, '--list', '--organisation', setup))?.[0];
        const headers = { cookie: await cookieOf(address, accessToken) };
        const statusOf = async (path: string) => (await fetch(address + path, { headers })).status;
        expect(await statusOf('/journal')).toBe(200);
        const stream = await fetch(`${address}/events`, { headers });
        expect(stream.status).toBe(200);

        tokenCommand(env, '--revoke', client ?? '');
        const revoked = performance.now();
        await stream.text();
        expect(performance.now() - revoked).toBeLessThan(ENDED_MS);
        for (const path of ['/journal', '/events/log', '/events', '/runs']) {
          expect(await statusOf(path), path).toBe(401);
        }
      },
    );
  },
);
