import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { apiDocs } from './src/gateway/build/api-docs/plugin.ts';
import { chunkOf } from './src/gateway/build/chunks.ts';
import { compressAssets } from './src/gateway/build/compress-assets.ts';
import { devGateway } from './src/gateway/build/dev-gateway.ts';

const zipAtOnce = new URL('./src/dashboard/lib/export/zip-at-once.ts', import.meta.url).pathname;

/** The processes and commands of the server, by the name of the file each is built to. */
const serverEntries = {
  gateway: 'src/gateway/main.ts',
  service: 'src/service/main.ts',
  'pglite-worker': 'src/server/db/pglite-worker.ts',
  'service-token': 'src/service/commands/token.ts',
  'service-import': 'src/service/commands/import.ts',
  'demo-orders': 'src/service/commands/demo-orders.ts',
  'demo-scale': 'src/service/commands/demo-scale.ts',
  'journal-verify': 'src/service/commands/journal-verify.ts',
  organisation: 'src/service/commands/organisation.ts',
  openapi: 'src/service/commands/openapi.ts',
  'render-page': 'src/dashboard/app/rendering/render-page.tsx',
};

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), tailwindcss(), ...(isSsrBuild ? [] : [apiDocs(), compressAssets()]), devGateway()],
  // What the server renders pages with is taken in whole: it starts sooner, and as it runs in production.
  ...(isSsrBuild && {
    define: { 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: [/^react/, /^@tanstack\//, /^@base-ui\//, 'lucide-react'] },
  }),
  // What it is in place of starts workers that the content security policy refuses.
  resolve: { alias: [{ find: /^fflate$/, replacement: zipAtOnce }] },
  server: { port: Number(process.env.PORT ?? 4173), strictPort: true },
  build: isSsrBuild
    ? {
        outDir: 'dist/server',
        target: 'node20',
        sourcemap: true,
        copyPublicDir: false,
        // Beside the entries, so that the embedded database finds its worker's program next to itself.
        rolldownOptions: { input: serverEntries, output: { chunkFileNames: '[name]-[hash].js' } },
      }
    : {
        outDir: 'dist/web',
        target: 'es2023',
        manifest: true,
        modulePreload: { polyfill: false },
        assetsInlineLimit: 0,
        rolldownOptions: {
          input: ['index.html', 'docs.html'],
          output: {
            // Without the names of the pages that share it: all that load a file repeat its name.
            chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash].js`,
            codeSplitting: {
              includeDependenciesRecursively: false,
              groups: [
                { name: (id, context) => chunkOf(id, context), debugName: 'chunks', priority: 1 },
                // Small shared chunks join those of almost the same pages: each is a request of its own. With more bytes of
                // source than this, pages fetch too much code of others, and exceed their budgets (tests/rules).
                {
                  name: 'parts',
                  minShareCount: 2,
                  entriesAware: true,
                  entriesAwareMergeThreshold: 1700,
                },
              ],
            },
          },
        },
      },
  test: {
    // Without this, a machine of two cores would run one test file at a time.
    maxWorkers: '100%',
    // Room for what is soon thrown away: clearing less of it less often saves a tenth of the processor time.
    execArgv: ['--max-semi-space-size=64'],
    // The files of a worker share what they import, where this says `isolate: false`: each would otherwise read the whole
    // of Pledge anew.
    projects: [
      {
        extends: true,
        test: {
          name: 'service',
          isolate: false,
          setupFiles: ['tests/support/put-back.ts'],
          include: ['src/service/**/*.test.ts'],
          environment: 'node',
          globalSetup: ['tests/support/database-template.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'rules',
          isolate: false,
          setupFiles: ['tests/support/put-back.ts'],
          include: [
            'src/contract/**/*.test.ts',
            'src/gateway/**/*.test.ts',
            'src/server/**/*.test.ts',
            'src/dashboard/**/*.test.ts',
            'tests/rules/**/*.test.ts',
            'tests/security/**/*.test.ts',
          ],
          environment: 'node',
          globalSetup: ['tests/support/database-template.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'crash',
          include: ['tests/crash/**/*.test.ts', 'tests/operating/**/*.test.ts'],
          environment: 'node',
          globalSetup: ['tests/support/database-template.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'network',
          include: ['tests/network/**/*.test.ts'],
          environment: 'node',
          globalSetup: ['tests/support/database-template.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'dashboard',
          include: ['src/dashboard/**/*.test.tsx'],
          isolate: false,
          environment: 'jsdom',
          setupFiles: ['tests/support/put-back.ts', 'tests/support/dashboard-setup.ts'],
          globalSetup: ['tests/support/database-template.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
}));
