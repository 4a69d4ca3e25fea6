import type { Logger } from 'pino';
import { keptSessionSecret } from '#server/session-secret.ts';
import { createAuditLog } from './audit/audit-log.ts';
import { createCollateral } from './collateral/collateral.ts';
import type { GatewayConfig } from './config.ts';
import { createEventStreams, type EventStreams } from './events/event-stream.ts';
import { createEvents, type Events } from './events/events.ts';
import { createFollowUps } from './follow-ups/follow-ups.ts';
import { createGateway } from './http/app.ts';
import type { Gateway, GatewayOptions } from './http/context.ts';
import { createMetrics } from './http/metrics.ts';
import { newRequestId } from './http/request-id.ts';
import { createOidc } from './oidc/oidc.ts';
import { createOperations, type Operations } from './operations/operations.ts';
import { createPeople } from './people/people.ts';
import { createPreferences } from './preferences/preferences.ts';
import type { Behind } from './proxy/behind.ts';
import { createCustomerSalts } from './session/customer-salt.ts';
import { type Credential, createOrganisations } from './session/organisations.ts';
import { createSessions } from './session/session.ts';
import { identifyOwner, remoteTokens } from './session/sign-in.ts';
import { createSignInLimit } from './session/sign-in-limit.ts';
import { createSignOuts, type SignOuts } from './session/sign-outs.ts';
import { createTokenChecks, type TokenChecks } from './session/token-checks.ts';
import { createViews } from './views/views.ts';
import { createVisits } from './visits/visits.ts';

interface Given extends Pick<GatewayOptions, 'assets' | 'pages' | 'knownHosts'> {
  config: GatewayConfig;
  behind: Behind;
  /** The folder that keeps a session secret where none is set. */
  dataDir: string;
  /** Signs the webhooks of the service in this process. */
  insideSecret: string;
  log: Logger;
}

interface Assembled {
  gateway: Gateway;
  events: Events;
  streams: EventStreams;
  signOuts: SignOuts;
  tokens: TokenChecks;
  operations: Operations;
}

/** A gateway of its settings, over tables that are there already, with the parts that others have to reach. */
export async function assembleGateway(given: Given): Promise<Assembled> {
  const { config, behind, log } = given;
  const { pool } = behind;
  const { sessionIdleMs: idleMs, sessionLifetimeMs: lifetimeMs, serviceTimeoutMs: timeoutMs } = config;
  const clock = Date.now;
  const secrets = config.sessionSecrets ?? [keptSessionSecret(given.dataDir)];
  const events = createEvents(pool, clock);
  const signOuts = createSignOuts(pool, clock, log);
  await signOuts.refresh();
  const sessions = createSessions({ secrets, idleMs, lifetimeMs, clock, signOuts });
  const { parameterNames } = config;
  const source = behind.tokens ?? remoteTokens({ upstream: behind.upstream, timeoutMs, parameterNames });
  const tokens = createTokenChecks({ source, clock });
  const upstream = tokens.watch(behind.upstream);
  const audit = createAuditLog({ pool, clock });
  const forward = { upstream, timeoutMs, parameterNames };
  const identify = async (accessToken: string) =>
    await identifyOwner(accessToken, { ...forward, requestId: newRequestId(), client: undefined });
  const onAccepted = async ({ owner, accessToken }: Credential) =>
    await operations.signedIn({ ...owner, accessToken });
  const organisations = createOrganisations({ pool, secrets, audit, identify, onAccepted });
  const operations = createOperations({
    pool,
    clock,
    log,
    audit,
    secrets,
    organisations,
    forward,
    onOutcome: (outcome) => metrics?.countWrite(outcome),
  });
  await operations.start();
  const { serviceAccessToken } = config;
  if (serviceAccessToken)
    await organisations.keep(serviceAccessToken.organisation, serviceAccessToken.accessToken);
  const streams = createEventStreams({ events, changes: operations.changes, sessions, tokens });
  const { metricsSecret } = config;
  const metrics = metricsSecret ? createMetrics({ secret: metricsSecret, desks: streams.count }) : null;
  const gateway = createGateway({
    ...behind,
    operations,
    audit,
    people: createPeople({ pool, clock, sessions, audit }),
    followUps: createFollowUps({ pool, clock, audit }),
    collateral: createCollateral({ pool, clock, audit }),
    views: createViews(pool),
    visits: createVisits(pool, clock),
    preferences: createPreferences(pool, clock),
    organisations,
    oidc: config.oidc && createOidc(config.oidc, { clock, secrets, lifetimeMs }),
    tokenSignIn: config.tokenSignIn,
    events,
    streams,
    signIns: createSignInLimit({
      pool,
      clock,
      perMinute: config.signInsPerMinute,
      onLost: (err) => log.error({ err }, 'sign-ins could not be counted'),
    }),
    webhooks: { ...config.webhooks, secrets: [...config.webhooks.secrets, given.insideSecret] },
    webhookOwner: config.webhookOwner,
    upstream,
    sessions,
    customerSalt: createCustomerSalts(pool, secrets),
    tokens,
    assets: given.assets,
    pages: given.pages,
    metrics: metrics ?? undefined,
    log,
    clock,
    timeoutMs,
    parameterNames,
    memberIdInPath: config.memberIdInPath,
    publicOrigin: config.publicOrigin,
    trustProxy: config.trustProxy,
    knownHosts: given.knownHosts,
  });
  return { gateway: metrics?.measure(gateway) ?? gateway, events, streams, signOuts, tokens, operations };
}
