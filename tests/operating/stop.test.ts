import { randomUUID } from 'node:crypto';
import { cpSync } from 'node:fs';
import { Agent } from 'node:http';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFailed, onTestFinished } from 'vitest';
import { KEY_HEADER } from '#contract/operations.ts';
import { openPool } from '#server/db/open.ts';
import { listen } from '#server/listen.ts';
import { loadDemo } from '#service/db/demo/load.ts';
import { openDatabase, openPostgres } from '#service/db/open.ts';
import { lendingOf, loanBody } from '#tests/support/lending.ts';
import { hasPostgres, startKillablePostgres } from '#tests/support/postgres.mjs';
import { type RunningProcess, startProgram, temporaryFolder } from '#tests/support/processes.ts';
import { connectRaw } from '#tests/support/raw.ts';
import { CRESTLINE, startTestService } from '#tests/support/service.ts';
import { type Ask, ask, keepAsking } from './clients.ts';

const demo = temporaryFolder();
const folders = [demo];
let postgres: Awaited<ReturnType<typeof startKillablePostgres>> = null;
let loan: ReturnType<typeof loanBody>;
let demoLoans = 0;

/** The longest stop, and the longest with idle connections and open streams only. */
const ANY_MS = 8_000;
const IDLE_MS = 3_000;

beforeAll(async () => {
  const database = await openDatabase({ databaseUrl: undefined, dataDir: demo.path });
  await loadDemo(database.pool, { now: Date.now(), timeZone: 'Africa/Lagos' });
  loan = loanBody(await lendingOf({ database }, 'Crestline', 'NGN'));
  demoLoans = await countLoans(database.pool);
  await database.close();
  postgres = await startKillablePostgres();
});
afterAll(async () => {
  await postgres?.stop();
  for (const { remove } of folders) remove();
});

async function countLoans(pool: Pool): Promise<number> {
  return (await pool.query('select count(*)::int as count from service.loan')).rows[0].count;
}

function copyOfDemo(): string {
  const folder = temporaryFolder();
  folders.push(folder);
  cpSync(demo.path, folder.path, { recursive: true });
  return folder.path;
}

/** The database of a process: the embedded one in a folder of the test's own, or a new one on PostgreSQL. */
async function databaseFor(kind: 'embedded' | 'PostgreSQL') {
  const dataDir = copyOfDemo();
  if (kind === 'embedded') return { env: { DATA_DIR: dataDir }, databaseUrl: undefined, dataDir };
  const databaseUrl = postgres?.url;
  const database = await openPostgres(databaseUrl ?? '', 1);
  await loadDemo(database.pool, { now: Date.now(), timeZone: 'Africa/Lagos' });
  await database.close();
  const env = { DATA_DIR: join(dataDir, 'own'), DATABASE_URL: databaseUrl ?? '' };
  return { env, databaseUrl, dataDir };
}

async function start(name: string, env: Record<string, string>): Promise<RunningProcess & { port: number }> {
  const running = await startProgram(name, { LOG_LEVEL: 'warn', ...env });
  onTestFailed(() => console.log(running.output()));
  onTestFinished(() => void running.child.kill('SIGKILL'));
  const port = Number(new URL(running.address).port);
  return { ...running, port, address: `http://127.0.0.1:${port}` };
}

/** The headers that a program needs in each request: a session's cookie, or the access token itself. */
async function headersFor(name: string, address: string): Promise<Record<string, string>> {
  const json = { 'content-type': 'application/json' };
  if (name === 'service') return { ...json, authorization: `Bearer ${CRESTLINE}` };
  const response = await fetch(`${address}/session`, {
    method: 'POST',
    headers: { ...json, origin: address },
    body: JSON.stringify({ accessToken: CRESTLINE }),
  });
  const cookie = response.headers.getSetCookie().map((line) => line.split(';')[0]);
  return { ...json, origin: address, cookie: cookie.join('; ') };
}

let asked = 0;

/** A request for a loan that differs from every other. */
function lend(headers: Record<string, string>): Ask {
  const amount = (Number(loan.amount) - ++asked / 100).toFixed(2);
  const body = JSON.stringify({ ...loan, amount, repayment_amount: amount });
  return {
    method: 'POST',
    path: '/v1/api/credit/loan',
    headers: { ...headers, [KEY_HEADER]: randomUUID() },
    body,
  };
}

const textOf = ({ path, headers }: Ask) =>
  `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`;

/** Sends signals and waits for the end. */
async function end({ child }: RunningProcess, ...signals: NodeJS.Signals[]) {
  const began = performance.now();
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  for (const signal of signals) child.kill(signal);
  return { code: await ended, ms: performance.now() - began };
}

