import pino, { type Logger } from 'pino';
import { type Closers, createClosers } from './closers.ts';
import { ConfigError } from './config.ts';
import { endProcess } from './start-failure.ts';
import { within } from './within.ts';

/** The longest that a stop takes. */
const STOP_MS = 7_900;

/** How long a stop waits for a start to finish first. */
const START_MS = 3_000;

/** A second signal within this time is the same one: npm repeats the Ctrl-C that a terminal sends to every process. */
const SAME_SIGNAL_MS = 500;

const LEVELS = ['silent', ...Object.keys(pino.levels.values).reverse()];

/** The log of a process: JSON lines on standard error, so that standard output stays for people. */
export function createLog(level: string | undefined): Logger {
  if (level && !LEVELS.includes(level)) {
    throw new ConfigError(`LOG_LEVEL must be one of ${LEVELS.join(', ')}; it is "${level}".`);
  }
  return pino(
    { level: level || 'info', base: { pid: process.pid } },
    pino.destination({ fd: 2, sync: true }),
  );
}

/**
 * Runs a process until SIGINT, SIGTERM or SIGHUP stops it in order and ends it with 0. A second signal ends it at once.
 * Only the user who runs the process can read the files that it makes. A failed start prints one line and ends with 1.
 */
export async function runProcess(start: (log: Logger, closers: Closers) => Promise<void>): Promise<void> {
  process.umask(0o077);
  try {
    const log = createLog(process.env.LOG_LEVEL);
    await runUntilSignal(log, start);
  } catch (error) {
    endProcess(error);
  }
}

async function runUntilSignal(log: Logger, start: (log: Logger, closers: Closers) => Promise<void>) {
  const closers = createClosers(log);
  const starting = start(log, closers);
  let stoppedAt: number | null = null;
  const stop = async () => {
    if (stoppedAt !== null) {
      if (performance.now() - stoppedAt > SAME_SIGNAL_MS) process.exit(1);
      return;
    }
    stoppedAt = performance.now();
    setTimeout(() => process.exit(1), STOP_MS);
    await within(START_MS, starting).catch(() => undefined);
    const { isClean } = await closers.close();
    process.exit(isClean ? 0 : 1);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop());
  try {
    await starting;
  } catch (error) {
    if (stoppedAt !== null) return;
    await closers.close();
    throw error;
  }
}
