import type { Server } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import pino, { type Logger } from 'pino';
import { errorBody } from '#contract/errors.ts';
import { ConfigError } from './config.ts';
import { FolderInUse } from './db/lock.ts';
import { NewerDatabase } from './db/migrate.ts';

/** How long requests under way may take to end once the process is told to. */
const DRAIN_MS = 10_000;

/** The log of a process: JSON lines on standard error, so that standard output stays for people. */
export function createLog(level: string | undefined): Logger {
  return pino(
    { level: level || 'info', base: { pid: process.pid } },
    pino.destination({ fd: 2, sync: true }),
  );
}

/**
 * Listens with a request function, which is told the address that each connection comes from. Rejects with a clear
 * message where the port is taken.
 */
export async function listen(
  fetch: (request: Request, remote?: string) => Promise<Response>,
  address: { port: number; host: string },
): Promise<{ server: Server; port: number }> {
  const server = createAdaptorServer({
    fetch: (request, { incoming }) => fetch(request, incoming.socket.remoteAddress),
    serverOptions: { requestTimeout: 60_000, headersTimeout: 20_000, keepAliveTimeout: 65_000 },
  }) as Server;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const taken = error.code === 'EADDRINUSE';
      reject(taken ? new ConfigError(`Port ${address.port} is taken; set PORT to another.`) : error);
    });
    server.listen(address.port, address.host, resolve);
  });
  server.on('clientError', (_error, socket) => {
    if (!socket.writable) return;
    const body = JSON.stringify(errorBody('The request is not HTTP that can be read.'));
    const head = 'HTTP/1.1 400 Bad Request\r\ncontent-type: application/json\r\nconnection: close';
    socket.end(`${head}\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
  });
  const bound = server.address();
  return { server, port: typeof bound === 'object' && bound ? bound.port : address.port };
}

/** Stops taking connections and waits for the requests under way, for a bounded time. */
export async function drain(server: Server): Promise<void> {
  await new Promise<void>((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
    server.close(() => {
      clearTimeout(cut);
      resolve();
    });
    server.closeIdleConnections();
  });
}

/**
 * Runs a process from its start to a signal: SIGINT, SIGTERM or SIGHUP close it in order and end it with 0,
 * a second one ends it at once. A failure of the start is told in one line.
 */
export async function runProcess(start: () => Promise<{ close: () => Promise<void> }>): Promise<void> {
  let closing = false;
  const starting = start();
  const end = async () => {
    if (closing) process.exit(1);
    closing = true;
    try {
      await (await starting).close();
      process.exit(0);
    } catch (error) {
      console.error(error);
      process.exit(1);
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end());
  try {
    await starting;
  } catch (error) {
    if (closing) return;
    console.error(describeStartFailure(error));
    process.exit(1);
  }
}

function describeStartFailure(error: unknown): unknown {
  const known = [ConfigError, FolderInUse, NewerDatabase].some((kind) => error instanceof kind);
  if (known) return (error as Error).message;
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === '28P01' || code === '3D000') {
    return `The database of DATABASE_URL can't be opened: ${(error as Error).message || code}`;
  }
  return error;
}
