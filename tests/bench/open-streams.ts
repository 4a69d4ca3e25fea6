import { connect, type Socket } from 'node:net';
import type { Desk } from './desk.ts';

/** Streams of events that are open, as desks have them. */
export interface OpenStreams {
  /** Calls back once with each stream's delay until all have shown a text, in milliseconds since the call. */
  untilAllSaw(text: string): Promise<number[]>;
  close(): void;
}

/** How many are being opened at the same time. */
const AT_ONCE = 50;

/** Opens so many event streams of each desk; resolves once all have begun. Plain sockets, so that they cost little. */
export async function openStreams(desks: readonly Desk[], ofEach: number): Promise<OpenStreams> {
  const waiting = desks.flatMap((desk) => Array<Desk>(ofEach).fill(desk)).values();
  const sockets: Socket[] = [];
  const opener = async () => {
    for (const desk of waiting) sockets.push(await openStream(desk));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, opener));
  return {
    async untilAllSaw(text) {
      const began = performance.now();
      return await Promise.all(sockets.map(async (socket) => await seenIn(socket, text, began)));
    },
    close() {
      for (const socket of sockets) socket.destroy();
    },
  };
}

async function openStream(desk: Desk): Promise<Socket> {
  const { host, hostname, port } = new URL(desk.address);
  const socket = connect(Number(port), hostname);
  socket.setEncoding('utf8');
  socket.write(
    `GET /events HTTP/1.1\r\nhost: ${host}\r\ncookie: ${desk.cookie}\r\naccept: text/event-stream\r\n\r\n`,
  );
  await new Promise<void>((resolve, reject) => {
    const read = (text: string) => {
      if (!text.startsWith('HTTP/1.1 200'))
        reject(new Error(`A stream was answered with: ${text.slice(0, 200)}`));
      socket.off('data', read);
      resolve();
    };
    socket.on('data', read);
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('A stream was closed')));
  });
  // A socket that no one reads would hold back what the gateway sends.
  socket.resume();
  return socket;
}

async function seenIn(socket: Socket, text: string, began: number): Promise<number> {
  return await new Promise((resolve, reject) => {
    let seen = '';
    const fail = () => reject(new Error('A stream was closed'));
    const read = (chunk: string) => {
      seen += chunk;
      if (!seen.includes(text)) return;
      socket.off('data', read).off('close', fail);
      resolve(performance.now() - began);
    };
    socket.on('data', read).once('close', fail);
  });
}
