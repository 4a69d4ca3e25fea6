import { startProgram } from '#tests/support/processes.ts';
import type { Stage } from './stage.ts';

/** Starts the built service by itself over a database; returns its address. */
export async function startServiceOn(stage: Stage, databaseUrl: string): Promise<string> {
  const env = { DATABASE_URL: databaseUrl, LOG_LEVEL: 'error', DATA_DIR: stage.folder() };
  return (await stage.keep(startProgram('service', env))).address;
}
