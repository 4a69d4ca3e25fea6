import * as z from 'zod/mini';
import { contract, type EndpointName } from '#contract/contract.ts';
import { type DeskState, MEMBER_IDS } from '#contract/session.ts';
import { trimEnd } from '#contract/trim-end.ts';
import { ConfigError, requireTrimmed } from '#server/config.ts';
import { MAX_CONNECTIONS } from '#server/limits.ts';
import { readSessionSecrets, SESSION_SECRET_PROBLEM } from '#server/session-secret.ts';
import type { WebhookSettings } from './events/webhooks.ts';
import { OIDC_VARIABLES, readSignInSettings, type SignInSettings } from './oidc/settings.ts';

/** The names that a service gives to the query parameters of an endpoint, where they differ from the contract's. */
export type ParameterNames = Partial<Record<EndpointName, Record<string, string>>>;

/** The settings of the gateway, as the environment gives them. */
export interface GatewayConfig extends SignInSettings {
  port: number;
  host: string;
  maxConnections: number;
  /** The service to forward to; the embedded one if absent. */
  serviceUrl: string | undefined;
  /** How long the service may take over a whole answer, in milliseconds. */
  serviceTimeoutMs: number;
  parameterNames: ParameterNames;
  memberIdInPath: DeskState['memberIdInPath'];
  /** The origin under which browsers reach the gateway, where it isn't what the Host header says. */
  publicOrigin: string | undefined;
  /** Whether X-Forwarded-Proto and X-Forwarded-Host of a proxy in front are believed. */
  trustProxy: boolean;
  /** Newest first: the first seals, all of them open. Made and kept in the data folder where absent. */
  sessionSecrets: string[] | undefined;
  sessionIdleMs: number;
  sessionLifetimeMs: number;
  /** Refused sign-ins a minute from one address; 0 is no limit. */
  signInsPerMinute: number;
  webhooks: WebhookSettings;
  webhookOwner: string | undefined;
  /** Opens `/metrics`; where absent there are none. */
  metricsSecret: string | undefined;
}

const whole = (minimum: number, maximum: number, fallback: number) =>
  z.pipe(
    z._default(z.string(), String(fallback)),
    z.transform((text: string, context) => {
      const value = Number(text);
      if (/^\d+$/.test(text) && value >= minimum && value <= maximum) return value;
      const message = `must be a whole number from ${minimum} to ${maximum}`;
      context.issues.push({ code: 'custom', message, input: text });
      return z.NEVER;
    }),
  );

/** An address without what would be lost: requests get a path of their own, and a password would be in the log. */
const httpAddress = (isFit: (url: URL) => boolean, message: string) =>
  z.pipe(
    z.string(),
    z.transform((text: string, context) => {
      const url = URL.canParse(text) ? new URL(text) : null;
      if (url && /^https?:$/.test(url.protocol) && `${url.origin}${url.pathname}` === url.href && isFit(url))
        return url;
      context.issues.push({ code: 'custom', message, input: text });
      return z.NEVER;
    }),
  );

const serviceAddress = httpAddress(
  () => true,
  'must be an http or https address without user, password, query and fragment',
);

const browserOrigin = httpAddress(
  ({ pathname }) => pathname === '/',
  'must be an http or https address such as https://pledge.example.com, without a path',
);

const secrets = z.pipe(
  z.string(),
  z.transform((text: string, context) => {
    const list = readSessionSecrets(text);
    if (list) return list;
    context.issues.push({ code: 'custom', message: SESSION_SECRET_PROBLEM, input: text });
    return z.NEVER;
  }),
);

const webhookSecrets = z.pipe(
  z.string(),
  z.transform((text: string, context) => {
    const list = text.split(',').map((secret) => secret.trim());
    if (list.every((secret) => /^(whsec_)?[A-Za-z0-9+/]{24,}={0,2}$/.test(secret))) return list;
    const message = 'must be whsec_ and at least 24 characters of base64 (several are separated by commas)';
    context.issues.push({ code: 'custom', message, input: text });
    return z.NEVER;
  }),
);

const parameterNames = z.pipe(
  z.string(),
  z.transform((text: string, context) => {
    try {
      return readParameterNames(text);
    } catch (error) {
      context.issues.push({ code: 'custom', message: (error as Error).message, input: text });
      return z.NEVER;
    }
  }),
);

