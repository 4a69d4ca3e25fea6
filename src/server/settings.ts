import type { Logger } from 'pino';
import type { Env } from './config.ts';
import { nearest } from './nearest.ts';

/** The settings that both servers have. */
export const SERVER_SETTINGS = ['PORT', 'HOST', 'LOG_LEVEL', 'MAX_CONNECTIONS'];

/** Names in an environment that are no setting but very close to one. */
export function misspeltSettings(env: Env, known: readonly string[]): { name: string; meant: string }[] {
  return Object.keys(env).flatMap((name) => {
    if (known.includes(name)) return [];
    // Short names are close to many: HOME is two letters from HOST.
    const most = name.length < 8 ? 1 : 2;
    const meant = nearest(name.toUpperCase(), known, most);
    return meant ? [{ name, meant }] : [];
  });
}

/** Warns about each of them, without the value, which may be a secret. */
export function warnOfMisspeltSettings(env: Env, known: readonly string[], log: Pick<Logger, 'warn'>): void {
  for (const { name, meant } of misspeltSettings(env, known)) {
    log.warn(`${name} is set, but Pledge has no such setting. Did you mean ${meant}?`);
  }
}
