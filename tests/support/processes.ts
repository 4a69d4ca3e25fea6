import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, extname, join } from 'node:path';

export interface RunningProcess {
  /** The address that it printed. */
  address: string;
  child: ChildProcess;
  /** What it wrote, on both outputs. */
  output: () => string;
  /** Ends it with a signal and resolves with its exit code, or the signal that ended it. */
  end(signal?: NodeJS.Signals): Promise<number | NodeJS.Signals | null>;
}

/** How long a process may take to its first address: the demo data is loaded on a busy machine, too. */
const START_MS = 180_000;

/** Starts one of the built programs (`gateway`, `service`) and waits until it has printed its address. */
export async function startProgram(name: string, env: Record<string, string>): Promise<RunningProcess> {
  const program = join('dist', 'server', `${name}.js`);
  if (!existsSync(program)) throw new Error(`${program} is missing: run "npm run build" first`);
  return await startScript(program, [], env);
}

/** Starts a script in a process of its own and waits until it has printed its address. */
export async function startScript(
  script: string,
  args: readonly string[],
  env: Record<string, string>,
): Promise<RunningProcess> {
  const name = basename(script, extname(script));
  const child = spawn(process.execPath, [script, ...args], {
    env: { PATH: process.env.PATH ?? '', PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const ended = new Promise<number | NodeJS.Signals | null>((resolve) => {
    child.once('exit', (code, signal) => resolve(code ?? signal));
  });
  const address = await new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`${name} printed no address:\n${output}`)), START_MS);
    const read = (chunk: Buffer) => {
      output += chunk.toString('utf8');
      const found = /(?:ready at|listens on) (https?:\/\/\S+)/.exec(output)?.[1];
      if (found) {
        clearTimeout(timer);
        resolve(found);
      }
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    void ended.then((code) => {
      clearTimeout(timer);
      reject(new Error(`${name} ended with ${code}:\n${output}`));
    });
  });
  return {
    address,
    child,
    output: () => output,
    async end(signal = 'SIGTERM') {
      child.kill(signal);
      return await ended;
    },
  };
}

/** A data folder of a test's own; `remove` takes it away. */
export function temporaryFolder(): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'pledge-data-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
