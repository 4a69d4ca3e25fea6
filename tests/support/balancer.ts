import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Balancer {
  address: string;
  close(): Promise<void>;
}

/**
 * A plain round-robin before several addresses: it knows nothing of sessions. One that takes no connection is passed
 * over; where an answer breaks off, so does what the caller gets.
 */
export async function startBalancer(addresses: readonly string[]): Promise<Balancer> {
  let turn = 0;
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const first = turn++;
    for (let passed = 0; passed < addresses.length; passed++) {
      const address = addresses[(first + passed) % addresses.length] ?? '';
      if (await pass(address, incoming, Buffer.concat(chunks), outgoing)) return;
    }
    outgoing.writeHead(503).end('No address answers');
  });
  server.on('clientError', (_error, socket) => socket.destroy());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () =>
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Forwards a request; false if the connection was refused, so that nothing was sent. */
async function pass(
  address: string,
  { method, url = '/', headers }: IncomingMessage,
  body: Buffer,
  outgoing: ServerResponse,
): Promise<boolean> {
  return await new Promise((resolve) => {
    const onward = request(new URL(url, address), { method, headers, agent: false }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
      answer.on('error', () => outgoing.destroy());
      answer.on('aborted', () => outgoing.destroy());
      resolve(true);
    });
    onward.on('error', (error: NodeJS.ErrnoException) => {
      const isRefused = error.code === 'ECONNREFUSED';
      if (!isRefused) outgoing.destroy();
      resolve(!isRefused);
    });
    outgoing.on('close', () => onward.destroy());
    onward.end(body);
  });
}
