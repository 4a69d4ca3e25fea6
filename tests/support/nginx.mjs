// Debian's nginx for the test of the example configuration, and openssl, which makes its certificate.
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { canInstallPackages, installPackage } from './system-packages.mjs';

function find(program) {
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter).filter(Boolean),
    '/usr/sbin',
    '/usr/local/sbin',
  ];
  return folders.map((folder) => join(folder, program)).find((path) => existsSync(path));
}

/** The path of a program; in CI, its package is installed first if need be. */
async function ensure(program) {
  if (!find(program) && process.env.CI && canInstallPackages()) {
    console.log(`No ${program} here yet; installing the package "${program}".`);
    const { ok, output } = await installPackage(program);
    if (!ok) throw new Error(`${program} could not be installed:\n${output}`);
  }
  return find(program);
}

/** The paths of nginx and openssl, or the reason why the test is skipped. */
export async function ensureNginx() {
  const nginx = await ensure('nginx');
  const openssl = await ensure('openssl');
  if (nginx && openssl) return { nginx, openssl };
  return { skipped: `${nginx ? 'openssl' : 'nginx'} is not installed here` };
}