const environment = z.object({
  PORT: whole(0, 65_535, 4173),
  HOST: z._default(z.string(), '127.0.0.1'),
  MAX_CONNECTIONS: whole(MAX_CONNECTIONS.minimum, MAX_CONNECTIONS.maximum, MAX_CONNECTIONS.fallback),
  SERVICE_URL: z.optional(serviceAddress),
  SERVICE_TIMEOUT_MS: whole(100, 600_000, 30_000),
  PARAMETER_NAMES: z.optional(parameterNames),
  MEMBER_ID: z._default(z.enum(MEMBER_IDS, 'must be _id or user._id'), '_id'),
  PUBLIC_ORIGIN: z.optional(browserOrigin),
  TRUST_PROXY: z._default(z.enum(['on', 'off'], 'must be on or off'), 'off'),
  SESSION_SECRET: z.optional(secrets),
  SESSION_IDLE_MINUTES: whole(1, 10_080, 30),
  SESSION_LIFETIME_MINUTES: whole(1, 43_200, 720),
  SIGN_IN_REFUSALS_PER_MINUTE: whole(0, 100_000, 10),
  ...OIDC_VARIABLES,
  WEBHOOK_IN_SECRET: z.optional(webhookSecrets),
  WEBHOOK_IN_HMAC_HEADER: z.optional(
    z.string().check(z.regex(/^[A-Za-z0-9-]{1,64}$/, 'must be the name of a header')),
  ),
  WEBHOOK_IN_HMAC_SECRET: z.optional(z.string().check(z.minLength(16, 'must have at least 16 characters'))),
  WEBHOOK_IN_ORGANISATION: z.optional(z.string()),
  METRICS_SECRET: z.optional(z.string().check(z.minLength(16, 'must have at least 16 characters'))),
});

/** The names of the gateway's settings. */
export const GATEWAY_SETTINGS = Object.keys(environment.def.shape);

/** Reads the gateway's settings. Throws a ConfigError that names the variable at fault. */
export function readGatewayConfig(env: Record<string, string | undefined>): GatewayConfig {
  requireTrimmed(env, GATEWAY_SETTINGS);
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  );
  const result = z.safeParse(environment, given);
  if (!result.success) {
    const texts = result.error.issues.map((issue) => {
      const name = String(issue.path[0]);
      // An address may hold a password.
      const isSecret = /SECRET|TOKEN$/.test(name) || env[name]?.includes('@');
      const shown = isSecret ? '' : `; it is "${env[name]}"`;
      return `${name} ${issue.message}${shown}.`;
    });
    throw new ConfigError(texts.join('\n'));
  }
  const values = result.data;
  const { WEBHOOK_IN_HMAC_HEADER: header, WEBHOOK_IN_HMAC_SECRET: secret } = values;
  if (Boolean(header) !== Boolean(secret)) {
    throw new ConfigError('WEBHOOK_IN_HMAC_HEADER and WEBHOOK_IN_HMAC_SECRET go together: set both or none.');
  }
  return {
    port: values.PORT,
    host: values.HOST,
    maxConnections: values.MAX_CONNECTIONS,
    serviceUrl: values.SERVICE_URL && trimEnd(values.SERVICE_URL.href, '/'),
    serviceTimeoutMs: values.SERVICE_TIMEOUT_MS,
    parameterNames: values.PARAMETER_NAMES ?? {},
    memberIdInPath: values.MEMBER_ID,
    publicOrigin: values.PUBLIC_ORIGIN?.origin,
    trustProxy: values.TRUST_PROXY === 'on',
    sessionSecrets: values.SESSION_SECRET,
    sessionIdleMs: values.SESSION_IDLE_MINUTES * 60_000,
    sessionLifetimeMs: values.SESSION_LIFETIME_MINUTES * 60_000,
    ...readSignInSettings(values),
    signInsPerMinute: values.SIGN_IN_REFUSALS_PER_MINUTE,
    webhooks: {
      secrets: values.WEBHOOK_IN_SECRET ?? [],
      hmac: header && secret ? { header, secret } : undefined,
    },
    webhookOwner: values.WEBHOOK_IN_ORGANISATION,
    metricsSecret: values.METRICS_SECRET,
  };
}

function readParameterNames(text: string): ParameterNames {
  const form = 'must be JSON such as {"listLoans":{"limit":"per_page"}}';
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error(form);
  }
  const parsed = z.safeParse(
    z.record(z.string(), z.record(z.string(), z.string().check(z.minLength(1)))),
    value,
  );
  if (!parsed.success) throw new Error(form);
  for (const [endpoint, names] of Object.entries(parsed.data)) {
    const known = Object.hasOwn(contract, endpoint) ? contract[endpoint as EndpointName] : undefined;
    if (!known)
      throw new Error(`names the endpoint ${endpoint}, which is none of ${Object.keys(contract).join(', ')}`);
    const parameters = 'query' in known ? Object.keys(known.query.def.shape) : [];
    const stranger = Object.keys(names).find((name) => !parameters.includes(name));
    if (stranger) throw new Error(`names the parameter ${stranger}, which ${endpoint} doesn't have`);
    const sent = parameters.map((name) => names[name] ?? name);
    const double = sent.find((name, nth) => sent.indexOf(name) < nth);
    if (double) throw new Error(`gives two parameters of ${endpoint} the name ${double}`);
  }
  return parsed.data as ParameterNames;
}
