import { readWhole } from '#server/config.ts';
import { MAX_CONNECTIONS, socketLimits } from '#server/limits.ts';
import { listen, requireFreePort } from '#server/listen.ts';
import { runProcess } from '#server/process.ts';
import { SERVER_SETTINGS, warnOfMisspeltSettings } from '#server/settings.ts';
import { readServiceConfig, SERVICE_SETTINGS } from './config.ts';
import { startService } from './start.ts';

// The service as a process of its own, without the gateway: `npm run service`.
await runProcess(async (log, closers) => {
  const { env } = process;
  const config = readServiceConfig(env);
  const address = { port: readWhole(env, 'PORT', 4180, 0, 65_535), host: env.HOST || '127.0.0.1' };
  const { fallback, minimum, maximum } = MAX_CONNECTIONS;
  const limits = socketLimits(readWhole(env, 'MAX_CONNECTIONS', fallback, minimum, maximum));
  warnOfMisspeltSettings(env, [...SERVER_SETTINGS, ...SERVICE_SETTINGS], log);
  await requireFreePort(address);
  const service = await startService(config, log);
  closers.add('workers', service.stopWork);
  closers.add('database', service.close);
  // Asked before it listens: a server that is at work doesn't end because its database is away for a moment.
  const demoSignIns = await service.demoSignIns();
  const listening = await listen(service.fetch, address, limits);
  closers.add('accepting', listening.stopAccepting);
  closers.add('requests', listening.finish);
  console.log(`The service listens on http://${address.host}:${listening.port}`);
  for (const { organisation, accessToken } of demoSignIns) {
    console.log(`  demo access token of ${organisation}: ${accessToken}`);
  }
});
