// `npm test`: the whole check, in the order in which its answers come soonest. `npm run proof`: the long
// suites, which go through faults, kills, hostile texts and other looks one by one. Each step prints the
// runner's own closing lines; the first that fails ends the run with its exit code.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { ensureChromium } from '../tests/support/chromium.mjs';
import { ensurePostgres } from '../tests/support/postgres.mjs';

const root = join(import.meta.dirname, '..');
let current;

/** The script behind a package's command, to be run by this Node itself: no shell, no npx. */
function script(packageName, command) {
  const folder = join(root, 'node_modules', packageName);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return join(folder, bin[command]);
}

function heading(title) {
  console.log(`\n\x1b[1m── ${title} ──\x1b[0m`);
}

/** A step's group holds all that its runner starts; a signal to the runner alone would leave workers behind. */
function signalGroup(child, signal) {
  try {
    if (process.platform === 'win32') child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}

/** Resolves when a package's command succeeds; otherwise throws with its exit code. */
function run(packageName, command, args, env = {}) {
  return runScript(command, [script(packageName, command), ...args], env);
}

function runScript(name, args, env = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...env },
      detached: process.platform !== 'win32',
    });
    current = child;
    child.once('error', reject);
    child.once('close', (code, signal) => {
      current = undefined;
      signalGroup(child, 'SIGKILL');
      if (code === 0) return resolve();
      const exitCode = code ?? 128 + constants.signals[signal];
      reject(Object.assign(new Error(`${name} ended with exit code ${exitCode}.`), { exitCode }));
    });
  });
}

let ending = false;
/** Waits for the running step before it ends this process, so that nothing is left behind. */
function endOnSignal(signal) {
  if (ending) return;
  ending = true;
  const end = () => process.exit(128 + constants.signals[signal]);
  if (!current) return end();
  const child = current;
  child.once('close', end);
  signalGroup(child, signal);
  setTimeout(() => signalGroup(child, 'SIGKILL'), 10_000).unref();
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, endOnSignal);

/** Writes the OpenAPI documents of the build and lints them. */
async function lintApi() {
  await runScript('openapi', [join('dist', 'server', 'openapi.js'), '--folder', join('dist', 'openapi')]);
  await run('@redocly/cli', 'redocly', ['lint'], { REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' });
}

/** Runs `tests` with the address of a PostgreSQL server, on which they take half the time; without one if none can be had. */
async function onPostgres(tests) {
  const server = await ensurePostgres();
  if (server.skipped) {
    console.log(`Not on PostgreSQL: ${server.skipped}.`);
    return await tests(undefined);
  }
  try {
    await tests(server.url);
  } finally {
    await server.stop();
  }
}

async function runUnits(TEST_DATABASE_URL) {
  await run('vitest', 'vitest', unitTests, { TEST_DATABASE_URL });
}

async function runInBrowser(projects, TEST_DATABASE_URL) {
  const CHROMIUM_PATH = await ensureChromium();
  const args = ['test', '--project', ...projects];
  await run('@playwright/test', 'playwright', args, { CHROMIUM_PATH, TEST_DATABASE_URL });
}

/** One after the other: each kills whole processes of its own, and a machine that is full hides what that does. */
async function runCrashes() {
  const CHROMIUM_PATH = await ensureChromium({ full: true });
  const args = ['run', '--project', 'crash', '--no-file-parallelism'];
  await run('vitest', 'vitest', args, { CHROMIUM_PATH, TEST_DATABASE_URL: undefined });
}

/** Connections that break beneath HTTP; without files all of them, also those that kill gateways and browsers. */
async function runNetwork(files = []) {
  const CHROMIUM_PATH = await ensureChromium();
  const args = ['run', '--project', 'network', '--no-file-parallelism', ...files];
  const NETWORK = files.length > 0 ? 'selection' : 'whole';
  await run('vitest', 'vitest', args, { CHROMIUM_PATH, NETWORK, TEST_DATABASE_URL: undefined });
}

const someBroken = ['relay', 'cuts', 'statuses', 'people', 'database'].map(
  (name) => `tests/network/${name}.test.ts`,
);

const unitTests = ['run', '--project', 'service', '--project', 'rules', '--project', 'dashboard'];

const check = [
  { title: 'Types', run: () => run('typescript', 'tsc', []) },
  { title: 'Style and boundaries', run: () => run('@biomejs/biome', 'biome', ['check', '.']) },
  { title: 'Unused code and packages', run: () => run('knip', 'knip', []) },
  { title: 'API documents', run: lintApi },
  { title: 'Unit and component tests', run: () => onPostgres(runUnits) },
  { title: 'Broken connections, a selection', run: () => runNetwork(someBroken) },
  { title: 'Browser tests', run: () => onPostgres((url) => runInBrowser(['stories'], url)) },
];

const proof = [
  { title: 'Faults, hostile texts, other ways to see', run: () => runInBrowser(['proof', 'other looks']) },
  { title: 'Broken connections', run: () => runNetwork() },
  { title: 'Unit and component tests on the embedded database', run: () => runUnits() },
  { title: 'Crashes', run: runCrashes },
];

try {
  for (const step of process.argv[2] === 'proof' ? proof : check) {
    heading(step.title);
    await step.run();
  }
} catch (error) {
  if (!ending) {
    console.error(`\n${error.message}`);
    process.exitCode = error.exitCode ?? 1;
  }
}
