import type { Logger } from 'pino';
import { within } from './within.ts';

/**
 * The steps of a stop, in order: accept no more connections, end event streams, finish requests, stop workers, close the
 * database. Each has a deadline in milliseconds after the signal.
 */
const STEPS = { accepting: 500, streams: 1_000, requests: 6_000, workers: 7_000, database: 7_700 };

/** When to give up calls of other services that requests and workers wait for, so that they can still be recorded. */
export const GIVE_UP_MS = 4_700;

type Step = keyof typeof STEPS;

export interface Closers {
  /** Adds a function to a step. All functions of a step run at the same time. */
  add(step: Step, close: () => Promise<void> | void): void;
  /** Runs the steps. Logs a function that fails or misses the deadline and goes on. */
  close(): Promise<{ isClean: boolean }>;
}

export function createClosers(log: Pick<Logger, 'warn'>): Closers {
  const closers: { step: Step; close: () => Promise<void> | void }[] = [];
  return {
    add(step, close) {
      closers.push({ step, close });
    },
    async close() {
      const started = performance.now();
      let isClean = true;
      const failed = (step: string, err: unknown) => {
        isClean = false;
        log.warn({ step, err }, 'a part of Pledge did not stop in order');
      };
      for (const [step, untilMs] of Object.entries(STEPS)) {
        const ends = closers
          .filter((closer) => closer.step === step)
          .map(async ({ close }) => await close())
          .map((end) => end.catch((error: unknown) => failed(step, error)));
        const left = untilMs - (performance.now() - started);
        if (!(await within(left, Promise.all(ends)))) failed(step, 'out of time');
      }
      return { isClean };
    },
  };
}
