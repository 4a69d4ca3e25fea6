import { readServiceConfig, readWhole } from './config.ts';
import { createLog, drain, listen, runProcess } from './process.ts';
import { startService } from './start.ts';

// The service as a process of its own, without the gateway: `npm run service`.
await runProcess(async () => {
  const config = readServiceConfig(process.env);
  const port = readWhole(process.env, 'PORT', 4180, 0, 65_535);
  const host = process.env.HOST || '127.0.0.1';
  const log = createLog(process.env.LOG_LEVEL);
  const service = await startService(config, log);
  const listening = await listen(service.fetch, { port, host }).catch(async (error: unknown) => {
    await service.close();
    throw error;
  });
  console.log(`The service listens on http://${host}:${listening.port}`);
  for (const { organisation, accessToken } of await service.demoSignIns()) {
    console.log(`  demo access token of ${organisation}: ${accessToken}`);
  }
  return {
    async close() {
      await drain(listening.server);
      await service.close();
    },
  };
});
