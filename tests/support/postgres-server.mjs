// A PostgreSQL server of its own data and port, which can be killed and started again. Plain JavaScript, because
// scripts/test.mjs starts one, too.
import { spawn, spawnSync } from 'node:child_process';
import { chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Fast because it may lose data when the machine goes down; tests keep none. */
const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  fsync: 'off',
  full_page_writes: 'off',
};

const suffix = process.platform === 'win32' ? '.exe' : '';

/** PostgreSQL refuses to run as root, so root hands it to one who may do less. */
function ownerOfServer() {
  if (process.getuid?.() !== 0) return {};
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const user = ['postgres', 'nobody'].map((name) => users.find(([known]) => known === name)).find(Boolean);
  if (!user) throw new Error('PostgreSQL does not run as root, and there is no user "postgres" or "nobody".');
  return { uid: Number(user[2]), gid: Number(user[3]) };
}

/** A free port of this machine. */
export function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

function makeCluster(binaries, folder, options) {
  const data = join(folder, 'data');
  const args = ['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'];
  const made = spawnSync(join(binaries, `initdb${suffix}`), args, { ...options, encoding: 'utf8' });
  if (made.status !== 0) throw new Error(`initdb failed: ${made.error?.message ?? made.stderr}`);
  return data;
}

/** Settles once the server accepts connections; rejects with its own words when it ends before that. */
function whenReady(server) {
  return new Promise((resolve, reject) => {
    let log = '';
    server.stderr.on('data', (chunk) => {
      log = (log + chunk).slice(-4000);
      if (log.includes('ready to accept connections')) resolve();
    });
    server.once('error', reject);
    server.once('exit', () => reject(new Error(`PostgreSQL did not start:\n${log}`)));
  });
}

function removeFolder(folder) {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}

/** Starts a server; a durable one keeps what it acknowledged when it is killed. */
export async function startServer(binaries, durable) {
  const folder = mkdtempSync(join(tmpdir(), 'pledge-postgres-'));
  const owner = ownerOfServer();
  if (owner.uid !== undefined) chownSync(folder, owner.uid, owner.gid);
  const options = { ...owner, cwd: folder };
  try {
    const data = makeCluster(binaries, folder, options);
    const port = await freePort();
    const args = ['-D', data, '-p', String(port)];
    const all = { ...settings, synchronous_commit: durable ? 'on' : 'off' };
    for (const [name, value] of Object.entries(all)) args.push('-c', `${name}=${value}`);
    const server = processOf(join(binaries, `postgres${suffix}`), args, options);
    const stop = stopperOf(server, folder);
    await server.start();
    return { url: `postgresql://postgres@127.0.0.1:${port}/postgres`, stop, ...server };
  } catch (error) {
    removeFolder(folder);
    throw error;
  }
}

/** How often a server is started again while the backends of one that was killed still go. */
const STARTS = 100;

/** A server that can be killed as `kill -9` does and started again on what it left. */
function processOf(program, args, options) {
  let server;
  let ended;
  return {
    async start() {
      for (let tried = 1; ; tried += 1) {
        server = spawn(program, args, { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
        ended = new Promise((resolve) => server.once('exit', resolve));
        try {
          return await whenReady(server);
        } catch (error) {
          if (tried === STARTS || !/shared memory block|lock file/.test(error.message)) throw error;
          await new Promise((resolve) => setTimeout(resolve, 100));
        }
      }
    },
    async kill() {
      server.kill('SIGKILL');
      await ended;
    },
    signal: (signal) => server?.kill(signal),
    whenEnded: () => ended,
  };
}

/** Ends the server and its folder exactly once, however this process comes to its own end. */
function stopperOf(server, folder) {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

  async function stop() {
    server.signal('SIGINT');
    const impatient = setTimeout(() => server.signal('SIGKILL'), 10_000);
    await server.whenEnded();
    clearTimeout(impatient);
    for (const signal of signals) process.off(signal, onSignal);
    process.off('exit', onExit);
    removeFolder(folder);
  }
  async function onSignal(signal) {
    await stop();
    process.kill(process.pid, signal);
  }
  function onExit() {
    server.signal('SIGQUIT');
    removeFolder(folder);
  }
  for (const signal of signals) process.once(signal, onSignal);
  process.once('exit', onExit);
  return stop;
}
