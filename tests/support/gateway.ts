import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import pino from 'pino';
import { KEY_HEADER } from '#contract/operations.ts';
import { createAuditLog } from '#gateway/audit/audit-log.ts';
import { createCollateral } from '#gateway/collateral/collateral.ts';
import { createEventStreams } from '#gateway/events/event-stream.ts';
import { createEvents } from '#gateway/events/events.ts';
import { createFollowUps } from '#gateway/follow-ups/follow-ups.ts';
import { createGateway } from '#gateway/http/app.ts';
import type { Gateway, GatewayOptions } from '#gateway/http/context.ts';
import { createOidc } from '#gateway/oidc/oidc.ts';
import type { OidcSettings } from '#gateway/oidc/settings.ts';
import { createOperations, type Operations } from '#gateway/operations/operations.ts';
import { createPeople } from '#gateway/people/people.ts';
import { createPreferences } from '#gateway/preferences/preferences.ts';
import { embeddedUpstream, type Upstream } from '#gateway/proxy/upstream.ts';
import { createCustomerSalts } from '#gateway/session/customer-salt.ts';
import { createOrganisations, type Organisations } from '#gateway/session/organisations.ts';
import { createSessions } from '#gateway/session/session.ts';
import { identifyOwner, remoteTokens } from '#gateway/session/sign-in.ts';
import { createSignInLimit } from '#gateway/session/sign-in-limit.ts';
import { createSignOuts } from '#gateway/session/sign-outs.ts';
import { createTokenChecks, type TokenSource } from '#gateway/session/token-checks.ts';
import { migrateStore } from '#gateway/store.ts';
import { createViews } from '#gateway/views/views.ts';
import { createVisits } from '#gateway/visits/visits.ts';
import { CRESTLINE, HARBOUR, startTestService, type TestService } from './service.ts';

export const ORIGIN = 'http://desk.test';
export const SECRET = 'a secret of the tests, long enough to be one';

/** Signs the webhooks that the gateway takes. */
export const WEBHOOK_SECRET = `whsec_${Buffer.from('the tests’ webhook secret').toString('base64')}`;

/** The service as a gateway of the demo describes it. */
export const describeDemo: GatewayOptions['describeService'] = async () => ({
  environment: { kind: 'demo', host: 'embedded service' },
  demoSignIns: [
    { organisation: 'Crestline', accessToken: CRESTLINE },
    { organisation: 'Harbour', accessToken: HARBOUR },
  ],
});

/** The header that a write needs, with a key of its own. */
export const withKey = () => ({ [KEY_HEADER]: randomUUID() });

export interface TestGateway {
  service: TestService;
  logged: string[];
  gateway: Gateway;
  operations: Operations;
  organisations: Organisations;
  /** Hears what other gateways of the store signed out. */
  hearSignOuts(): Promise<void>;
  /** A browser: keeps cookies, says where it comes from on writes, and connects from an address. */
  browser(remote?: string): TestBrowser;
  close(): Promise<void>;
}

export interface TestBrowser {
  cookies: Map<string, string>;
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** `more`: a name or a role of the demo. */
  signIn(accessToken?: string, more?: { name?: string; demoRole?: string }): Promise<Response>;
}

interface TestGatewayOptions extends Partial<GatewayOptions> {
  secrets?: string[];
  idleMs?: number;
  lifetimeMs?: number;
  signInsPerMinute?: number;
  onOutcome?: (outcome: string) => void;
  /** How the gateway asks about an access token; by a request to the service unless told otherwise. */
  tokenSource?: Partial<TokenSource>;
  /** The database as this gateway reaches it, out of the service's; the same unless told otherwise. */
  pool?: (own: Pool) => Pool;
  /** A gateway to share the service and the store of. */
  beside?: Pick<TestGateway, 'service'>;
  /** How people sign in with an identity provider. */
  oidcSettings?: OidcSettings;
}

