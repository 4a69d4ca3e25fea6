import pg from 'pg';
import { Webhook } from 'standardwebhooks';
import * as z from 'zod/mini';
import { ConfigError, type Env, readSwitch, readWhole, requireTrimmed } from '#server/config.ts';

/** The names of the service's settings, without those that both servers have. */
export const SERVICE_SETTINGS = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_LISTEN',
  'DATA_DIR',
  'TIME_ZONE',
  'RATE_LIMIT_PER_MINUTE',
  'DEMO_DATA',
  'WEBHOOK_URL',
  'WEBHOOK_SECRET',
  'TRUST_PROXY',
  'SIGN_IN_REFUSALS_PER_MINUTE',
];

/** The settings of the service, as the environment gives them. */
export interface ServiceConfig {
  /** A PostgreSQL server's database; the embedded one in `dataDir` where absent. */
  databaseUrl: string | undefined;
  /** The same database without the pooler in between, for what needs a session of its own; absent without a pooler. */
  databaseDirectUrl: string | undefined;
  /** Whether the database has LISTEN, which some distributed engines lack. */
  databaseListens: boolean;
  dataDir: string;
  timeZone: string;
  requestsPerMinute: number;
  /** Access tokens that may be refused a minute to one address; 0 is no limit. */
  refusalsPerMinute: number;
  /** Whether `X-Request-Id` and `X-Forwarded-For` of a proxy in front are believed. */
  trustProxy: boolean;
  /** Whether demo data is loaded into a database that is empty. */
  demoData: boolean;
  webhook: { url: string; secret: string } | undefined;
}

/** Reads the service's settings. Throws a ConfigError that names the variable at fault. */
export function readServiceConfig(env: Env): ServiceConfig {
  requireTrimmed(env, SERVICE_SETTINGS);
  const databaseUrl = readDatabaseUrl(env, 'DATABASE_URL');
  const databaseDirectUrl = readDatabaseUrl(env, 'DATABASE_DIRECT_URL');
  if (databaseDirectUrl && !databaseUrl) {
    throw new ConfigError(
      'DATABASE_DIRECT_URL is set, so DATABASE_URL must be too: the address of the pooler.',
    );
  }
  return {
    databaseUrl,
    databaseDirectUrl,
    databaseListens: readSwitch(env, 'DATABASE_LISTEN', true),
    dataDir: env.DATA_DIR || '.data',
    timeZone: readTimeZone(env.TIME_ZONE || 'Africa/Lagos'),
    requestsPerMinute: readWhole(env, 'RATE_LIMIT_PER_MINUTE', 0, 0, 1_000_000),
    refusalsPerMinute: readWhole(env, 'SIGN_IN_REFUSALS_PER_MINUTE', 60, 0, 100_000),
    trustProxy: readSwitch(env, 'TRUST_PROXY', false),
    demoData: readSwitch(env, 'DEMO_DATA', true),
    webhook: readWebhook(env),
  };
}

function readDatabaseUrl(env: Env, name: string): string | undefined {
  const url = env[name] || undefined;
  if (url && !/^postgres(ql)?:\/\//.test(url)) {
    throw new ConfigError(`${name} must begin with postgres:// or postgresql://.`);
  }
  try {
    // The driver would only read it at the first connection.
    if (url) new pg.Client(url);
  } catch (error) {
    throw new ConfigError(
      `${name} can't be read (${(error as Error).message}). Special characters of a password must be percent-encoded, such as %23 for #.`,
    );
  }
  return url;
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
  const secret = env.WEBHOOK_SECRET;
  if (!url) {
    if (!secret) return undefined;
    throw new ConfigError('WEBHOOK_SECRET is set, so WEBHOOK_URL must be too: where deliveries go.');
  }
  if (!z.safeParse(z.url({ protocol: /^https?$/ }), url).success) {
    throw new ConfigError('WEBHOOK_URL must be an http or https address.');
  }
  const { username, password } = new URL(url);
  if (username || password) {
    throw new ConfigError('WEBHOOK_URL must hold no user and no password: deliveries are signed instead.');
  }
  if (!secret) throw new ConfigError('WEBHOOK_URL is set, so WEBHOOK_SECRET must be too: whsec_ and base64.');
  if (!/^(whsec_)?[A-Za-z0-9+/]{24,}={0,2}$/.test(secret)) {
    throw new ConfigError('WEBHOOK_SECRET must be whsec_ followed by at least 24 characters of base64.');
  }
  new Webhook(secret);
  return { url, secret };
}
