import { parentPort, workerData } from 'node:worker_threads';
import { type PgliteOptions, startPglite } from './pglite.ts';

// PGlite blocks its thread while a query runs; here nothing else runs in that thread.
const running = await startPglite(workerData as PgliteOptions);
parentPort?.postMessage('ready');
parentPort?.once('message', async () => {
  await running.stop();
  parentPort?.postMessage('stopped');
  process.exit(0);
});