/** The real gateway in this process, before the real service unless another upstream is given. */
export async function startTestGateway(options: TestGatewayOptions = {}): Promise<TestGateway> {
  const service = options.beside?.service ?? (await startTestService());
  const logged: string[] = [];
  const clock = options.clock ?? Date.now;
  const pool = options.pool?.(service.database.pool) ?? service.database.pool;
  const upstream: Upstream = options.upstream ?? embeddedUpstream(service.fetch);
  await migrateStore(service.database.pool);
  const log = pino({ level: 'info' }, { write: (line: string) => void logged.push(line) });
  const signOuts = createSignOuts(pool, clock, log);
  const secrets = options.secrets ?? [SECRET];
  const lifetimeMs = options.lifetimeMs ?? 12 * 3_600_000;
  const events = createEvents(pool, clock);
  const sessions = createSessions({
    secrets,
    idleMs: options.idleMs ?? 30 * 60_000,
    lifetimeMs,
    clock,
    signOuts,
  });
  const source = {
    ...remoteTokens({ upstream, timeoutMs: 2_000, parameterNames: {} }),
    ...options.tokenSource,
  };
  const tokens = createTokenChecks({ source, clock });
  const audit = createAuditLog({ pool, clock });
  const organisations: Organisations = createOrganisations({
    pool,
    secrets,
    audit,
    identify: async (accessToken) =>
      await identifyOwner(accessToken, {
        upstream: tokens.watch(upstream),
        timeoutMs: 2_000,
        parameterNames: {},
        requestId: randomUUID(),
        client: undefined,
      }),
    onAccepted: async ({ owner, accessToken }) => await operations.signedIn({ ...owner, accessToken }),
  });
  const operations = createOperations({
    pool,
    clock,
    log,
    audit,
    secrets,
    organisations,
    forward: {
      upstream: tokens.watch(upstream),
      timeoutMs: options.timeoutMs ?? 2_000,
      parameterNames: options.parameterNames ?? {},
    },
    onOutcome: options.onOutcome ?? (() => {}),
  });
  await operations.start();
  const gateway = createGateway({
    signIns: createSignInLimit({
      pool,
      clock,
      perMinute: options.signInsPerMinute ?? 10,
      onLost: (error) => void logged.push(String(error)),
    }),
    operations,
    audit,
    people: createPeople({ pool, clock, sessions, audit }),
    followUps: createFollowUps({ pool, clock, audit }),
    collateral: createCollateral({ pool, clock, audit }),
    views: createViews(pool),
    visits: createVisits(pool, clock),
    preferences: createPreferences(pool, clock),
    organisations,
    oidc: options.oidcSettings && createOidc(options.oidcSettings, { clock, secrets, lifetimeMs }),
    tokenSignIn: true,
    events,
    streams: createEventStreams({ events, changes: operations.changes, sessions, tokens }),
    webhooks: { secrets: [WEBHOOK_SECRET], hmac: undefined },
    sessions,
    customerSalt: createCustomerSalts(pool, secrets),
    tokens,
    assets: null,
    log,
    memberIdInPath: '_id',
    describeService: async () => ({
      environment: { kind: 'demo', host: 'embedded service' },
      demoSignIns: [],
    }),
    isReady: async () => true,
    timeoutMs: 2_000,
    parameterNames: {},
    publicOrigin: undefined,
    trustProxy: false,
    ...options,
    upstream: tokens.watch(upstream),
    clock,
  });
  return {
    service,
    logged,
    gateway,
    operations,
    organisations,
    hearSignOuts: signOuts.refresh,
    browser: (remote) => browserOf(gateway, options.publicOrigin ?? ORIGIN, remote),
    async close() {
      await operations.stop();
      if (!options.beside) await service.close();
    },
  };
}

/** A browser of one person: its cookies are its own. */
export function browserOf(gateway: Gateway, origin: string, remote?: string): TestBrowser {
  const cookies = new Map<string, string>();
  const browser: TestBrowser = {
    cookies,
    async fetch(path, init = {}) {
      const headers = new Headers(init.headers);
      if (cookies.size > 0) headers.set('cookie', [...cookies].map((pair) => pair.join('=')).join('; '));
      const isWrite = init.method !== undefined && init.method !== 'GET' && init.method !== 'HEAD';
      if (isWrite && !headers.has('origin')) headers.set('origin', origin);
      const response = await gateway(new Request(origin + path, { ...init, headers }), remote);
      for (const line of response.headers.getSetCookie()) {
        const [pair = ''] = line.split(';');
        const [name = '', value = ''] = pair.split('=');
        if (/max-age=0/i.test(line)) cookies.delete(name);
        else cookies.set(name, value);
      }
      return response;
    },
    signIn: (accessToken = CRESTLINE, more = {}) =>
      browser.fetch('/session', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ accessToken, ...more }),
      }),
  };
  return browser;
}
