import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** What becomes of a COMMIT: it is lost on its way to the database, or its answer is lost on the way back. */
type LostPart = 'commit' | 'answer';

export interface DatabaseRelay {
  /** The database's address by way of the relay. */
  url: string;
  /** Cuts the connections of the next so many commits of transactions that hold a text. */
  loseCommits(part: LostPart, holding: string, times?: number): void;
  /** Passes nothing more on over the connections that are open, and closes none of them. */
  fallSilent(): void;
  close(): Promise<void>;
}

/** Relays TCP connections to a PostgreSQL server and breaks chosen ones at their COMMIT. */
export async function startDatabaseRelay(databaseUrl: string): Promise<DatabaseRelay> {
  const { hostname, port } = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let generation = 0;
  let wanted: { part: LostPart; holding: string; left: number } | undefined;
  const server = createServer({ noDelay: true }, (down) => {
    const up = connect({ host: hostname, port: Number(port), noDelay: true });
    let sent = '';
    let isLost = false;
    const own = generation;
    const end = () => {
      down.destroy();
      up.destroy();
    };
    for (const socket of [down, up]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        end();
      });
    }
    down.on('data', (chunk) => {
      if (own !== generation) return;
      const text = chunk.toString('latin1');
      if (/\bbegin\b/i.test(text)) sent = '';
      sent += text;
      const isCommit = /\bcommit\b/i.test(text);
      if (!isCommit || !wanted || wanted.left === 0 || !sent.includes(wanted.holding)) {
        up.write(chunk);
        return;
      }
      wanted.left -= 1;
      if (wanted.part === 'commit') return end();
      isLost = true;
      up.write(chunk);
    });
    // The answer shows that the commit took effect.
    up.on('data', (chunk) => {
      if (own !== generation) return;
      if (isLost) end();
      else down.write(chunk);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, hostname, resolve));
  const url = new URL(databaseUrl);
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    loseCommits(part, holding, times = 1) {
      wanted = { part, holding, left: times };
    },
    fallSilent() {
      generation += 1;
    },
    close: async () =>
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
