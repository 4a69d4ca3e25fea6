import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The session secret of a data folder, made at the first start and kept, so that a restart signs nobody out.
 * Of two gateways that start at once on one folder, both use the one that was there first.
 */
export function keptSessionSecret(folder: string): string {
  const path = join(folder, 'session-secret');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const own = `${path}.${process.pid}`;
  writeFileSync(own, randomBytes(32).toString('base64url'), { mode: 0o600 });
  try {
    linkSync(own, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(own, { force: true });
  }
  return readFileSync(path, 'utf8').trim();
}
