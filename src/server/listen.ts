import { createServer, type Server } from 'node:http';
import { createServer as createPlainServer, Server as PlainServer } from 'node:net';
import { getRequestListener, RequestError } from '@hono/node-server';
import { GIVE_UP_MS } from './closers.ts';
import { ConfigError } from './config.ts';
import { trackConnections } from './connections.ts';
import { type SocketLimits, socketLimits } from './limits.ts';
import { lingering } from './linger.ts';
import { headProblem, refusal, refuse, refuseTheRest } from './refuse.ts';
import { within } from './within.ts';

interface Address {
  port: number;
  host: string;
}

export interface Listening {
  port: number;
  /**
   * Accepts no more connections, makes every answer close its connection, and closes connections that stay idle for
   * half a second. Closing them at once would reset a client that is just sending.
   */
  stopAccepting(): void;
  /**
   * Waits until every connection is closed, and closes those that are left after a time limit. Throws if that cut
   * requests off.
   */
  finish(): Promise<void>;
}

/** The time limit: a second after the work that requests wait for is given up. */
const FINISH_MS = GIVE_UP_MS + 1_000;
const IDLE_WHEN_STOPPING_MS = 500;

/**
 * Listens with a request function, which gets the address of the client as its second argument. Throws a ConfigError
 * if the address or the port can't be used.
 */
export async function listen(
  fetch: (request: Request, remote?: string) => Promise<Response>,
  address: Address,
  limits: SocketLimits = socketLimits(),
): Promise<Listening> {
  const answer = getRequestListener(
    async (request, { incoming, outgoing }) => {
      const response = await fetch(request, incoming.socket.remoteAddress);
      return await lingering(cutIfItFails(response, outgoing), incoming);
    },
    {
      errorHandler: (error) =>
        error instanceof RequestError
          ? refusal({ status: 400, message: 'The address or the Host header can’t be read.' })
          : refusal({ status: 500, message: 'The server failed.' }),
    },
  );
  const server = createServer(
    {
      headersTimeout: limits.headersMs,
      requestTimeout: limits.requestMs,
      keepAliveTimeout: limits.idleMs,
      connectionsCheckingInterval: limits.checkMs,
      // The listener below checks it and answers with the error envelope.
      requireHostHeader: false,
    },
    (incoming, outgoing) => {
      connections.inTurn(incoming, outgoing, () => {
        const message = headProblem(incoming);
        if (message) refuse(outgoing, { status: 400, message });
        else void answer(incoming, outgoing);
      });
    },
  );
  const connections = trackConnections(server, limits);
  refuseTheRest(server, connections);
  await bind(server, address);
  const drained = new Promise<void>((resolve) => server.once('close', resolve));
  const bound = server.address();
  return {
    port: typeof bound === 'object' && bound ? bound.port : address.port,
    stopAccepting() {
      connections.stop(IDLE_WHEN_STOPPING_MS);
      // After the connections that wait to be accepted. The close method of an HTTP server would close idle ones at once.
      setImmediate(() => PlainServer.prototype.close.call(server));
    },
    async finish() {
      if (await within(FINISH_MS, drained)) return;
      const cut = connections.cut();
      if (cut > 0) throw new Error(`${cut} requests were cut`);
    },
  };
}

/**
 * A download whose connection is cut if it can't be read to its end. By itself, the library would append the text of the
 * failure and end the file like a whole one.
 */
function cutIfItFails(download: Response, outgoing: { destroy(): unknown }): Response {
  if (!download.headers.has('content-disposition') || !download.body) return download;
  const reader = download.body.getReader();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const part = await reader.read().catch(() => null);
      if (part?.value) return controller.enqueue(part.value);
      if (!part) outgoing.destroy();
      controller.close();
    },
    cancel: (reason) => reader.cancel(reason),
  });
  return new Response(body, { status: download.status, headers: download.headers });
}

/** Throws a ConfigError if the address or the port can't be used. Call it before slow work. */
export async function requireFreePort(address: Address): Promise<void> {
  const probe = createPlainServer();
  await bind(probe, address);
  await new Promise((resolve) => probe.close(resolve));
}

async function bind(server: Server | PlainServer, { port, host }: Address): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(bindFailure(error, port, host)));
    server.listen(port, host, resolve);
  });
}

function bindFailure(error: NodeJS.ErrnoException, port: number, host: string): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new ConfigError(`Port ${port} is taken, perhaps by another Pledge; set PORT to another.`);
    case 'EACCES':
      return new ConfigError(`This user may not listen on port ${port}; set PORT to one above 1023.`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EINVAL':
      return new ConfigError(
        `HOST must be an address of this machine, such as 127.0.0.1 or 0.0.0.0; it is "${host}".`,
      );
    default:
      return error;
  }
}
