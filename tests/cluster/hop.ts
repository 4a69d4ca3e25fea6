import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A network hop that can fall silent: nothing is lost, but nothing arrives until it is over. */
export interface Hop {
  port: number;
  silence(ms: number): Promise<void>;
  close(): Promise<void>;
}

/** Relays TCP connections to a port of this machine. */
export async function startHop(toPort: number): Promise<Hop> {
  const sockets = new Set<Socket>();
  let isSilent = false;
  const server = createServer({ allowHalfOpen: true, noDelay: true, pauseOnConnect: true }, (down) => {
    const up = connect({ port: toPort, host: '127.0.0.1', allowHalfOpen: true, noDelay: true });
    for (const [from, to] of [
      [down, up],
      [up, down],
    ] as const) {
      sockets.add(from);
      from.on('data', (chunk) => void to.write(chunk));
      from.on('end', () => to.end());
      from.on('error', () => to.destroy());
      from.on('close', () => {
        sockets.delete(from);
        to.destroySoon();
      });
      if (isSilent) from.pause();
      else from.resume();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    async silence(ms) {
      isSilent = true;
      for (const socket of sockets) socket.pause();
      await new Promise((resolve) => setTimeout(resolve, ms));
      isSilent = false;
      for (const socket of sockets) socket.resume();
    },
    close: async () =>
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
