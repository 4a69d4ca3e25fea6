import { StartFailure } from './start-failure.ts';

/** A setting that can't be used; the message names the variable and what to do. */
export class ConfigError extends StartFailure {}

export type Env = Record<string, string | undefined>;

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
