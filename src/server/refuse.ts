import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { errorBody } from '#contract/errors.ts';
import type { Connections } from './connections.ts';

/** How long a refused connection stays open, so that the client can read the answer. A reset would discard it. */
const LINGER_MS = 1_000;

const HEADERS = {
  'content-type': 'application/json',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  connection: 'close',
};

interface Refusal {
  status: number;
  message: string;
  headers?: Record<string, string>;
}

const TOO_SLOW: Refusal = { status: 408, message: 'The request took too long to arrive.' };
const UNREADABLE: Refusal = { status: 400, message: 'The request is not valid HTTP.' };

/** By the code of Node's error. */
const REFUSALS: Record<string, Refusal> = {
  ERR_HTTP_REQUEST_TIMEOUT: TOO_SLOW,
  HPE_HEADER_OVERFLOW: {
    status: 431,
    message: 'The address and the headers are longer than the 16 KiB that are accepted.',
  },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: {
    status: 413,
    message: 'The extensions of a chunk of the body are longer than the 16 KiB that are accepted.',
  },
};

/** Answers a request with the error envelope and closes its connection. */
export function refuse(response: ServerResponse, { status, message, headers }: Refusal): void {
  const body = JSON.stringify(errorBody(message));
  response.writeHead(status, { ...HEADERS, ...headers, 'content-length': Buffer.byteLength(body) });
  response.end(body);
}

/** The same answer as a web Response. */
export function refusal({ status, message }: Refusal): Response {
  return new Response(JSON.stringify(errorBody(message)), { status, headers: HEADERS });
}

/** What is wrong with the address or the Host header of a request, or null. */
export function headProblem({ url = '', rawHeaders }: IncomingMessage): string | null {
  const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length;
  if (hosts === 0) return 'The request has no Host header.';
  if (hosts > 1) return 'The request has more than one Host header.';
  if (!/^(?:\/|https?:\/\/)/i.test(url)) return 'The address must begin with /.';
  return null;
}

/** Answers what never reaches the request listener: bytes that aren't HTTP, too many or too slow, CONNECT, Expect. */
export function refuseTheRest(server: Server, connections: Connections): void {
  const refused = new WeakSet<Duplex>();
  const refuseConnection = (socket: Duplex, { status, message, headers }: Refusal) => {
    refused.add(socket);
    const body = JSON.stringify(errorBody(message));
    const length = Buffer.byteLength(body);
    const lines = Object.entries({ ...HEADERS, ...headers, 'content-length': length });
    const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head}\r\n${body}`);
    socket.resume();
    const linger = setTimeout(() => socket.destroy(), LINGER_MS);
    socket.once('close', () => clearTimeout(linger));
  };

  server.on('clientError', (error: NodeJS.ErrnoException, stream) => {
    const socket = stream as Socket;
    if (refused.has(socket)) return;
    // Browsers open connections in advance and may never send a byte: those need no answer.
    if (!socket.writable || error.code === 'ECONNRESET' || socket.bytesRead === 0) {
      socket.destroy();
      return;
    }
    const answers = [...connections.answersOn(socket)];
    if (answers.some(([, request]) => request.complete)) {
      finishAndClose(socket, answers);
    } else if (answers.some(([response]) => response.headersSent)) {
      socket.destroy();
    } else {
      refuseConnection(socket, REFUSALS[error.code ?? ''] ?? UNREADABLE);
    }
  });
  server.on('connect', (_request, socket) => {
    socket.on('error', () => socket.destroy());
    const message = 'CONNECT is not allowed here.';
    refuseConnection(socket, { status: 405, message, headers: { allow: 'GET, HEAD, POST, DELETE' } });
  });
  server.on('checkExpectation', (request, response) => {
    connections.begin(request, response);
    refuse(response, { status: 417, message: 'Of the header Expect only 100-continue is taken.' });
  });

  /** Closes a connection after the answers to its complete requests; what came after them can't be read. */
  function finishAndClose(socket: Duplex, answers: [ServerResponse, IncomingMessage][]): void {
    refused.add(socket);
    let left = answers.length;
    for (const [response] of answers) {
      if (!response.headersSent) response.setHeader('connection', 'close');
      response.once('close', () => {
        left -= 1;
        if (left === 0) socket.destroy();
      });
    }
  }
}
