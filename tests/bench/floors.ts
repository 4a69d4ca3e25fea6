import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { compressAssets } from '#gateway/build/compress-assets.ts';
import { type RunningProcess, startScript } from '#tests/support/processes.ts';

/** The reference apps, by their folders. */
export type FloorName = 'list' | 'customers';

/** Builds a floor app as the dashboard is built, brotli copies and all; returns the folder it is in. */
export async function buildFloor(name: FloorName, into: string): Promise<string> {
  const root = join('tests', 'bench', 'floors', name);
  const outDir = join(into, name);
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [react(), compressAssets()],
    build: { outDir, emptyOutDir: true, target: 'es2023', modulePreload: { polyfill: false } },
  });
  return outDir;
}

/** Starts the web server of the floors, over a built floor or over recorded answers alone. */
export async function startFileServer(options: {
  folder?: string;
  /** Files by the address that they answer. */
  answers: Record<string, string>;
}): Promise<RunningProcess> {
  const script = join('tests', 'bench', 'references', 'file-server.mjs');
  return await startScript(script, [JSON.stringify(options)], {});
}
