import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { FirstPictures } from '#contract/picture.ts';
import { ConfigError, readServiceConfig, type ServiceConfig } from '#service/config.ts';
import { NewerDatabase } from '#service/db/migrate.ts';
import { openDatabase } from '#service/db/open.ts';
import { createLog, drain, listen, runProcess } from '#service/process.ts';
import { startService } from '#service/start.ts';
import { assembleGateway } from './assemble.ts';
import { loadAssets } from './assets.ts';
import { type Behind, embeddedBehind, insideReceiver } from './behind.ts';
import { type GatewayConfig, GatewayConfigError, readGatewayConfig } from './config.ts';
import { EVENT_CHANNEL, type Events } from './events.ts';
import { hearOtherGateways } from './hear-others.ts';
import { SIGN_OUT_CHANNEL, type SignOuts } from './sign-outs.ts';
import { migrateStore, NewerStore } from './store.ts';
import { httpUpstream } from './upstream.ts';

// The gateway, with the embedded service behind it unless SERVICE_URL names another: `npm start`.
await runProcess(async () => {
  const config = configured(() => readGatewayConfig(process.env));
  const serviceConfig = readServiceConfig(process.env);
  const log = createLog(process.env.LOG_LEVEL);
  const inside = insideReceiver();
  const behind = config.serviceUrl
    ? await remoteService(config.serviceUrl, serviceConfig)
    : embeddedBehind(await startService(serviceConfig, log.child({ part: 'service' }), inside));
  const closers: (() => Promise<void>)[] = [behind.close];
  const close = async () => {
    for (const end of closers.reverse()) await end();
  };
  try {
    await makeTables(behind.pool);
    const { gateway, events, streams, signOuts } = await assembleGateway({
      config,
      behind,
      dataDir: serviceConfig.dataDir,
      insideSecret: inside.secret,
      assets: loadAssets(join(fileURLToPath(import.meta.url), '../../web')),
      pictures: await builtPictures(),
      knownHosts: knownHosts(config),
      log,
    });
    if (serviceConfig.databaseUrl)
      closers.push(besideOthers(serviceConfig.databaseUrl, events, signOuts, log));
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

/** The part of the built dashboard that runs here. It stands beside this program, as the files for browsers do. */
async function builtPictures(): Promise<FirstPictures> {
  const { openPictures } = await import(new URL('first-picture.js', import.meta.url).href);
  return await openPictures();
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
