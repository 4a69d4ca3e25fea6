// A web server as small as one can be, for the floors: the files of a folder, in the brotli copies that the
// build made, and recorded answers under their addresses. All of it in memory before the first request.
// Without a folder it acts as a service that only returns recorded answers.
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, relative } from 'node:path';

const TYPES = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
};

/** `{ folder?: string, answers: { [address]: file } }` */
const { folder, answers: recorded } = JSON.parse(process.argv[2]);

const replies = new Map();
for (const [address, file] of Object.entries(recorded)) {
  replies.set(address, { headers: { 'content-type': 'application/json' }, body: readFileSync(file) });
}
for (const entry of folder ? readdirSync(folder, { withFileTypes: true, recursive: true }) : []) {
  const type = TYPES[extname(entry.name)];
  if (!entry.isFile() || !type) continue;
  const path = join(entry.parentPath, entry.name);
  const address = `/${relative(folder, path)}`;
  replies.set(address === '/index.html' ? '/' : address, fileReply(path, type));
}

function fileReply(path, type) {
  try {
    const headers = { 'content-type': type, 'content-encoding': 'br' };
    return { headers, body: readFileSync(`${path}.br`) };
  } catch {
    return { headers: { 'content-type': type }, body: readFileSync(path) };
  }
}

const server = createServer((request, response) => {
  const reply = replies.get(request.url);
  if (!reply) return response.writeHead(404).end();
  response.writeHead(200, { ...reply.headers, 'content-length': reply.body.length }).end(reply.body);
});
server.listen(0, '127.0.0.1', () =>
  console.log(`The floor listens on http://localhost:${server.address().port}`),
);
process.on('SIGTERM', () => process.exit(0));
