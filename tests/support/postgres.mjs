// A throw-away PostgreSQL server, so that the service's tests run on the real one too and not only on
// the embedded database. Plain JavaScript, because scripts/test.mjs starts it.
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { startServer } from './postgres-server.mjs';
import { canInstallPackages, installPackage } from './system-packages.mjs';

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

/** Debian's package creates and starts a cluster of its own unless its configuration says otherwise. */
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

/** A server of one's own that keeps what it acknowledged when it is killed; null where none is installed here. */
export async function startKillablePostgres() {
  const binaries = findBinaries();
  return binaries ? await startServer(binaries, true) : null;
}

/** Whether a server can be started here. */
export function hasPostgres() {
  return findBinaries() !== undefined;
}

/**
 * The address of a PostgreSQL server for the tests and the function that ends it: the one of
 * TEST_DATABASE_URL, or one made for this run; or the reason why there is none.
 */
export async function ensurePostgres() {
  const asked = process.env.TEST_DATABASE_URL;
  if (asked) return { url: asked, stop: async () => {} };
  if (!findBinaries() && canInstallPackages()) await installServer();
  const binaries = findBinaries();
  if (!binaries) {
    const skipped = 'no PostgreSQL server is installed here and TEST_DATABASE_URL is not set';
    return { skipped };
  }
  return startServer(binaries, false);
}
