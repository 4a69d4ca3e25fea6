import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { OpenPool } from '#server/db/open.ts';
import { temporaryFolder } from '#tests/support/processes.ts';
import { serveCommands } from './local.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());
const socketPath = join(folder.path, 'control');

/** What every statement waits for. */
let answer: (rows: object[]) => void;
let stop: () => Promise<void>;
beforeEach(async () => {
  const rows = new Promise<object[]>((resolve) => {
    answer = resolve;
  });
  const pool = { query: async () => ({ rows: await rows }) };
  stop = await serveCommands({ pool } as unknown as OpenPool, socketPath);
});
afterEach(async () => await stop());

/** Asks for the list of access tokens, and waits until the answer begins. */
async function begin(): Promise<IncomingMessage> {
  const call = request({ socketPath, method: 'POST' });
  call.end(JSON.stringify({ name: 'service:token', input: { list: true } }));
  const [reply] = (await once(call, 'response')) as [IncomingMessage];
  return reply;
}

it('goes on if a caller leaves before it has sent the whole command', async () => {
  const unhandled = vi.fn();
  process.on('unhandledRejection', unhandled);
  const caller = connect(socketPath);
  caller.write('POST / HTTP/1.1\r\nhost: pledge\r\ncontent-length: 100\r\n\r\n{"name":');
  await begin();
  caller.destroy();
  await stop();
  process.off('unhandledRejection', unhandled);
  expect(unhandled).not.toHaveBeenCalled();
});

it('says at once that a command has begun, so that a stop in the middle is known as one', async () => {
  const reply = await begin();
  answer([]);
  expect(JSON.parse(await text(reply))).toEqual({ failure: 'There is no access token.' });
});
