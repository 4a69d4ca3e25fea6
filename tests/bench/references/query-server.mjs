// A bare HTTP server that asks PostgreSQL the same statements as the service did when they were recorded, and
// writes the rows of the last one as JSON: what an answer costs with nothing round the SQL.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import pg from 'pg';

/** `{ databaseUrl, statements: { [address]: { text, values: (value | { hex })[] }[] } }`, in a file */
const { databaseUrl, statements } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });

const byAddress = new Map(
  Object.entries(statements).map(([address, list]) => [
    address,
    list.map(({ text, values }) => ({
      text,
      values: values.map((value) => (value?.hex ? Buffer.from(value.hex, 'hex') : value)),
    })),
  ]),
);

const server = createServer(async (request, response) => {
  let rows = [];
  for (const statement of byAddress.get(request.url)) rows = (await pool.query(statement)).rows;
  const body = JSON.stringify({ status: 'success', data: rows });
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  response.writeHead(200, headers).end(body);
});
server.listen(0, '127.0.0.1', () =>
  console.log(`The reference listens on http://127.0.0.1:${server.address().port}`),
);
process.on('SIGTERM', () => process.exit(0));
