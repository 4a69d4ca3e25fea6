import { createLog } from '#server/process.ts';
import { readServiceConfig } from '#service/config.ts';
import { startService } from '#service/start.ts';
import { assembleGateway } from '../assemble.ts';
import { readGatewayConfig } from '../config.ts';
import { embeddedBehind, insideReceiver } from '../proxy/behind.ts';
import { migrateStore } from '../store.ts';

/** The gateway over the embedded service, without a built dashboard: Vite serves that from its sources. */
export async function startDevelopment() {
  const config = readGatewayConfig(process.env);
  const serviceConfig = readServiceConfig(process.env);
  const log = createLog(process.env.LOG_LEVEL ?? 'warn');
  const inside = insideReceiver();
  const behind = embeddedBehind(await startService(serviceConfig, log, inside, migrateStore));
  const { gateway, streams } = await assembleGateway({
    config,
    behind,
    dataDir: serviceConfig.dataDir,
    insideSecret: inside.secret,
    assets: null,
    log,
  });
  inside.connect(gateway);
  const close = async () => {
    streams.closeAll();
    await behind.close();
  };
  return { fetch: gateway, close };
}
