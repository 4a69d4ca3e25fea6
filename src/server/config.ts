import { StartFailure } from './start-failure.ts';

/** A setting that can't be used; the message names the variable and what to do. */
export class ConfigError extends StartFailure {}

export type Env = Record<string, string | undefined>;

/** Throws a ConfigError if a setting has white space around it, which would be part of a folder's or an organisation's name. */
export function requireTrimmed(env: Env, names: readonly string[]): void {
  const padded = names.find((name) => env[name] !== env[name]?.trim());
  if (padded) throw new ConfigError(`${padded} begins or ends with a space or a line end. Remove it.`);
}

/** Reads a whole number from the environment, within bounds. Throws a ConfigError. */
export function readWhole(
  env: Env,
  name: string,
  fallback: number,
  minimum: number,
  maximum: number,
): number {
  const text = env[name];
  if (text === undefined || text === '') return fallback;
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < minimum || value > maximum) {
    throw new ConfigError(`${name} must be a whole number from ${minimum} to ${maximum}; it is "${text}".`);
  }
  return value;
}

/** Reads `on` or `off` from the environment. Throws a ConfigError. */
export function readSwitch(env: Env, name: string, fallback: boolean): boolean {
  const text = env[name];
  if (text === undefined || text === '') return fallback;
  if (text !== 'on' && text !== 'off') throw new ConfigError(`${name} must be on or off; it is "${text}".`);
  return text === 'on';
}
