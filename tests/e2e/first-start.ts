import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { startProgram } from '#tests/support/processes.ts';

/** The data folder that a first start leaves, for every desk to begin with a copy of. */
export const FIRST_START = join('node_modules', '.cache', 'pledge-tests', 'first-start');

/** Starts the built gateway once, and ends it, before any story. */
export default async function startOnce(): Promise<void> {
  rmSync(FIRST_START, { recursive: true, force: true });
  const gateway = await startProgram('gateway', { DATA_DIR: FIRST_START, LOG_LEVEL: 'warn' });
  await gateway.end();
}
