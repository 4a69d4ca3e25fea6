import { defineConfig } from '@playwright/test';
import { findChromium } from './tests/support/chromium.mjs';

const executablePath = process.env.CHROMIUM_PATH ?? findChromium();
const isRoot = process.getuid?.() === 0;

/** No web server here: each test's fixture starts the built gateway on a database of its own. */
export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/e2e/first-start.ts',
  workers: 2,
  reporter: 'list',
  forbidOnly: Boolean(process.env.CI),
  timeout: 180_000,
  expect: { timeout: 20_000 },
  use: {
    browserName: 'chromium',
    viewport: { width: 1440, height: 900 },
    trace: 'on-first-retry',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        // Chromium's sandbox refuses to start as root, which is what a container usually is.
        ...(isRoot ? ['--no-sandbox'] : []),
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
  projects: [
    // A story that fails is run once more from the start, on a desk of its own, and reported as flaky. Proofs are not repeated.
    { name: 'stories', testMatch: '**/e2e/*.spec.ts', grepInvert: /@proof/, retries: 1 },
    { name: 'other looks', testMatch: '**/e2e/*.spec.ts', grep: /@proof/ },
    { name: 'proof', testMatch: '**/e2e/*/*.spec.ts' },
  ],
});
