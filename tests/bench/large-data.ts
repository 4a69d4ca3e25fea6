import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Postgres } from './postgres.ts';

/** The databases of `--scale`, by their addresses. The second holds ten times as much of everything. */
export interface LargeData {
  tenth: string;
  whole: string;
}

/** What signs in to the organisation that `demo:scale` makes. */
export const SCALE_TOKEN = 'pledge_demo_scale';

const WHOLE = { customers: 100_000, transactions: 1_000_000, loans: 1_000_000, tokens: 10_000 };

/** Fills both databases, by the same program as `npm run demo:scale`. */
export async function loadLargeData(server: Postgres): Promise<LargeData> {
  const tenth = await server.createDatabase('tenth');
  const whole = await server.createDatabase('whole');
  console.log('Loading 100,000 and 1,000,000 loans and transactions …');
  await fill(tenth, 0.1);
  await fill(whole, 1);
  return { tenth, whole };
}

async function fill(databaseUrl: string, share: number): Promise<void> {
  const args = Object.entries(WHOLE).flatMap(([name, count]) => [`--${name}`, String(count * share)]);
  const program = spawn(process.execPath, [join('dist', 'server', 'demo-scale.js'), ...args], {
    env: { ...process.env, DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const end = () => program.kill();
  process.once('exit', end);
  const code = await new Promise((resolve) => program.once('exit', resolve));
  process.off('exit', end);
  if (code !== 0) throw new Error('The large data could not be loaded');
}
