import { readServiceConfig } from '#service/config.ts';
import { createLog } from '#service/process.ts';
import { startService } from '#service/start.ts';
import { createGateway } from '../app.ts';
import { readGatewayConfig } from '../config.ts';
import { createJournal } from '../journal.ts';
import { createSessions } from '../session.ts';
import { keptSessionSecret } from '../session-secret.ts';
import { migrateStore } from '../store.ts';
import { embeddedUpstream } from '../upstream.ts';

/** The gateway over the embedded service, without a built dashboard: Vite serves that from its sources. */
export async function startDevelopment() {
  const config = readGatewayConfig(process.env);
  const serviceConfig = readServiceConfig(process.env);
  const log = createLog(process.env.LOG_LEVEL ?? 'warn');
  const service = await startService(serviceConfig, log);
  await migrateStore(service.database.pool);
  const gateway = createGateway({
    journal: createJournal({
      pool: service.database.pool,
      clock: Date.now,
      pendingMs: config.serviceTimeoutMs + 60_000,
    }),
    upstream: embeddedUpstream(service.fetch),
    sessions: createSessions({
      secrets: config.sessionSecrets ?? [keptSessionSecret(serviceConfig.dataDir)],
      idleMs: config.sessionIdleMs,
      lifetimeMs: config.sessionLifetimeMs,
      clock: Date.now,
    }),
    assets: null,
    log,
    clock: Date.now,
    describeService: async () => ({
      environment: { kind: 'demo', host: 'embedded service' },
      demoSignIns: await service.demoSignIns(),
    }),
    isServiceReady: async () => true,
    timeoutMs: config.serviceTimeoutMs,
    parameterNames: config.parameterNames,
    publicOrigin: config.publicOrigin,
    trustProxy: config.trustProxy,
  });
  return { fetch: gateway, close: service.close };
}
