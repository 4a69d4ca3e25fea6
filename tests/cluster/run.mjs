// `npm run proof:cluster`: the proof is TypeScript, which Node 20 doesn't read by itself, so Vite hands it over.
import { join } from 'node:path';
import { runnerImport } from 'vite';

const { module } = await runnerImport('/tests/cluster/main.ts', {
  root: join(import.meta.dirname, '..', '..'),
  configFile: false,
  logLevel: 'warn',
});
await module.proveCluster(process.argv.slice(2));
