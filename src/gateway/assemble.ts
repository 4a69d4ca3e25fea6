import type { Logger } from 'pino';
import { createGateway, type Gateway } from './app.ts';
import type { Behind } from './behind.ts';
import type { GatewayConfig } from './config.ts';
import type { GatewayOptions } from './context.ts';
import { createEventStreams, type EventStreams } from './event-stream.ts';
import { createEvents, type Events } from './events.ts';
import { createJournal } from './journal.ts';
import { createMetrics } from './metrics.ts';
import { createSessions } from './session.ts';
import { keptSessionSecret } from './session-secret.ts';
import { createSignInLimit } from './sign-in-limit.ts';
import { createSignOuts, type SignOuts } from './sign-outs.ts';

interface Given extends Pick<GatewayOptions, 'assets' | 'pictures' | 'knownHosts'> {
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
}

/** A gateway of its settings, over tables that are there already, with the parts that others have to reach. */
export async function assembleGateway(given: Given): Promise<Assembled> {
  const { config, behind, log } = given;
  const { pool } = behind;
  const { sessionIdleMs: idleMs, sessionLifetimeMs: lifetimeMs, serviceTimeoutMs: timeoutMs } = config;
  const clock = Date.now;
  const secrets = config.sessionSecrets ?? [keptSessionSecret(given.dataDir)];
  const events = createEvents(pool, clock);
  const streams = createEventStreams(events);
  const signOuts = createSignOuts(pool, clock, log);
  await signOuts.refresh();
  const { metricsSecret } = config;
  const metrics = metricsSecret ? createMetrics({ secret: metricsSecret, desks: streams.count }) : null;
  const journal = createJournal({ pool, clock, pendingMs: timeoutMs + 60_000 });
  const gateway = createGateway({
    ...behind,
    journal: metrics?.countWrites(journal) ?? journal,
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
    sessions: createSessions({ secrets, idleMs, lifetimeMs, clock, signOuts }),
    assets: given.assets,
    pictures: given.pictures,
    log,
    clock,
    timeoutMs,
    parameterNames: config.parameterNames,
    memberIdInPath: config.memberIdInPath,
    publicOrigin: config.publicOrigin,
    trustProxy: config.trustProxy,
    knownHosts: given.knownHosts,
  });
  return { gateway: metrics?.measure(gateway) ?? gateway, events, streams, signOuts };
}
