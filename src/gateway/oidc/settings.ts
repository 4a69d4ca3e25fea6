import * as z from 'zod/mini';
import { ROLES, type Role } from '#contract/permissions.ts';
import { accessTokenProblem } from '#contract/session.ts';
import { ConfigError } from '#server/config.ts';

/** How people sign in with an identity provider. */
export interface OidcSettings {
  issuer: URL;
  clientId: string;
  clientSecret: string;
  scope: string;
  /** The claim that names a person's roles: its name, or the path to it. */
  rolesClaim: string;
  /** Our roles by the values of that claim. */
  roleMap: ReadonlyMap<string, readonly Role[]>;
  /** The organisation of everyone, or the claim that names a person's. */
  organisation: { name: string } | { claim: string };
}

/** How lately a person must have proved who they are for what takes a recent sign-in, in seconds. */
export const RECENT_SIGN_IN_S = 15 * 60;

const text = z.optional(z.string());

const issuer = z.pipe(
  z.string(),
  z.transform((value: string, context) => {
    const url = URL.canParse(value) ? new URL(value) : null;
    const isLocal = url !== null && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
    const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLocal);
    if (url && isSafe && `${url.origin}${url.pathname}` === url.href) return url;
    const message =
      'must be an https address (http on this machine only) without user, password, query and fragment';
    context.issues.push({ code: 'custom', message, input: value });
    return z.NEVER;
  }),
);

const roleMap = z.pipe(
  z.string(),
  z.transform((value: string, context) => {
    const roles = z.union([z.enum(ROLES), z.array(z.enum(ROLES))]);
    const parsed = z.safeParse(z.record(z.string(), roles), parseJson(value));
    if (parsed.success) return new Map(Object.entries(parsed.data).map(([name, of]) => [name, [of].flat()]));
    const message = `must be JSON such as {"credit-team":["creditor","operations"]}; the roles are ${ROLES.join(', ')}`;
    context.issues.push({ code: 'custom', message, input: value });
    return z.NEVER;
  }),
);

const claim = z
  .string()
  .check(
    z.refine(
      (value) => value.split('.').every((name) => name.trim() !== ''),
      'must be the name of a claim or the path to it, such as realm_access.roles',
    ),
  );

const accessToken = z
  .string()
  .check(z.refine((value) => accessTokenProblem(value) === null, 'is no access token'));

/** The settings about signing in with an identity provider, by their names in the environment. */
export const OIDC_VARIABLES = {
  OIDC_ISSUER: z.optional(issuer),
  OIDC_CLIENT_ID: text,
  OIDC_CLIENT_SECRET: text,
  OIDC_SCOPE: z._default(
    z.string().check(z.refine((value) => value.split(' ').includes('openid'), 'must contain openid')),
    'openid profile email',
  ),
  OIDC_ROLES_CLAIM: z._default(claim, 'roles'),
  OIDC_ROLE_MAP: z.optional(roleMap),
  OIDC_ORGANISATION: text,
  OIDC_ORGANISATION_CLAIM: z.optional(claim),
  SERVICE_ACCESS_TOKEN: z.optional(accessToken),
  TOKEN_SIGN_IN: z.optional(z.enum(['on', 'off'], 'must be on or off')),
};

/**
 * These would be ignored without an issuer, and people would sign in with access tokens instead. Settings with a default
 * aren't listed: the sample file has them.
 */
const NEEDS_ISSUER = [
  'OIDC_CLIENT_ID',
  'OIDC_CLIENT_SECRET',
  'OIDC_ROLE_MAP',
  'OIDC_ORGANISATION',
  'OIDC_ORGANISATION_CLAIM',
] as const;

type Values = z.infer<z.ZodMiniObject<typeof OIDC_VARIABLES>>;

/** The part of the gateway's settings that is about the ways to sign in. */
export interface SignInSettings {
  oidc: OidcSettings | undefined;
  /** Whether people may sign in with an access token. */
  tokenSignIn: boolean;
  /** The access token of the one organisation, if the settings hold it. */
  serviceAccessToken: { organisation: string; accessToken: string } | undefined;
}

/** Reads them. Throws a ConfigError that names the variable at fault. */
export function readSignInSettings(values: Values): SignInSettings {
  const oidc = readOidc(values);
  const { OIDC_ORGANISATION: organisation, SERVICE_ACCESS_TOKEN: accessToken } = values;
  if (accessToken && !organisation) {
    throw new ConfigError(
      'SERVICE_ACCESS_TOKEN is the access token of one organisation: set OIDC_ORGANISATION to its name. For several, use npm run organisation.',
    );
  }
  if (!oidc && values.TOKEN_SIGN_IN === 'off') {
    throw new ConfigError('TOKEN_SIGN_IN=off needs OIDC_ISSUER: otherwise no one could sign in.');
  }
  return {
    oidc,
    tokenSignIn: (values.TOKEN_SIGN_IN ?? (oidc ? 'off' : 'on')) === 'on',
    serviceAccessToken: accessToken && organisation ? { organisation, accessToken } : undefined,
  };
}

function readOidc(values: Values): OidcSettings | undefined {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_ORGANISATION, OIDC_ORGANISATION_CLAIM } =
    values;
  if (!OIDC_ISSUER) {
    const orphan = NEEDS_ISSUER.find((name) => values[name] !== undefined);
    if (orphan) throw new ConfigError(`${orphan} is set, so OIDC_ISSUER must be, too.`);
    return undefined;
  }
  if (!OIDC_CLIENT_ID || !OIDC_CLIENT_SECRET) {
    throw new ConfigError('OIDC_ISSUER is set, so OIDC_CLIENT_ID and OIDC_CLIENT_SECRET must be, too.');
  }
  if (Boolean(OIDC_ORGANISATION) === Boolean(OIDC_ORGANISATION_CLAIM)) {
    throw new ConfigError(
      'OIDC_ISSUER is set, so exactly one of these must be, too: OIDC_ORGANISATION, the name of the organisation of everyone, or OIDC_ORGANISATION_CLAIM, the claim that names it.',
    );
  }
  return {
    issuer: OIDC_ISSUER,
    clientId: OIDC_CLIENT_ID,
    clientSecret: OIDC_CLIENT_SECRET,
    scope: values.OIDC_SCOPE,
    rolesClaim: values.OIDC_ROLES_CLAIM,
    roleMap: values.OIDC_ROLE_MAP ?? new Map(ROLES.map((role) => [role, [role]])),
    organisation: OIDC_ORGANISATION ? { name: OIDC_ORGANISATION } : { claim: OIDC_ORGANISATION_CLAIM ?? '' },
  };
}

function parseJson(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}
