import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ENDINGS, POINTS, type Relay, startRelay } from './relay.ts';

const RESPONSE = 'x'.repeat(200);
let seen: string[] = [];
const server = createServer(async (request: IncomingMessage, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  seen.push(`${request.method} ${body}`);
  response.end(RESPONSE);
});

let relay: Relay;
beforeEach(async () => {
  seen = [];
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  relay = await startRelay([1, (server.address() as AddressInfo).port]);
});
afterEach(async () => {
  await relay.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

/** Sends requests over one connection, one after the other's response, and returns what came back and how it ended. */
async function talk(requests: readonly string[], patienceMs: number) {
  const socket = connect({ port: relay.port, host: '127.0.0.1', allowHalfOpen: true });
  const waiting = [...requests];
  const sendNext = () => {
    const request = waiting.shift();
    if (request === undefined) socket.destroy();
    else socket.write(request);
  };
  let received = '';
  socket.on('data', (chunk: Buffer) => {
    received += chunk.toString('latin1');
    if (received.endsWith(RESPONSE)) sendNext();
  });
  sendNext();
  const ending = await new Promise<string>((resolve) => {
    socket.once('end', () => resolve('fin'));
    socket.once('error', () => resolve('reset'));
    socket.once('close', () => resolve('closed here'));
    setTimeout(resolve, patienceMs, 'silence').unref();
  });
  socket.destroy();
  return { received, ending };
}

const get = 'GET / HTTP/1.1\r\nhost: x\r\n\r\n';
const post = (body: string) => `POST / HTTP/1.1\r\nhost: x\r\ncontent-length: ${body.length}\r\n\r\n${body}`;

describe('a relay', () => {
  it('passes on what it is not told to cut, past ports that take no connection', async () => {
    const { received } = await talk([get, post('one'), get], 5_000);
    expect(seen).toEqual(['GET ', 'POST one', 'GET ']);
    expect(received.split(RESPONSE)).toHaveLength(4);
    expect(relay.posts('one')).toEqual([(server.address() as AddressInfo).port]);
  });

  describe.each(POINTS)('told to cut at the point "%s"', (point) => {
    it.each(ENDINGS)('ends the connection by %s, once', async (ending) => {
      const count = relay.cut({ point, ending, holding: 'cut me', times: 1 });
      const patience = ending === 'silence' ? 300 : 5_000;
      const cut = await talk([get, post('cut me')], patience);
      expect(cut.ending).toBe(ending);
      expect(count()).toBe(1);
      const [, after = ''] = cut.received.split(RESPONSE);
      const expected = { before: '', received: '', answered: '', head: 'HTTP/1.1 200 OK\r\nDat' };
      if (point === 'body') expect(after).toMatch(/\r\n\r\nx{50,150}$/);
      else expect(after).toBe(expected[point]);
      await expect.poll(() => seen).toEqual(point === 'before' ? ['GET '] : ['GET ', 'POST cut me']);
      expect((await talk([post('cut me')], 5_000)).received).toContain(RESPONSE);
      expect(count()).toBe(1);
    });
  });
});
