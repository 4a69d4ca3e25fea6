import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Env } from './config.ts';
import { folderFailure, prepareDataFolder } from './data-folder.ts';
import { StartFailure } from './start-failure.ts';

const LENGTH = 32;

/**
 * The session secret of a data folder, made at the first start and kept, so that a restart signs no one out. Two
 * gateways that start at once on one folder both use the one that was there first. Throws a StartFailure if the folder
 * or the secret can't be used.
 */
export function keptSessionSecret(folder: string): string {
  prepareDataFolder(folder);
  const path = join(folder, 'session-secret');
  try {
    makeOnce(path);
    const secret = readFileSync(path, 'utf8').trim();
    if (secret.length >= LENGTH) return secret;
  } catch (error) {
    throw folderFailure(folder, error);
  }
  throw new StartFailure(
    `The session secret in ${path} is incomplete. Remove the file; Pledge makes a new one, and everyone signs in again.`,
  );
}

function makeOnce(path: string): void {
  const own = `${path}.${process.pid}`;
  try {
    writeFileSync(own, randomBytes(LENGTH).toString('base64url'), { mode: 0o600 });
    linkSync(own, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(own, { force: true });
  }
}

/** The session secrets of an environment: those of `SESSION_SECRET`, newest first, or the one that `DATA_DIR` keeps. */
export function sessionSecretsOf(env: Env, dataDir: string): string[] {
  const given = env.SESSION_SECRET;
  return given ? given.split(',').map((secret) => secret.trim()) : [keptSessionSecret(dataDir)];
}