describe.each([
  ['gateway', 'embedded', ['SIGTERM']],
  ['service', 'embedded', ['SIGINT', 'SIGINT']],
  ['gateway', 'PostgreSQL', ['SIGHUP']],
  ['service', 'PostgreSQL', ['SIGTERM']],
] as const)('a %s on %s', (name, kind, signals) => {
  it.skipIf(kind === 'PostgreSQL' && !hasPostgres())(
    `stops under load by ${signals.join(' and ')} and cuts none of 30 clients`,
    { timeout: 180_000 },
    async () => {
      const { env, databaseUrl, dataDir } = await databaseFor(kind);
      const running = await start(name, env);
      const { port, address } = running;
      const headers = await headersFor(name, address);
      const list = { path: '/v1/api/creditor/credit/loans', headers };
      const readers = Array.from({ length: 26 }, () => keepAsking(port, () => list));
      const writers = Array.from({ length: 4 }, () => keepAsking(port, () => lend(headers)));
      const clients = [...readers, ...writers];
      const silent = await connectRaw(port);
      const idle = await connectRaw(port, textOf(list));
      await idle.until(/success/);
      const late = await connectRaw(port, textOf(list));
      await late.until(/success/);
      const fewest = () => Math.min(...clients.map(({ answers }) => answers.length));
      await expect.poll(fewest, { timeout: 60_000 }).toBeGreaterThan(0);

      const ending = end(running, ...signals);
      setTimeout(() => late.socket.write(textOf(list)), 200);
      const { code, ms } = await ending;
      expect(code).toBe(0);
      expect(ms).toBeLessThan(ANY_MS);
      for (const { answers, done } of clients) {
        expect(await done).toEqual([]);
        expect(answers.at(-1)?.connection).toBe('close');
      }
      const statusesOf = (some: typeof clients) => [
        ...new Set(some.flatMap(({ answers }) => answers.map(({ status }) => status))),
      ];
      expect(statusesOf(readers)).toEqual([200]);
      expect(statusesOf(writers)).toEqual([201]);
      for (const { closed } of [silent, idle, late]) expect(await closed).toMatchObject({ wasReset: false });
      expect((await late.closed).text).toMatch(/connection: close.*success/is);

      const database = await openDatabase({ databaseUrl, dataDir });
      const lent = writers.flatMap(({ answers }) => answers).length;
      expect((await countLoans(database.pool)) - demoLoans).toBe(lent);
      if (name === 'gateway') {
        const { rows } = await database.pool.query(
          'select outcome, count(*)::int from desk.journal group by 1',
        );
        expect(rows).toEqual([{ outcome: 'done', count: lent }]);
      }
      if (kind === 'PostgreSQL') await database.pool.query('drop schema if exists service, desk cascade');
      await database.close();
    },
  );
});

describe.each([
  ['gateway', 'embedded'],
  ['service', 'embedded'],
  ['gateway', 'PostgreSQL'],
  ['service', 'PostgreSQL'],
] as const)('a %s on %s', (name, kind) => {
  it.skipIf(kind === 'PostgreSQL' && !hasPostgres())(
    'with idle connections and open streams stops within 3 seconds',
    { retry: 1 },
    async () => {
      const { env, databaseUrl, dataDir } = await databaseFor(kind);
      const running = await start(name, env);
      const { port, address } = running;
      const headers = await headersFor(name, address);
      const stream = textOf({ path: '/events', headers: { ...headers, accept: 'text/event-stream' } });
      // Only a gateway has streams.
      const opened = name === 'gateway' ? [connectRaw(port, stream), connectRaw(port, stream)] : [];
      const streams = await Promise.all(opened);
      for (const one of streams) await one.until(/: hello/);
      const silent = await connectRaw(port);
      const began = performance.now();
      const { code, ms } = await end(running, 'SIGTERM');
      expect({ code, ms: ms < IDLE_MS || ms }).toEqual({ code: 0, ms: true });
      for (const { closed } of streams) {
        const { text, wasReset } = await closed;
        expect(wasReset).toBe(false);
        expect(text).toMatch(/\r\n15\r\n|\nretry: \d+\n\n/);
        expect(text).toMatch(/\r\n0\r\n\r\n$/);
      }
      expect((await silent.closed).wasReset).toBe(false);
      expect(performance.now() - began).toBeGreaterThan(400);
      if (kind === 'embedded') return;
      const database = await openDatabase({ databaseUrl, dataDir });
      await database.pool.query('drop schema if exists service, desk cascade');
      await database.close();
    },
  );
});

it('a gateway answers and records a write whose service gives no answer, and stops within 8 seconds', async () => {
  const service = await startTestService();
  let taken = false;
  const far = await listen(
    async (request) => {
      if (request.method !== 'POST') return await service.fetch(request);
      taken = true;
      return await new Promise<never>(() => {});
    },
    { port: 0, host: '127.0.0.1' },
  );
  const dataDir = copyOfDemo();
  const SERVICE_URL = `http://127.0.0.1:${far.port}`;
  const running = await start('gateway', { DATA_DIR: dataDir, SERVICE_URL });
  const headers = await headersFor('gateway', running.address);
  const agent = new Agent();
  const answer = ask(running.port, agent, lend(headers));
  await expect.poll(() => taken, { timeout: 10_000 }).toBe(true);
  const { code, ms } = await end(running, 'SIGTERM');
  expect(await answer).toMatchObject({ status: 504, connection: 'close' });
  expect(JSON.parse((await answer).text)).toMatchObject({ status: 'error', code: 'SERVICE_TIMEOUT' });
  expect(code).toBe(0);
  expect(ms).toBeLessThan(ANY_MS);
  const { pool, close } = await openPool({ databaseUrl: undefined, dataDir }, async () => {});
  expect((await pool.query('select outcome from desk.journal')).rows).toEqual([{ outcome: 'unknown' }]);
  await close();
  far.stopAccepting();
  await far.finish();
  await service.close();
});
