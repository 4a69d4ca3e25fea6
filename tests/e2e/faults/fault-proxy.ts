import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that is to fail, and the real answer to it for those faults that spoil one. */
export interface Exchange {
  outgoing: ServerResponse;
  /** Forwards the request and returns the whole answer. */
  pass(): Promise<{ status: number; contentType: string; cookies: OutgoingHttpHeaders; body: Buffer }>;
}

export type Strike = (exchange: Exchange) => void | Promise<void>;

/** A request as it arrived. */
export interface Taken {
  /** Who asked: what follows the dot in the access token; empty where there is none. */
  desk: string;
  method: string;
  path: string;
  body: string;
  /** The idempotency key of a write; empty if there is none. */
  key: string;
}

export interface FaultProxy {
  address: string;
  /** From now on the requests that match fail in this way; returns how to end it. */
  strike(match: (taken: Taken) => boolean, strike: Strike): () => void;
  /** Stops listening: connections are refused. */
  refuse(): Promise<void>;
  accept(): Promise<void>;
  /** Every request that arrived, in order, those that failed too. */
  taken: Taken[];
  close(): Promise<void>;
}

/**
 * A proxy that fails on demand. Several desks can share one and still fail each in its own way: a desk that signs in
 * with `TOKEN.name` is known here as `name`, and `TOKEN` is forwarded.
 */
export async function startFaultProxy(behind: string): Promise<FaultProxy> {
  const strikes = new Set<{ match: (taken: Taken) => boolean; strike: Strike }>();
  const taken: Taken[] = [];
  const server = createServer(async (incoming, outgoing) => {
    outgoing.on('error', () => {});
    const body = await readWhole(incoming).catch(() => null);
    if (body === null) return;
    const { method = 'GET', url: path = '/' } = incoming;
    const [, token = '', desk = ''] =
      /^Bearer ([^.]*)\.?(.*)$/.exec(incoming.headers.authorization ?? '') ?? [];
    const key = String(incoming.headers['idempotency-key'] ?? '');
    const seen = { desk, method, path, body: body.toString('utf8'), key };
    taken.push(seen);
    // Not compressed: faults change what the answer says.
    const headers = {
      ...incoming.headers,
      'accept-encoding': 'identity',
      ...(token && { authorization: `Bearer ${token}` }),
    };
    const onward = () => send(new URL(path, behind), method, headers, body);
    const found = [...strikes].find(({ match }) => match(seen));
    try {
      if (found) await found.strike({ outgoing, pass: async () => await whole(await onward()) });
      else relay(await onward(), outgoing);
    } catch {
      outgoing.destroy();
    }
  });
  const listen = (port: number) =>
    new Promise<number>((resolve) => {
      server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
    });
  const refuse = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  const port = await listen(0);
  return {
    address: `http://127.0.0.1:${port}`,
    strike(match, strike) {
      const entry = { match, strike };
      strikes.add(entry);
      return () => strikes.delete(entry);
    },
    refuse,
    async accept() {
      if (!server.listening) await listen(port);
    },
    taken,
    async close() {
      if (server.listening) await refuse();
    },
  };
}

function send(url: URL, method: string, headers: IncomingMessage['headers'], body: Buffer) {
  return new Promise<IncomingMessage>((resolve, reject) => {
    request(url, { method, headers }, resolve).on('error', reject).end(body);
  });
}

/** Passes an answer on as it comes: a stream of events never ends. */
function relay(answer: IncomingMessage, outgoing: ServerResponse): void {
  outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
  outgoing.flushHeaders();
  answer.pipe(outgoing);
  answer.on('error', () => outgoing.destroy());
  outgoing.on('close', () => answer.destroy());
}

async function whole(answer: IncomingMessage) {
  const body = await readWhole(answer);
  const { 'content-type': contentType = '', 'set-cookie': cookie } = answer.headers;
  const cookies: OutgoingHttpHeaders = cookie ? { 'set-cookie': cookie } : {};
  return { status: answer.statusCode ?? 502, contentType, cookies, body };
}

async function readWhole(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
