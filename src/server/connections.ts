import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { SocketLimits } from './limits.ts';

interface Connection {
  /** When it was opened, or when its last request began or ended. */
  since: number;
  /** The bytes received at the last check, while the server stops. */
  bytesRead: number;
  /** The unfinished answers, with their requests, in the order in which these came. */
  answers: Map<ServerResponse, IncomingMessage>;
  /** What answers the requests that wait for the answer to an earlier one. */
  waiting: Map<ServerResponse, () => void>;
}

/**
 * The most requests that a connection may have unanswered. Browsers and proxies wait for each answer before they send the
 * next request; without a limit, a client that reads nothing fills the memory with requests and answers.
 */
const MOST_UNANSWERED = 16;

export interface Connections {
  /** Counts a request that doesn't arrive by the server's `request` event. */
  begin(request: IncomingMessage, response: ServerResponse): void;
  /** Answers a request once those that came before it by the same connection are answered. */
  inTurn(request: IncomingMessage, response: ServerResponse, answer: () => void): void;
  /** The unfinished answers on a connection, with their requests. */
  answersOn(socket: Socket): ReadonlyMap<ServerResponse, IncomingMessage>;
  /** Makes every answer close its connection, and closes connections that stay idle for this long. */
  stop(idleMs: number): void;
  /** Closes every connection at once. Returns how many had a request waiting for its answer. */
  cut(): number;
}

/**
 * Tracks a server's connections and closes those that Node's own limits leave open for good: one that sends an empty
 * line now and then after its first request, and one that stops reading its answer.
 */
export function trackConnections(server: Server, limits: SocketLimits): Connections {
  // Sorted by `since`, the longest without a request first.
  const open = new Map<Socket, Connection>();
  let stopping: { at: number; idleMs: number } | null = null;

  const touch = (socket: Socket, connection: Connection) => {
    if (!open.delete(socket)) return;
    open.set(socket, Object.assign(connection, { since: performance.now() }));
  };
  const begin: Connections['begin'] = (request, response) => {
    const { socket } = request;
    const connection = open.get(socket);
    if (!connection) return;
    if (stopping) response.setHeader('connection', 'close');
    connection.answers.set(response, request);
    touch(socket, connection);
    response.once('close', () => {
      connection.answers.delete(response);
      connection.waiting.delete(response);
      touch(socket, connection);
      answerNext(socket, connection);
    });
    if (connection.answers.size > MOST_UNANSWERED) socket.destroy();
  };
  const makeRoom = () => {
    for (const [socket, connection] of open) {
      if (!isAnswering(connection)) {
        open.delete(socket);
        socket.destroy();
        return true;
      }
    }
    return false;
  };
  const closeUseless = () => {
    const now = performance.now();
    for (const [socket, connection] of open) {
      if (now - connection.since < limits.uselessMs) return;
      if (!isAnswering(connection)) socket.destroy();
    }
  };
  const closeIdle = ({ at, idleMs }: { at: number; idleMs: number }) => {
    const now = performance.now();
    for (const [socket, connection] of [...open]) {
      if (isAnswering(connection)) continue;
      if (socket.bytesRead !== connection.bytesRead) {
        connection.bytesRead = socket.bytesRead;
        touch(socket, connection);
      }
      if (now - Math.max(connection.since, at) >= idleMs) socket.destroy();
    }
  };

  server.on('connection', (socket: Socket) => {
    if (open.size >= limits.maxConnections && !makeRoom()) {
      socket.destroy();
      return;
    }
    open.set(socket, { since: performance.now(), bytesRead: 0, answers: new Map(), waiting: new Map() });
    socket.once('close', () => open.delete(socket));
  });
  server.prependListener('request', begin);
  // Node also calls this for its keep-alive timeout, and leaves it to the callback to close the connection.
  server.setTimeout(limits.unreadMs, (socket) => {
    const isBetweenRequests = !open.get(socket)?.answers.size;
    // If nothing of the answer waits to be sent, the client waits for us and not the other way round.
    if (isBetweenRequests || socket.writableLength > 0) socket.destroy();
  });
  const checks = setInterval(() => {
    // After the requests that have already arrived: a connection that has just sent one isn't idle.
    setImmediate(() => (stopping ? closeIdle(stopping) : closeUseless()));
  }, limits.checkMs).unref();
  server.once('close', () => clearInterval(checks));

  return {
    begin,
    inTurn({ socket }, response, answer) {
      if (socket.destroyed) return;
      const connection = open.get(socket);
      if (!connection || isFirst(connection, response)) answer();
      else connection.waiting.set(response, answer);
    },
    answersOn: (socket) => open.get(socket)?.answers ?? new Map(),
    stop(idleMs) {
      stopping = { at: performance.now(), idleMs };
      for (const { answers } of open.values()) {
        for (const response of answers.keys()) {
          if (!response.headersSent) response.setHeader('connection', 'close');
        }
      }
      const often = setInterval(() => {
        setImmediate(() => stopping && closeIdle(stopping));
      }, idleMs / 5).unref();
      server.once('close', () => clearInterval(often));
    },
    cut() {
      let answering = 0;
      for (const [socket, connection] of open) {
        if (isAnswering(connection)) answering += 1;
        socket.destroy();
      }
      return answering;
    },
  };
}

function isFirst({ answers }: Connection, response: ServerResponse): boolean {
  const [first] = answers.keys();
  return first === response;
}

/** Begins the next answer on a connection, if it waits for its turn. */
function answerNext(socket: Socket, { answers, waiting }: Connection): void {
  const [next] = answers.keys();
  const answer = next && waiting.get(next);
  if (!answer || socket.destroyed) return;
  waiting.delete(next);
  answer();
}

/** Whether a complete request waits for its answer. */
function isAnswering({ answers }: Connection): boolean {
  for (const request of answers.values()) if (request.complete) return true;
  return false;
}
