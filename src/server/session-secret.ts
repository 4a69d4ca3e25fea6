import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError, type Env } from './config.ts';
import { folderFailure, prepareDataFolder } from './data-folder.ts';
import { StartFailure } from './start-failure.ts';

const LENGTH = 32;

const FILE = 'session-secret';

/**
 * The session secret of a data folder, made at the first start and kept, so that a restart signs no one out. Two
 * gateways that start at once on one folder both use the one that was there first. Throws a StartFailure if the folder
 * or the secret can't be used.
 */
export function keptSessionSecret(folder: string): string {
  prepareDataFolder(folder);
  const path = join(folder, FILE);
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

/** What is wrong with a `SESSION_SECRET` that can't be read. */
export const SESSION_SECRET_PROBLEM =
  'must have at least 32 characters (several, newest first, are separated by commas)';

/** The secrets of a `SESSION_SECRET`, newest first; null if one of them is too short. */
export function readSessionSecrets(text: string): string[] | null {
  const secrets = text.split(',').map((secret) => secret.trim());
  return secrets.every((secret) => secret.length >= LENGTH) ? secrets : null;
}

/**
 * The session secrets of the gateways, for a command: those of `SESSION_SECRET`, or the one that `DATA_DIR` keeps. None is
 * made, because no gateway could read what it seals. Throws a StartFailure.
 */
export function sessionSecretsOf(env: Env, dataDir: string): string[] {
  if (env.SESSION_SECRET) {
    const secrets = readSessionSecrets(env.SESSION_SECRET);
    if (!secrets) throw new ConfigError(`SESSION_SECRET ${SESSION_SECRET_PROBLEM}.`);
    return secrets;
  }
  if (existsSync(join(dataDir, FILE))) return [keptSessionSecret(dataDir)];
  throw new StartFailure(
    `There is no session secret in ${dataDir}. Set SESSION_SECRET to that of the gateways, or DATA_DIR to the folder that has theirs.`,
  );
}
