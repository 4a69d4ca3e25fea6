import { Webhook } from 'standardwebhooks';
import * as z from 'zod/mini';

/** The settings of the service, as the environment gives them. */
export interface ServiceConfig {
  /** A PostgreSQL server's database; the embedded one in `dataDir` where absent. */
  databaseUrl: string | undefined;
  dataDir: string;
  timeZone: string;
  requestsPerMinute: number;
  /** Whether demo data is loaded into a database that is empty. */
  demoData: boolean;
  webhook: { url: string; secret: string } | undefined;
}

/** Thrown where a setting can't be used; the message names the variable and what to do. */
export class ConfigError extends Error {}

type Env = Record<string, string | undefined>;

/** Reads the service's settings. Throws a ConfigError that names the variable at fault. */
export function readServiceConfig(env: Env): ServiceConfig {
  const databaseUrl = env.DATABASE_URL || undefined;
  if (databaseUrl && !/^postgres(ql)?:\/\//.test(databaseUrl)) {
    throw new ConfigError('DATABASE_URL must begin with postgres:// or postgresql://.');
  }
  return {
    databaseUrl,
    dataDir: env.DATA_DIR || '.data',
    timeZone: readTimeZone(env.TIME_ZONE || 'Africa/Lagos'),
    requestsPerMinute: readWhole(env, 'RATE_LIMIT_PER_MINUTE', 0, 0, 1_000_000),
    demoData: readSwitch(env, 'DEMO_DATA', true),
    webhook: readWebhook(env),
  };
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

function readTimeZone(name: string): string {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return name;
  } catch {
    throw new ConfigError(
      `TIME_ZONE must be the name of a time zone, such as Africa/Lagos; it is "${name}".`,
    );
  }
}

function readWebhook(env: Env): ServiceConfig['webhook'] {
  const url = env.WEBHOOK_URL;
  if (!url) return undefined;
  if (!z.safeParse(z.url({ protocol: /^https?$/ }), url).success) {
    throw new ConfigError(`WEBHOOK_URL must be an http or https address; it is "${url}".`);
  }
  const secret = env.WEBHOOK_SECRET;
  if (!secret) throw new ConfigError('WEBHOOK_URL is set, so WEBHOOK_SECRET must be too: whsec_ and base64.');
  if (!/^(whsec_)?[A-Za-z0-9+/]{24,}={0,2}$/.test(secret)) {
    throw new ConfigError('WEBHOOK_SECRET must be whsec_ followed by at least 24 characters of base64.');
  }
  new Webhook(secret);
  return { url, secret };
}
