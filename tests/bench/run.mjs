// `npm run bench`: the bench is TypeScript, which Node 20 doesn't read by itself, so Vite hands it over.
import { join } from 'node:path';
import { runnerImport } from 'vite';

// Otherwise the floors would be development builds, which are much slower.
process.env.NODE_ENV = 'production';
const { module } = await runnerImport('/tests/bench/main.ts', {
  root: join(import.meta.dirname, '..', '..'),
  configFile: false,
  logLevel: 'warn',
});
await module.runBench(process.argv.slice(2));
