import { subscribe } from 'node:diagnostics_channel';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { httpUpstream, UpstreamFault, type UpstreamRequest } from './upstream.ts';

let server: Server | undefined;
/** The connections that were made. */
const sockets: Socket[] = [];
subscribe('undici:client:connected', (message) => {
  sockets.push((message as { socket: Socket }).socket);
});
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

const request: UpstreamRequest = {
  method: 'POST',
  target: '/v1/api/x?y=1',
  headers: {},
  body: null,
  timeoutMs: 300,
};

async function listening(listener: RequestListener): Promise<string> {
  server = createServer(listener);
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function faultOf(url: string): Promise<string> {
  const { ask, close } = httpUpstream(url);
  const error = await ask(request).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  await close();
  expect(error).toBeInstanceOf(UpstreamFault);
  return (error as UpstreamFault).kind;
}

describe('a service over HTTP', () => {
  it('is asked at its own path, and its answer taken whole', async () => {
    const url = await listening((incoming, outgoing) => {
      outgoing.writeHead(202, { 'content-type': 'application/json', 'retry-after': '9' });
      outgoing.end(JSON.stringify({ url: incoming.url, method: incoming.method }));
    });
    const { ask, close } = httpUpstream(`${url}/base`);
    const reply = await ask(request);
    await close();
    expect(reply).toMatchObject({ status: 202, contentType: 'application/json', retryAfter: '9' });
    expect(JSON.parse(new TextDecoder().decode(reply.body))).toEqual({
      url: '/base/v1/api/x?y=1',
      method: 'POST',
    });
  });

  it('that isn’t answered is unreachable', async () => {
    const url = await listening(() => undefined);
    await new Promise((resolve) => server?.close(resolve));
    expect(await faultOf(url)).toBe('unreachable');
  });

  it.each(['EHOSTUNREACH', 'ECONNREFUSED', 'ENETUNREACH'])(
    'that can’t be reached any more once it has the request (%s) is broken: it may have carried it out',
    async (code) => {
      const url = await listening(() => {
        // What the system says of an open connection to a host that goes away.
        sockets.at(-1)?.destroy(Object.assign(new Error(`read ${code}`), { code, syscall: 'read' }));
      });
      expect(await faultOf(url)).toBe('broken');
    },
  );

  it('that takes the request and says nothing is timed out', async () => {
    expect(await faultOf(await listening(() => undefined))).toBe('timeout');
  });

  it('that drips its answer too slowly is timed out', async () => {
    const url = await listening((_, outgoing) => {
      outgoing.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
      const drip = setInterval(() => outgoing.write(' '), 50);
      outgoing.on('close', () => clearInterval(drip));
    });
    expect(await faultOf(url)).toBe('timeout');
  });

  it.each([
    ['before its answer', (_: unknown, outgoing: { destroy: () => void }) => outgoing.destroy()],
    [
      'in the middle of its answer',
      (_: unknown, outgoing: import('node:http').ServerResponse) => {
        outgoing.writeHead(200, { 'content-length': '100' });
        outgoing.write('{"status"', () => outgoing.destroy());
      },
    ],
  ])('that hangs up %s is broken, and is asked once', async (_, listener) => {
    let asked = 0;
    const url = await listening((incoming, outgoing) => {
      asked += 1;
      (listener as RequestListener)(incoming, outgoing);
    });
    expect(await faultOf(url)).toBe('broken');
    expect(asked).toBe(1);
  });
});
