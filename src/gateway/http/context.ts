import type { Context } from 'hono';
import type { Logger } from 'pino';
import type { ServerPages } from '#contract/rendered-page.ts';
import { type DeskState, GATEWAY_CODES, HOLDER_HEADER } from '#contract/session.ts';
import { isJsonType } from '#server/json-type.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import type { Collateral } from '../collateral/collateral.ts';
import type { ParameterNames } from '../config.ts';
import type { EventStreams } from '../events/event-stream.ts';
import type { Events } from '../events/events.ts';
import type { WebhookSettings } from '../events/webhooks.ts';
import type { FollowUps } from '../follow-ups/follow-ups.ts';
import type { Oidc } from '../oidc/oidc.ts';
import type { Operations } from '../operations/operations.ts';
import type { Assets } from '../pages/assets.ts';
import type { People } from '../people/people.ts';
import type { DemoSignIn } from '../people/token-sign-in.ts';
import type { Preferences } from '../preferences/preferences.ts';
import type { Upstream } from '../proxy/upstream.ts';
import type { Organisations } from '../session/organisations.ts';
import { holderOf, type Session, type Sessions } from '../session/session.ts';
import type { SignInLimit } from '../session/sign-in-limit.ts';
import type { TokenChecks } from '../session/token-checks.ts';
import type { Views } from '../views/views.ts';
import type { Visits } from '../visits/visits.ts';
import { GatewayFailure, noSession, otherHolder, tokenRefused } from './failures.ts';

/** Responds to a browser's request, given the address that its connection comes from. Never throws. */
export type Gateway = (request: Request, remote?: string) => Promise<Response>;

/** What a gateway is made of. */
export interface GatewayOptions {
  upstream: Upstream;
  sessions: Sessions;
  /** The salt of the keys of an owner's customers. */
  customerSalt: (owner: string) => Promise<string>;
  tokens: TokenChecks;
  operations: Operations;
  audit: AuditLog;
  people: People;
  followUps: FollowUps;
  collateral: Collateral;
  views: Views;
  visits: Visits;
  preferences: Preferences;
  organisations: Organisations;
  /** Signing in with an identity provider; absent if none is set. */
  oidc?: Oidc | undefined;
  /** Whether people may sign in with an access token. */
  tokenSignIn: boolean;
  events: Events;
  streams: EventStreams;
  signIns: SignInLimit;
  webhooks: WebhookSettings;
  /** The organisation of webhooks that name none and report an order that never went through this gateway. */
  webhookOwner?: string | undefined;
  /** The built dashboard; absent where something else serves it, as in development. */
  assets: Assets | null;
  /** Renders pages before a browser has their code; without it they come empty. */
  pages?: ServerPages | undefined;
  /** Answers `/metrics`; without it there is nothing at that address. */
  metrics?: { answer(request: Request): Promise<Response> } | undefined;
  log: Logger;
  clock: () => number;
  /** Describes the service, for the badge and the demo's sign-ins. */
  describeService: () => Promise<Pick<DeskState, 'environment'> & { demoSignIns: DemoSignIn[] }>;
  /** Which of a member's two ids the service takes in the path of a cancellation. */
  memberIdInPath: DeskState['memberIdInPath'];
  /** Whether the service answers and the database takes writes. */
  isReady: () => Promise<boolean>;
  timeoutMs: number;
  parameterNames: ParameterNames;
  publicOrigin: string | undefined;
  trustProxy: boolean;
  /** The host names under which the gateway answers; any where absent. */
  knownHosts?: readonly string[] | undefined;
}

/** What the routes know of a request in addition to the request itself. */
export interface Environment {
  Bindings: { remote: string | undefined };
  Variables: {
    requestId: string;
    https: boolean;
    session: Session | null;
    /** Whether the request came with a session that ended here because the service refuses its access token. */
    isRefused: boolean;
    /** Why the session's organisation has no access token to use just now; null if it has one. */
    withoutToken: GatewayFailure | null;
    /** Lets the styles in the page pass its policy. */
    styles: string;
  };
}

export type GatewayContext = Context<Environment>;

/** The session of a request. Throws a GatewayFailure if no one is signed in, or their organisation has no access token. */
export function signedIn(c: GatewayContext): Session {
  const session = c.get('session');
  if (!session) throw c.get('isRefused') ? tokenRefused() : noSession();
  const failure = c.get('withoutToken');
  if (failure) throw failure;
  return session;
}

/** The session of a request that a page sends for its own holder. Throws a GatewayFailure if someone else is signed in. */
export function signedInHolder(c: GatewayContext): Session {
  const session = signedIn(c);
  const holder = c.req.header(HOLDER_HEADER);
  if (holder !== undefined && holder !== holderOf(session)) throw otherHolder();
  return session;
}

/** Throws a GatewayFailure unless the request says that its body is JSON. */
export function requireJson(c: GatewayContext): void {
  if (isJsonType(c.req.header('content-type') ?? '')) return;
  const message = 'The body must be JSON, with the header Content-Type: application/json.';
  throw new GatewayFailure(415, GATEWAY_CODES.malformed, message);
}

/** A 404 for a record, the same for one of another organisation as for one that doesn't exist or that roles don't show. */
export function noSuch(record: string): GatewayFailure {
  return new GatewayFailure(404, GATEWAY_CODES.notFound, `There is no such ${record} that you may see.`);
}

export function notFound(c: GatewayContext): Response {
  const message = `There is nothing at ${c.req.method} ${c.req.path}.`;
  return new GatewayFailure(404, GATEWAY_CODES.notFound, message).response();
}
