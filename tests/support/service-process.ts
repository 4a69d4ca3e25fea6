import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const PROGRAM = 'dist/server/service.js';

export interface ServiceProcess {
  url: string;
  pid: number;
  /** Sends a signal and waits for the end; returns the exit code, or the signal where it ended by one. */
  end(signal: NodeJS.Signals): Promise<number | string>;
}

/** A service that ended before it listened. */
export class EndedAtStart extends Error {
  readonly code: number | string;
  constructor(code: number | string, said: string) {
    super(said);
    this.code = code;
  }
}

let started = 0;

/**
 * Starts the built service as a process of its own, on a free port, with its output in files of `folder`. Throws
 * EndedAtStart with its output if it ends before it listens.
 */
export async function startServiceProcess(
  folder: string,
  env: Record<string, string>,
): Promise<ServiceProcess> {
  if (!existsSync(PROGRAM)) throw new Error(`${PROGRAM} is not there: run \`npm run build\` first.`);
  const log = join(folder, `service-${process.pid}-${++started}.log`);
  const file = openSync(log, 'a');
  const child = spawn(process.execPath, [PROGRAM], {
    env: { PATH: process.env.PATH, TMPDIR: folder, PORT: '0', LOG_LEVEL: 'info', ...env },
    stdio: ['ignore', file, file],
  });
  const ended = endOf(child);
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    return await ended;
  };
  let over = false;
  void ended.then(() => {
    over = true;
  });
  for (;;) {
    const said = readFileSync(log, 'utf8');
    const url = /listens on (http:\S+)/.exec(said)?.[1];
    if (url) return { url, pid: child.pid ?? 0, end };
    if (over) throw new EndedAtStart(await ended, readFileSync(log, 'utf8'));
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

async function endOf(child: ChildProcess): Promise<number | string> {
  return await new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve(code ?? signal ?? 'unknown'));
  });
}
