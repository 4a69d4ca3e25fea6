import { randomBytes } from 'node:crypto';
import { readServiceConfig } from '#service/config.ts';
import { createLog } from '#service/process.ts';
import { startService } from '#service/start.ts';
import { createGateway, type Gateway } from '../app.ts';
import { readGatewayConfig } from '../config.ts';
import { createEventStreams } from '../event-stream.ts';
import { createEvents } from '../events.ts';
import { createJournal } from '../journal.ts';
import { createSessions } from '../session.ts';
import { keptSessionSecret } from '../session-secret.ts';
import { createSignInLimit } from '../sign-in-limit.ts';
import { createSignOuts } from '../sign-outs.ts';
import { migrateStore } from '../store.ts';
import { embeddedUpstream } from '../upstream.ts';

/** The gateway over the embedded service, without a built dashboard: Vite serves that from its sources. */
export async function startDevelopment() {
  const config = readGatewayConfig(process.env);
  const serviceConfig = readServiceConfig(process.env);
  const log = createLog(process.env.LOG_LEVEL ?? 'warn');
  const secret = `whsec_${randomBytes(32).toString('base64')}`;
  let gateway: Gateway | null = null;
  const service = await startService(serviceConfig, log, {
    url: 'http://gateway.embedded/webhooks',
    secret,
    fetch: async (input, init) => {
      if (!gateway) throw new Error('The gateway is not ready');
      return await gateway(new Request(input, init));
    },
  });
  const { pool } = service.database;
  await migrateStore(pool);
  const clock = Date.now;
  const { sessionIdleMs: idleMs, sessionLifetimeMs: lifetimeMs, serviceTimeoutMs: timeoutMs } = config;
  const secrets = config.sessionSecrets ?? [keptSessionSecret(serviceConfig.dataDir)];
  const events = createEvents(pool, clock);
  const streams = createEventStreams(events);
  const signOuts = createSignOuts(pool, clock, log);
  await signOuts.refresh();
  const ready = createGateway({
    upstream: embeddedUpstream(service.fetch),
    journal: createJournal({ pool, clock, pendingMs: timeoutMs + 60_000 }),
    events,
    streams,
    signIns: createSignInLimit({
      pool,
      clock,
      perMinute: config.signInsPerMinute,
      onLost: (err) => log.error({ err }, 'sign-ins could not be counted'),
    }),
    webhooks: { ...config.webhooks, secrets: [...config.webhooks.secrets, secret] },
    webhookOwner: config.webhookOwner,
    sessions: createSessions({ secrets, idleMs, lifetimeMs, clock, signOuts }),
    assets: null,
    log,
    clock,
    describeService: async () => ({
      environment: { kind: 'demo', host: 'embedded service' },
      demoSignIns: await service.demoSignIns(),
    }),
    isServiceReady: async () => true,
    timeoutMs,
    parameterNames: config.parameterNames,
    memberIdInPath: config.memberIdInPath,
    publicOrigin: config.publicOrigin,
    trustProxy: config.trustProxy,
  });
  gateway = ready;
  const close = async () => {
    streams.closeAll();
    await service.close();
  };
  return { fetch: ready, close };
}
