import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { ConfigError, readServiceConfig, type ServiceConfig } from '#service/config.ts';
import { NewerDatabase } from '#service/db/migrate.ts';
import { openDatabase } from '#service/db/open.ts';
import { createLog, drain, listen, runProcess } from '#service/process.ts';
import { type InsideReceiver, startService } from '#service/start.ts';
import { createGateway, type GatewayOptions } from './app.ts';
import { loadAssets } from './assets.ts';
import { type GatewayConfig, GatewayConfigError, readGatewayConfig } from './config.ts';
import { createEventStreams } from './event-stream.ts';
import { createEvents, EVENT_CHANNEL, type Events } from './events.ts';
import { hearOtherGateways } from './hear-others.ts';
import { createJournal } from './journal.ts';
import { createMetrics } from './metrics.ts';
import { createSessions } from './session.ts';
import { keptSessionSecret } from './session-secret.ts';
import { createSignInLimit } from './sign-in-limit.ts';
import { createSignOuts, SIGN_OUT_CHANNEL, type SignOuts } from './sign-outs.ts';
import { migrateStore, NewerStore } from './store.ts';
import { embeddedUpstream, httpUpstream } from './upstream.ts';

type Fetch = (request: Request) => Promise<Response>;

type Behind = Pick<GatewayOptions, 'upstream' | 'describeService' | 'isServiceReady'> & {
  /** Where the gateway keeps its journal: beside the service's tables, or in a database of its own. */
  pool: Pool;
  close(): Promise<void>;
};

// The gateway, with the embedded service behind it unless SERVICE_URL names another: `npm start`.
await runProcess(async () => {
  const config = configured(() => readGatewayConfig(process.env));
  const serviceConfig = readServiceConfig(process.env);
  const log = createLog(process.env.LOG_LEVEL);
  const inside = insideReceiver();
  const behind = config.serviceUrl
    ? await remoteService(config.serviceUrl, serviceConfig)
    : await embeddedService(serviceConfig, log.child({ part: 'service' }), inside);
  const closers: (() => Promise<void>)[] = [behind.close];
  const close = async () => {
    for (const end of closers.reverse()) await end();
  };
  try {
    const secrets = config.sessionSecrets ?? [keptSessionSecret(serviceConfig.dataDir)];
    await makeTables(behind.pool);
    const clock = Date.now;
    const events = createEvents(behind.pool, clock);
    const streams = createEventStreams(events);
    const signOuts = createSignOuts(behind.pool, clock, log);
    await signOuts.refresh();
    if (serviceConfig.databaseUrl)
      closers.push(besideOthers(serviceConfig.databaseUrl, events, signOuts, log));
    const { sessionIdleMs: idleMs, sessionLifetimeMs: lifetimeMs, serviceTimeoutMs: timeoutMs } = config;
    const metrics =
      config.metricsSecret && createMetrics({ secret: config.metricsSecret, desks: streams.count });
    const journal = createJournal({ pool: behind.pool, clock, pendingMs: timeoutMs + 60_000 });
    const bare = createGateway({
      ...behind,
      journal: metrics ? metrics.countWrites(journal) : journal,
      events,
      streams,
      signIns: createSignInLimit({
        pool: behind.pool,
        clock,
        perMinute: config.signInsPerMinute,
        onLost: (err) => log.error({ err }, 'sign-ins could not be counted'),
      }),
      webhooks: { ...config.webhooks, secrets: [...config.webhooks.secrets, inside.secret] },
      webhookOwner: config.webhookOwner,
      sessions: createSessions({ secrets, idleMs, lifetimeMs, clock, signOuts }),
      assets: loadAssets(join(fileURLToPath(import.meta.url), '../../web')),
      log,
      clock,
      timeoutMs,
      parameterNames: config.parameterNames,
      memberIdInPath: config.memberIdInPath,
      publicOrigin: config.publicOrigin,
      trustProxy: config.trustProxy,
      knownHosts: knownHosts(config),
    });
    const gateway = metrics ? metrics.measure(bare) : bare;
    inside.connect(gateway);
    const { server, port } = await listen(gateway, config);
    closers.push(async () => {
      streams.closeAll();
      await drain(server);
    });
    await announce(behind, config.publicOrigin ?? `http://${shownHost(config.host)}:${port}`);
    return { close };
  } catch (error) {
    await close();
    throw error;
  }
});

