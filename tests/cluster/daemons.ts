import { type ChildProcess, spawn } from 'node:child_process';
import { chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A program that runs until it is ended. */
export interface Daemon {
  pid: number;
  /** Ends it and waits for that; with SIGKILL after ten seconds if it doesn't listen. */
  end(signal?: NodeJS.Signals): Promise<void>;
  /** Its exit code; null if a signal ended it, or it could not be started. */
  ended: Promise<number | null>;
  output(): string;
}

/** A folder of this run, and the programs that run in it. */
export interface Daemons {
  folder: string;
  start(
    command: readonly [string, ...string[]],
    options?: { env?: Record<string, string>; asRoot?: boolean },
  ): Daemon;
  /** Runs a command to its end. Throws with its output if it fails. */
  run(command: readonly [string, ...string[]], env?: Record<string, string>): Promise<string>;
  /** Adds something else to end. */
  add(end: () => Promise<void>): void;
  /** Ends all of it, the last one first, and removes the folder. */
  end(): Promise<void>;
}

/** PostgreSQL and PgBouncer refuse to run as root. */
function ownUser(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((user) => user.startsWith('postgres:'));
  const [, , uid, gid] = line?.split(':') ?? [];
  if (!uid || !gid) throw new Error('There is no user "postgres" to run the database.');
  return { uid: Number(uid), gid: Number(gid) };
}

export function createDaemons(): Daemons {
  const user = ownUser();
  const folder = mkdtempSync(join(tmpdir(), 'pledge-cluster-'));
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid);
  const ends: (() => Promise<void>)[] = [];
  let isOver = false;
  const launch = ([program, ...args]: readonly [string, ...string[]], env = {}, asRoot = false) => {
    // What a fault was about to mend when the proof was ended would stay behind.
    if (isOver) throw new Error(`The proof is over, so ${program} was not started.`);
    return spawn(program, args, {
      ...(asRoot ? {} : user),
      cwd: folder,
      env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', HOME: folder, LC_ALL: 'C.UTF-8', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  };
  const start: Daemons['start'] = (command, { env, asRoot } = {}) => {
    const daemon = daemonOf(launch(command, env, asRoot));
    ends.push(async () => void (await daemon.end()));
    return daemon;
  };
  return {
    folder,
    start,
    async run(command, env = {}) {
      const { ended, output } = start(command, { env });
      if ((await ended) !== 0) throw new Error(`${command.join(' ')} failed:\n${output()}`);
      return output();
    },
    add: (end) => void ends.push(end),
    async end() {
      isOver = true;
      for (let end = ends.pop(); end; end = ends.pop()) await end();
      rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
    },
  };
}

function daemonOf(child: ChildProcess): Daemon {
  const output = collect(child);
  let isRunning = true;
  const ended = new Promise<number | null>((resolve) => {
    const over = (code: number | null) => {
      isRunning = false;
      resolve(code);
    };
    // Not 'close': a Patroni that was killed leaves its server at work, which keeps its outputs open.
    child.once('exit', over);
    child.once('error', () => over(null));
  });
  return {
    pid: child.pid ?? 0,
    ended,
    output,
    async end(signal = 'SIGTERM') {
      if (!isRunning) return;
      child.kill(signal);
      const impatient = setTimeout(() => child.kill('SIGKILL'), 10_000);
      await ended;
      clearTimeout(impatient);
    },
  };
}

/** The last words of a child. */
function collect(child: ChildProcess): () => string {
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString('utf8')).slice(-20_000);
    });
  }
  return () => said;
}

/** Waits until a question is answered with something. Throws after so many seconds, with what to say. */
export async function until<T>(
  seconds: number,
  what: string,
  ask: () => Promise<T | null | undefined | false> | T | null | undefined | false,
): Promise<T> {
  const deadline = performance.now() + seconds * 1_000;
  for (;;) {
    const answer = await ask();
    if (answer) return answer;
    if (performance.now() > deadline) throw new Error(`Not within ${seconds} s: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
