import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';

/** Ticks a second of the clock that Linux counts processor time by. */
const TICKS = 100;

/** What is measured, each part by its processes. */
export type Parts = Record<string, readonly number[]>;

/** The processor time of each part over some work, in milliseconds; nothing where the system isn't Linux. */
export async function processorTimeOf(
  parts: Parts,
  work: () => Promise<void>,
): Promise<Record<string, number>> {
  if (process.platform !== 'linux') {
    await work();
    return {};
  }
  const before = processes();
  await work();
  const after = processes();
  return Object.fromEntries(
    Object.entries(parts).map(([name, pids]) => [name, timeOf(pids, after) - timeOf(pids, before)]),
  );
}

/** The process that all others of a PostgreSQL server are children of; none if the server is on another machine. */
export async function postmasterOf(databaseUrl: string): Promise<number[]> {
  if (process.platform !== 'linux') return [];
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    return processes().flatMap(({ pid, parent }) => (pid === rows[0]?.pid ? [parent] : []));
  } finally {
    await client.end();
  }
}

interface Process {
  pid: number;
  parent: number;
  /** Its processor time, with that of its children that have ended. */
  ticks: number;
}

function processes(): Process[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        // The name of the program is in parentheses and may contain anything.
        const fields = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
        const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
        return [{ pid: Number(name), parent: Number(fields[1]), ticks }];
      } catch {
        // It has ended meanwhile.
        return [];
      }
    });
}

/** The time of processes and their children, in milliseconds. */
function timeOf(pids: readonly number[], all: readonly Process[]): number {
  const own = all.filter(({ pid, parent }) => pids.includes(pid) || pids.includes(parent));
  return own.reduce((sum, { ticks }) => sum + (ticks * 1_000) / TICKS, 0);
}
