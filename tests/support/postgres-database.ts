import pg from 'pg';

/** Makes a database on a PostgreSQL server, as a copy of `template` if there is one. Returns its address. */
export async function createDatabase(server: string, name: string, template = 'template1'): Promise<string> {
  await administer(server, `create database "${name}" template "${template}"`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

/** Removes a database, and ends its connections. */
export async function dropDatabase(server: string, name: string): Promise<void> {
  await administer(server, `drop database if exists "${name}" with (force)`);
}

async function administer(server: string, sql: string): Promise<void> {
  const client = new pg.Client(server);
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
