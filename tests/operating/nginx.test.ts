import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KEY_HEADER } from '#contract/operations.ts';
import { loadDemo } from '#service/db/demo/load.ts';
import { openDatabase } from '#service/db/open.ts';
import { lendingOf, loanBody } from '#tests/support/lending.ts';
import { ensureNginx } from '#tests/support/nginx.mjs';
import { freePort } from '#tests/support/postgres-server.mjs';
import { type RunningProcess, startProgram, temporaryFolder } from '#tests/support/processes.ts';
import { CRESTLINE } from '#tests/support/service.ts';
import { type Front, frontPorts, startFront } from './front.ts';

const programs = await ensureNginx();
const reason = programs.skipped ? ` (skipped: ${programs.skipped})` : '';

describe.skipIf(reason)(`Pledge behind nginx, as deploy/nginx.conf has it${reason}`, () => {
  const folder = temporaryFolder();
  let gateway: RunningProcess;
  let front: Front;
  let loan: ReturnType<typeof loanBody>;

  beforeAll(async () => {
    if (programs.skipped !== undefined) return;
    const dataDir = join(folder.path, 'data');
    const database = await openDatabase({ databaseUrl: undefined, dataDir });
    await loadDemo(database.pool, { now: Date.now(), timeZone: 'Africa/Lagos' });
    loan = loanBody(await lendingOf({ database }, 'Crestline', 'NGN'));
    await database.close();
    const [ports, port] = [await frontPorts(), await freePort()];
    gateway = await startProgram('gateway', {
      DATA_DIR: dataDir,
      PORT: String(port),
      PUBLIC_ORIGIN: ports.origin,
      TRUST_PROXY: 'on',
    });
    front = await startFront(programs, folder.path, ports, [port]);
  });
  afterAll(async () => {
    await front?.stop();
    await gateway?.end();
    folder.remove();
  });

  /** Signs in, and returns what a page of the session sends. */
  async function signedIn(): Promise<Record<string, string>> {
    const own = { origin: front.origin, 'content-type': 'application/json' };
    const body = JSON.stringify({ accessToken: CRESTLINE });
    const answer = await front.send('/session', { method: 'POST', headers: own, body });
    expect(answer.statusCode, await text(answer)).toBe(200);
    const cookies = answer.headers['set-cookie'] ?? [];
    expect(cookies.join()).toMatch(/__Host-pledge-session=.*; Secure/);
    return { ...own, cookie: cookies.map((line) => line.split(';')[0]).join('; ') };
  }

  it('sends browsers to https, and keeps them there', async () => {
    const plain = await new Promise<IncomingMessage>((resolve, reject) => {
      const options = { host: '127.0.0.1', port: front.plainPort, path: '/loans?page=2', agent: false };
      request({ ...options, headers: { host: 'pledge.example.com' } }, resolve)
        .on('error', reject)
        .end();
    });
    expect(plain.statusCode).toBe(308);
    expect(plain.headers.location).toBe('https://pledge.example.com/loans?page=2');
    const page = await front.send('/');
    expect(page.statusCode).toBe(200);
    expect(page.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
    expect(await text(page)).toContain('<title>');
  });

  it('gives requests its own ids and ignores those of clients', async () => {
    const headers = { 'x-request-id': 'a-name-of-a-stranger' };
    const answer = await front.send('/v1/api/tokens', { headers });
    expect(answer.statusCode).toBe(401);
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f]{32}$/);
    answer.resume();
  });

  it('passes a write on, and the event of it while the stream is open', async () => {
    const headers = await signedIn();
    const stream = await front.send('/events', { headers });
    expect(stream.headers['content-type']).toContain('text/event-stream');
    const parts = stream[Symbol.asyncIterator]();
    const until = async (wanted: RegExp) => {
      for (let seen = ''; !wanted.test(seen); ) {
        const { value, done } = await parts.next();
        if (done) throw new Error(`The stream ended after ${seen}`);
        seen += String(value);
      }
    };
    await until(/^retry: 2000/);
    const written = await front.send('/v1/api/credit/loan', {
      method: 'POST',
      headers: { ...headers, [KEY_HEADER]: randomUUID() },
      body: JSON.stringify(loan),
    });
    expect(written.statusCode, await text(written)).toBe(201);
    await until(/event: change\ndata: .*\n\n/);
    stream.destroy();
  });

  it('takes writes from its own origin only', async () => {
    const headers = { ...(await signedIn()), origin: 'https://evil.example.com', [KEY_HEADER]: randomUUID() };
    const body = JSON.stringify(loan);
    const answer = await front.send('/v1/api/credit/loan', { method: 'POST', headers, body });
    expect(answer.statusCode).toBe(403);
    answer.resume();
  });
});

describe.skipIf(reason)(`nginx before two Pledges that break connections off${reason}`, () => {
  it.each(['POST', 'GET'])('sends a %s once', async (method) => {
    if (programs.skipped !== undefined) return;
    const folder = temporaryFolder();
    let received = 0;
    const broken = [1, 2].map(() =>
      createServer(({ socket }) => {
        received += 1;
        socket.destroy();
      }),
    );
    for (const server of broken) await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const upstreams = broken.map((server) => (server.address() as AddressInfo).port);
    const front = await startFront(programs, folder.path, await frontPorts(), upstreams);
    const answer = await front.send('/v1/api/credit/loan', {
      method,
      ...(method === 'POST' && { body: '{}' }),
    });
    expect(answer.statusCode).toBe(502);
    answer.resume();
    expect(received).toBe(1);
    await front.stop();
    for (const server of broken) server.close();
    folder.remove();
  });
});
