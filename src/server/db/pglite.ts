import { PGlite } from '@electric-sql/pglite';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';

export interface PgliteOptions {
  /** The folder that holds the database; in memory where absent. */
  folder?: string | undefined;
  /** A database dumped earlier, to begin from. */
  snapshot?: Blob | undefined;
  /** The folder of the Unix socket that `pg` connects to (as its `host`). */
  socketFolder: string;
}

export interface RunningPglite {
  /** The whole database as a file that `snapshot` takes. */
  dump(): Promise<Blob>;
  stop(): Promise<void>;
}

/** The name that `pg` looks for in a socket folder, at its default port. */
const SOCKET_NAME = '.s.PGSQL.5432';

/** Starts PGlite in this thread, behind a Unix socket, so that one driver serves it and PostgreSQL alike. */
export async function startPglite(options: PgliteOptions): Promise<RunningPglite> {
  const db = await PGlite.create({
    ...(options.folder && { dataDir: options.folder }),
    ...(options.snapshot && { loadDataDir: options.snapshot }),
  });
  const server = new PGLiteSocketServer({
    db,
    path: `${options.socketFolder}/${SOCKET_NAME}`,
    maxConnections: 4,
  });
  await server.start();
  return {
    dump: async () => await db.dumpDataDir('none'),
    async stop() {
      await server.stop();
      await db.close();
    },
  };
}