async function embeddedService(config: ServiceConfig, log: Logger, inside: InsideReceiver): Promise<Behind> {
  const service = await startService(config, log, inside);
  return {
    pool: service.database.pool,
    upstream: embeddedUpstream(service.fetch),
    isServiceReady: async () => (await service.fetch(new Request('http://service.embedded/readyz'))).ok,
    async describeService() {
      const demoSignIns = await service.demoSignIns();
      const kind = demoSignIns.length > 0 ? 'demo' : 'live';
      return { environment: { kind, host: 'embedded service' }, demoSignIns };
    },
    close: service.close,
  };
}

/**
 * The gateway as the receiver of the embedded service's webhooks, under a secret that only this process knows.
 * What is delivered before the gateway is there is delivered again.
 */
function insideReceiver(): InsideReceiver & { connect: (gateway: Fetch) => void } {
  let gateway: Fetch | null = null;
  return {
    url: 'http://gateway.embedded/webhooks',
    secret: `whsec_${randomBytes(32).toString('base64')}`,
    async fetch(input, init) {
      if (!gateway) throw new Error('The gateway is not ready');
      return await gateway(new Request(input, init));
    },
    connect(ready) {
      gateway = ready;
    },
  };
}

async function remoteService(serviceUrl: string, config: ServiceConfig): Promise<Behind> {
  const { pool, close: closeDatabase } = await openDatabase(config, makeTables);
  const { ask, close } = httpUpstream(serviceUrl);
  const environment = { kind: 'live' as const, host: new URL(serviceUrl).host };
  return {
    pool,
    upstream: ask,
    async close() {
      await close();
      await closeDatabase();
    },
    describeService: async () => ({ environment, demoSignIns: [] }),
    async isServiceReady() {
      try {
        const reply = await ask({
          method: 'GET',
          target: '/readyz',
          headers: {},
          body: null,
          timeoutMs: 5_000,
        });
        // A service of others need not have this address; that it answers is enough.
        return reply.status < 500;
      } catch {
        return false;
      }
    },
  };
}

/** At the latest after so long a gateway knows of a sign-out at another, even where nothing was told. */
const SIGN_OUTS_MS = 5_000;

/** Hears of events and sign-outs at other gateways of the database. Returns how to end that. */
function besideOthers(databaseUrl: string, events: Events, signOuts: SignOuts, log: Logger) {
  const refresh = async () => await signOuts.refresh();
  const channels = { [EVENT_CHANNEL]: events.hear, [SIGN_OUT_CHANNEL]: refresh };
  const stop = hearOtherGateways(databaseUrl, { channels, onConnect: refresh }, log);
  const timer = setInterval(() => {
    refresh().catch((error: unknown) => log.warn({ err: error }, 'sign-outs could not be read'));
  }, SIGN_OUTS_MS);
  return async () => {
    clearInterval(timer);
    await stop();
  };
}

/** Brings the gateway's tables up to date; a newer gateway's are told of as those of a newer service are. */
async function makeTables(pool: Pool): Promise<void> {
  try {
    await migrateStore(pool);
  } catch (error) {
    throw error instanceof NewerStore ? new NewerDatabase(error.message) : error;
  }
}

/** A gateway that only this machine can reach is called by this machine's names, unless a proxy is told of. */
function knownHosts(config: GatewayConfig): string[] | undefined {
  const loopback = ['localhost', '127.0.0.1', '[::1]'];
  const isLocal = [...loopback, '::1'].includes(config.host);
  return isLocal && !config.publicOrigin && !config.trustProxy ? loopback : undefined;
}

async function announce(behind: Behind, address: string): Promise<void> {
  const { environment, demoSignIns } = await behind.describeService();
  console.log(`\nPledge is ready at ${address}`);
  console.log(
    `The service behind it: ${environment.host}${environment.kind === 'demo' ? ', with demo data' : ''}`,
  );
  for (const { organisation, accessToken } of demoSignIns) {
    console.log(`  sign in as ${organisation.padEnd(12)} ${accessToken}`);
  }
  console.log('Ctrl-C ends it.\n');
}

function shownHost(host: string): string {
  return host === '0.0.0.0' || host === '::' || host === '127.0.0.1' ? 'localhost' : host;
}

function configured<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof GatewayConfigError ? new ConfigError(error.message) : error;
  }
}
