import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { ConfigError, readServiceConfig, type ServiceConfig } from '#service/config.ts';
import { openDatabase } from '#service/db/open.ts';
import { createLog, drain, listen, runProcess } from '#service/process.ts';
import { startService } from '#service/start.ts';
import { createGateway, type GatewayOptions } from './app.ts';
import { loadAssets } from './assets.ts';
import { type GatewayConfig, GatewayConfigError, readGatewayConfig } from './config.ts';
import { createJournal } from './journal.ts';
import { createSessions } from './session.ts';
import { keptSessionSecret } from './session-secret.ts';
import { migrateStore } from './store.ts';
import { embeddedUpstream, httpUpstream } from './upstream.ts';

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
  const behind = config.serviceUrl
    ? await remoteService(config.serviceUrl, serviceConfig)
    : await embeddedService(serviceConfig, log.child({ part: 'service' }));
  try {
    const secrets = config.sessionSecrets ?? [keptSessionSecret(serviceConfig.dataDir)];
    await migrateStore(behind.pool);
    const gateway = createGateway({
      ...behind,
      journal: createJournal({
        pool: behind.pool,
        clock: Date.now,
        pendingMs: config.serviceTimeoutMs + 60_000,
      }),
      sessions: createSessions({
        secrets,
        idleMs: config.sessionIdleMs,
        lifetimeMs: config.sessionLifetimeMs,
        clock: Date.now,
      }),
      assets: loadAssets(join(fileURLToPath(import.meta.url), '../../web')),
      log,
      clock: Date.now,
      timeoutMs: config.serviceTimeoutMs,
      parameterNames: config.parameterNames,
      publicOrigin: config.publicOrigin,
      trustProxy: config.trustProxy,
      knownHosts: knownHosts(config),
    });
    const { server, port } = await listen(gateway, config);
    await announce(behind, config.publicOrigin ?? `http://${shownHost(config.host)}:${port}`);
    return {
      async close() {
        await drain(server);
        await behind.close();
      },
    };
  } catch (error) {
    await behind.close();
    throw error;
  }
});

async function embeddedService(config: ServiceConfig, log: Logger): Promise<Behind> {
  const service = await startService(config, log);
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

async function remoteService(serviceUrl: string, config: ServiceConfig): Promise<Behind> {
  const { pool, close: closeDatabase } = await openDatabase(config, migrateStore);
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
