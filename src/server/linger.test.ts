import { spawn } from 'node:child_process';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectRaw } from '#tests/support/raw.ts';
import { socketLimits } from './limits.ts';
import { type Listening, listen } from './listen.ts';

const TRIES = 20;

let server: Listening;
beforeAll(async () => {
  const app = new Hono();
  const onError = () => new Response('too large', { status: 413, headers: { connection: 'close' } });
  app.use(bodyLimit({ maxSize: 1_024, onError }));
  const limits = { ...socketLimits(), headersMs: 2_000, requestMs: 3_000, checkMs: 100 };
  server = await listen(async (request) => await app.fetch(request), { port: 0, host: '127.0.0.1' }, limits);
});
afterAll(async () => {
  server.stopAccepting();
  await server.finish();
});

/** What another process gets that sends a large body, each with how often. */
async function answersTo(body: string): Promise<Record<string, number>> {
  const script = `
    const got = {};
    for (let nth = 0; nth < ${TRIES}; nth += 1) {
      const init = { method: 'POST', body: ${body}, duplex: 'half' };
      const answer = await fetch('http://127.0.0.1:${server.port}/', init).then(
        async (response) => response.status + ' ' + (await response.text()),
        (error) => error.cause?.code ?? String(error),
      );
      got[answer] = (got[answer] ?? 0) + 1;
    }
    console.log(JSON.stringify(got));`;
  const client = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  client.stdout.on('data', (part) => {
    text += part;
  });
  await new Promise((resolve) => client.once('close', resolve));
  return JSON.parse(text);
}

it.each([
  ['whose length is said', 'new Uint8Array(2 ** 23)'],
  ['that comes in parts', 'new Blob([new Uint8Array(2 ** 23)]).stream()'],
])('the refusal of a body %s reaches a client that is still sending it', async (_, body) => {
  expect(await answersTo(body)).toEqual({ '413 too large': TRIES });
});

it('a client that never ends its body gets the refusal and is closed in time', async () => {
  const head = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000000\r\n\r\n';
  const connection = await connectRaw(server.port, head);
  const drip = setInterval(() => connection.socket.write('x'.repeat(1_000)), 20);
  try {
    expect(await connection.until(/too large/)).toMatch(/^HTTP\/1\.1 413 .*content-length: 9\r\n/is);
    await connection.closed;
  } finally {
    clearInterval(drip);
    connection.socket.destroy();
  }
});
