import pg from 'pg';

/**
 * Connections to a server that may be gone before they are: `end` does not wait until they are closed, and what
 * the server says to one as it goes is no failure of a test.
 */
export function openShortLivedPool(connectionString: string, max: number): pg.Pool {
  const pool = new pg.Pool({ connectionString, max });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}
