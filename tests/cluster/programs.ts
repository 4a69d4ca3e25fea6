import { existsSync } from 'node:fs';
import { canInstallPackages, installPackage } from '#tests/support/system-packages.mjs';

/** Debian's programs by the package that has them. */
const PROGRAMS = {
  'postgresql-15': '/usr/lib/postgresql/15/bin/postgres',
  'postgresql-client-15': '/usr/lib/postgresql/15/bin/psql',
  patroni: '/usr/bin/patroni',
  'etcd-server': '/usr/bin/etcd',
  pgbouncer: '/usr/sbin/pgbouncer',
  haproxy: '/usr/sbin/haproxy',
  nginx: '/usr/sbin/nginx',
  openssl: '/usr/bin/openssl',
} as const;

type PackageName = keyof typeof PROGRAMS;

/** The path of a package's program. */
export const programOf = (name: PackageName): string => PROGRAMS[name];

/** Finds the programs; as root on Debian, installs those that are missing. Returns the packages that still are. */
export async function ensurePrograms(): Promise<string[]> {
  const absent = () => Object.entries(PROGRAMS).flatMap(([name, path]) => (existsSync(path) ? [] : [name]));
  for (const name of absent()) {
    if (!canInstallPackages()) break;
    console.log(`Installing the package "${name}".`);
    const { ok, output } = await installPackage(name);
    if (!ok) console.error(output);
  }
  return absent();
}
