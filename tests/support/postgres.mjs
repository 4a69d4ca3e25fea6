// A throw-away PostgreSQL server, so that the service's tests run on the real one too and not only on
// the embedded database. Plain JavaScript, because tests/run.mjs starts it.
import { spawn, spawnSync } from 'node:child_process';
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { canInstallPackages, installPackage } from './system-packages.mjs';

/** Loses everything in a crash, which is what makes it quick; nobody keeps anything here. */
const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: 50,
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
};

const suffix = process.platform === 'win32' ? '.exe' : '';

/** The folders of binaries under a folder of installed versions, newest first. */
function versionsIn(folder, isServer = () => true) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter(isServer)
    .sort((a, b) => b.localeCompare(a, 'en', { numeric: true }))
    .map((version) => join(folder, version, 'bin'));
}

const isHomebrewServer = (name) => name.startsWith('postgresql');

/** The folder that holds initdb and postgres, or undefined. */
function findBinaries() {
  return [
    ...(process.env.PATH ?? '').split(delimiter).filter(Boolean),
    ...versionsIn('/usr/lib/postgresql'),
    ...versionsIn('/opt/homebrew/opt', isHomebrewServer),
    ...versionsIn('/usr/local/opt', isHomebrewServer),
  ].find((folder) => ['initdb', 'postgres'].every((name) => existsSync(join(folder, name + suffix))));
}

/** Debian's package makes and starts a cluster of its own unless it is told not to. */
async function installServer() {
  const config = '/etc/postgresql-common/createcluster.conf';
  if (!existsSync(config)) {
    mkdirSync('/etc/postgresql-common', { recursive: true });
    writeFileSync(config, 'create_main_cluster = false\n');
  }
  console.log('No PostgreSQL server here yet; installing the package "postgresql".');
  const { ok, output } = await installPackage('postgresql');
  if (!ok) throw new Error(`PostgreSQL could not be installed:\n${output}`);
}

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

function freePort() {
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

async function startServer(binaries) {
  const folder = mkdtempSync(join(tmpdir(), 'pledge-postgres-'));
  const owner = ownerOfServer();
  if (owner.uid !== undefined) chownSync(folder, owner.uid, owner.gid);
  const options = { ...owner, cwd: folder };
  try {
    const data = makeCluster(binaries, folder, options);
    const port = await freePort();
    const args = ['-D', data, '-p', String(port)];
    for (const [name, value] of Object.entries(settings)) args.push('-c', `${name}=${value}`);
    const server = spawn(join(binaries, `postgres${suffix}`), args, {
      ...options,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const stop = stopperOf(server, folder);
    await whenReady(server);
    return { url: `postgresql://postgres@127.0.0.1:${port}/postgres`, stop };
  } catch (error) {
    removeFolder(folder);
    throw error;
  }
}

/** Ends the server and its folder exactly once, however this process comes to its own end. */
function stopperOf(server, folder) {
  const ended = new Promise((resolve) => server.once('close', resolve));
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

  async function stop() {
    server.kill('SIGINT');
    const impatient = setTimeout(() => server.kill('SIGKILL'), 10_000);
    await ended;
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
    server.kill('SIGQUIT');
    removeFolder(folder);
  }
  for (const signal of signals) process.once(signal, onSignal);
  process.once('exit', onExit);
  return stop;
}

/**
 * The address of a PostgreSQL server for the tests and the function that ends it: the one of
 * TEST_DATABASE_URL, or one made for this run; or the reason why there is none.
 */
export async function ensurePostgres() {
  const asked = process.env.TEST_DATABASE_URL;
  if (asked) return { url: asked, stop: async () => {} };
  if (!findBinaries() && process.env.CI && canInstallPackages()) await installServer();
  const binaries = findBinaries();
  if (!binaries) {
    const skipped = 'no PostgreSQL server is installed here and TEST_DATABASE_URL is not set';
    return { skipped };
  }
  return startServer(binaries);
}
