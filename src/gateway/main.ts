import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ServerPages } from '#contract/rendered-page.ts';
import { GIVE_UP_MS } from '#server/closers.ts';
import { openPool } from '#server/db/open.ts';
import { isWritable } from '#server/db/writable.ts';
import { socketLimits } from '#server/limits.ts';
import { listen, requireFreePort } from '#server/listen.ts';
import { runProcess } from '#server/process.ts';
import { SERVER_SETTINGS, warnOfMisspeltSettings } from '#server/settings.ts';
import { serveCommands } from '#service/commands/local.ts';
import { readServiceConfig, SERVICE_SETTINGS, type ServiceConfig } from '#service/config.ts';
import { TOKEN_CHANNEL } from '#service/db/migrations/0004-token-revocations.ts';
import { startService } from '#service/start.ts';
import { assembleGateway } from './assemble.ts';
import { GATEWAY_SETTINGS, type GatewayConfig, readGatewayConfig } from './config.ts';
import { besideOthers } from './events/beside-others.ts';
import { loadAssets } from './pages/assets.ts';
import { type Behind, embeddedBehind, insideReceiver } from './proxy/behind.ts';
import { httpUpstream, stoppable } from './proxy/upstream.ts';
import { migrateStore } from './store.ts';

// The gateway, with the embedded service behind it unless SERVICE_URL names another: `npm start`.
await runProcess(async (log, closers) => {
  const config = readGatewayConfig(process.env);
  const serviceConfig = readServiceConfig(process.env);
  warnOfMisspeltSettings(process.env, [...SERVER_SETTINGS, ...SERVICE_SETTINGS, ...GATEWAY_SETTINGS], log);
  await requireFreePort(config);
  const inside = insideReceiver();
  const behind = config.serviceUrl
    ? await remoteService(config.serviceUrl, serviceConfig)
    : embeddedBehind(await startService(serviceConfig, log.child({ part: 'service' }), inside, migrateStore));
  closers.add('database', behind.close);
  closers.add('workers', async () => await behind.stopWork?.());
  const { ask: upstream, giveUp } = stoppable(behind.upstream);
  const { gateway, streams, operations, ...shared } = await assembleGateway({
    config,
    behind: { ...behind, upstream },
    dataDir: serviceConfig.dataDir,
    insideSecret: inside.secret,
    assets: loadAssets(join(fileURLToPath(import.meta.url), '../../web')),
    pages: await builtPages(),
    knownHosts: knownHosts(config),
    log,
  });
  closers.add('streams', streams.closeAll);
  closers.add('workers', operations.stop);
  const heard = serviceConfig.databaseDirectUrl ?? serviceConfig.databaseUrl;
  const listenUrl = (serviceConfig.databaseListens && heard) || null;
  const told = { ...shared, changes: operations.changes, tokenChannel: TOKEN_CHANNEL };
  closers.add('workers', besideOthers(listenUrl, told, log));
  inside.connect(gateway);
  // Asked before it listens: a server that is at work doesn't end because its database is away for a moment.
  const service = await behind.describeService();
  const listening = await listen(gateway, config, socketLimits(config.maxConnections));
  closers.add('accepting', listening.stopAccepting);
  closers.add('accepting', () => void setTimeout(giveUp, GIVE_UP_MS));
  closers.add('requests', listening.finish);
  announce(service, config, config.publicOrigin ?? `http://${shownHost(config.host)}:${listening.port}`);
});

/** The part of the built dashboard that runs here. It is next to this program, as the files for browsers are. */
async function builtPages(): Promise<ServerPages> {
  const { openPages } = await import(new URL('render-page.js', import.meta.url).href);
  return await openPages();
}

async function remoteService(serviceUrl: string, config: ServiceConfig): Promise<Behind> {
  const database = await openPool(config, migrateStore);
  const { pool, controlSocket } = database;
  const stopCommands = controlSocket ? await serveCommands(database, controlSocket, false) : undefined;
  const { ask, close } = httpUpstream(serviceUrl);
  const environment = { kind: 'live' as const, host: new URL(serviceUrl).host, address: serviceUrl };
  return {
    pool,
    upstream: ask,
    ...(stopCommands && { stopWork: stopCommands }),
    async close() {
      await close();
      await database.close();
    },
    describeService: async () => ({ environment, demoSignIns: [] }),
    async isReady() {
      if (!(await isWritable(pool))) return false;
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

/** A gateway that only this machine can reach is called by this machine's names, unless a proxy is configured. */
function knownHosts(config: GatewayConfig): string[] | undefined {
  const loopback = ['localhost', '127.0.0.1', '[::1]'];
  const isLocal = [...loopback, '::1'].includes(config.host);
  return isLocal && !config.publicOrigin && !config.trustProxy ? loopback : undefined;
}

type Service = Awaited<ReturnType<Behind['describeService']>>;

function announce({ environment, demoSignIns }: Service, config: GatewayConfig, address: string): void {
  console.log(`\nPledge is ready at ${address}`);
  console.log(
    `The service behind it: ${environment.host}${environment.kind === 'demo' ? ', with demo data' : ''}`,
  );
  for (const { organisation, accessToken } of config.tokenSignIn ? demoSignIns : []) {
    console.log(`  sign in as ${organisation.padEnd(12)} ${accessToken}`);
  }
  console.log('Ctrl-C ends it.\n');
}

function shownHost(host: string): string {
  return host === '0.0.0.0' || host === '::' || host === '127.0.0.1' ? 'localhost' : host;
}
