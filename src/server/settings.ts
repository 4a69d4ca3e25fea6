import type { Logger } from 'pino';
import type { Env } from './config.ts';

/** The settings that both servers have. */
export const SERVER_SETTINGS = ['PORT', 'HOST', 'LOG_LEVEL', 'MAX_CONNECTIONS'];

/** Names in an environment that are no setting but very close to one. */
export function misspeltSettings(env: Env, known: readonly string[]): { name: string; meant: string }[] {
  return Object.keys(env).flatMap((name) => {
    if (known.includes(name)) return [];
    // Short names are close to many: HOME is two letters from HOST.
    const most = name.length < 8 ? 1 : 2;
    const meant = known.find((one) => distance(name.toUpperCase(), one) <= most);
    return meant ? [{ name, meant }] : [];
  });
}

/** Warns about each of them, without the value, which may be a secret. */
export function warnOfMisspeltSettings(env: Env, known: readonly string[], log: Pick<Logger, 'warn'>): void {
  for (const { name, meant } of misspeltSettings(env, known)) {
    log.warn(`${name} is set, but Pledge has no such setting. Did you mean ${meant}?`);
  }
}

/** How many letters to add, drop, change or swap with the next one to turn one word into the other. */
function distance(a: string, b: string): number {
  let [previous, current]: number[][] = [[], Array.from({ length: b.length + 1 }, (_, at) => at)];
  for (let row = 1; row <= a.length; row++) {
    const next = [row];
    for (let column = 1; column <= b.length; column++) {
      const change = a[row - 1] === b[column - 1] ? 0 : 1;
      const isSwap = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      next[column] = Math.min(
        (current?.[column] ?? 0) + 1,
        (next[column - 1] ?? 0) + 1,
        (current?.[column - 1] ?? 0) + change,
        isSwap ? (previous?.[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [previous, current] = [current, next];
  }
  return current?.[b.length] ?? 0;
}
