import { connect, type Socket } from 'node:net';

/** A TCP connection that a test writes to and reads from directly. */
export interface RawConnection {
  socket: Socket;
  /** All that has come. */
  text(): string;
  /** Resolves once so much has come; rejects if the connection closes before that. */
  until(pattern: RegExp): Promise<string>;
  /** Resolves once the other side has closed the connection in both directions. */
  gone(): Promise<void>;
  /** Resolves once the other side has ended its direction, with all that came and how long it took. */
  closed: Promise<{ text: string; ms: number; wasReset: boolean }>;
}

/** Connects, and sends a text if there is one. It keeps its own end open when the other side ends. */
export async function connectRaw(port: number, text = ''): Promise<RawConnection> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  const started = performance.now();
  let came = '';
  let wasReset = false;
  socket.on('data', (chunk) => {
    came += chunk.toString('latin1');
  });
  socket.on('error', (error: NodeJS.ErrnoException) => {
    wasReset ||= error.code === 'ECONNRESET' || error.code === 'EPIPE';
  });
  const closed = new Promise<{ text: string; ms: number; wasReset: boolean }>((resolve) => {
    const end = () => resolve({ text: came, ms: performance.now() - started, wasReset });
    socket.once('end', end);
    socket.once('close', end);
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', () => resolve());
    socket.once('error', reject);
  });
  if (text) socket.write(text, 'latin1');
  return {
    socket,
    text: () => came,
    closed,
    async gone() {
      // The other side answers the first write with a reset, and the next write fails.
      while (!socket.destroyed) {
        socket.write('x');
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    until: async (pattern) =>
      await new Promise<string>((resolve, reject) => {
        const look = () => {
          if (!pattern.test(came)) return;
          socket.off('data', look);
          resolve(came);
        };
        socket.on('data', look);
        void closed.then(() => reject(new Error(`Closed before ${pattern} came:\n${came.slice(0, 2_000)}`)));
        look();
      }),
  };
}

/** Sends a text over a new connection and returns everything until the other side ends. */
export async function exchange(port: number, text: string): Promise<string> {
  const connection = await connectRaw(port, text);
  const { text: answer } = await connection.closed;
  connection.socket.destroy();
  return answer;
}
