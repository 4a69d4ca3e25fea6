import type { Pool } from 'pg';
import type { AuditLog } from '../audit/audit-log.ts';
import type { Changes } from './changes.ts';
import type { ClaimedRun } from './claimed-run.ts';
import { createRunClaims } from './run-claims.ts';
import { finishRuns, type RunName } from './run-finish.ts';
import { createRunNews } from './run-news.ts';
import { pauseAfter } from './run-pace.ts';
import { type RunTask, type RunTaskOptions, startRunTask } from './run-task.ts';
import { runTokenOf, TOKEN_REFUSED } from './run-token.ts';
import type { TokenSeal } from './token-seal.ts';

interface RunWorkerOptions
  extends Pick<RunTaskOptions, 'presence' | 'forward' | 'clock' | 'log' | 'onOutcome'> {
  pool: Pool;
  seal: TokenSeal;
  changes: Changes;
  audit: AuditLog;
}

/** Carries out the runs of all organisations, together with the other gateways of the store. */
export interface RunWorker {
  start(): void;
  /** Looks at once for something to do, and whether runs that it works on were paused or stopped. */
  wake(): void;
  /** Sends nothing more, records what is in flight and gives up all runs. */
  stop(): Promise<void>;
}

/** How often a gateway looks for runs to work on: while there are some, and while there are none. */
const LOOK_MS = 400;
const IDLE_LOOK_MS = 2_000;

/** The runs that one gateway works on at the same time. Runs that wait for the service to recover don't count. */
const MOST_RUNS = 8;

/** How long requests in flight may take to end when the gateway stops; what is left over, other gateways check. */
const STOP_MS = 10_000;

/** Why a run is paused whose access token this gateway can't open. */
const UNREADABLE =
  'The access token can’t be read any more: it was encrypted under a session secret that has been replaced.';

export function createRunWorker(options: RunWorkerOptions): RunWorker {
  const { pool, clock, seal, presence, changes, log } = options;
  const claims = createRunClaims(pool, presence.id, options.audit);
  const news = createRunNews(changes);
  const tasks = new Set<RunTask>();
  let timer: NodeJS.Timeout | undefined;
  let isStopped = true;
  let isAwake = false;
  let underWay: Promise<void> | null = null;

  async function work(run: ClaimedRun): Promise<void> {
    const token = runTokenOf(run, seal);
    const accessToken = await token.read();
    if (accessToken === null) {
      const count = run.hold_count;
      const until = new Date(clock() + pauseAfter(count));
      // Lines left as being sent don't stay so while the run waits for an access token.
      await claims.adopt(run, new Date(clock()));
      if (!token.isReplaceable) await claims.refuseToken(run, new Date(clock()), UNREADABLE);
      else await claims.release(run, count, { message: TOKEN_REFUSED, until, count: count + 1 });
      news.publish(run);
      return;
    }
    const onChange = () => news.publish(run);
    const task = startRunTask(run, accessToken, { ...options, claims, token, onChange });
    tasks.add(task);
    void task.ended
      .then(() => finish(run))
      .catch((error: unknown) => log.warn({ err: error, run: run.id }, 'a run could not be ended yet'))
      .finally(() => tasks.delete(task));
  }

  async function finish(only?: RunName): Promise<void> {
    for (const run of await finishRuns(pool, new Date(clock()), only)) news.publish(run);
  }

  /** Claims runs with something to do and starts to work on them. Returns the pause before the next look. */
  async function look(): Promise<number> {
    // If this gateway looks dead, others would take over at once what it claims.
    if (!presence.holds()) return LOOK_MS;
    const { unfinished, active } = await claims.countOpen();
    if (unfinished === 0) return IDLE_LOOK_MS;
    await finish();
    const most = MOST_RUNS - tasks.size;
    if (most > 0) {
      const own = [...tasks].map(({ run }) => run);
      for (const run of await claims.claimRuns(new Date(clock()), most, own)) await work(run);
    }
    return active > 0 ? LOOK_MS : IDLE_LOOK_MS;
  }

  function lookIn(pause: number): void {
    clearTimeout(timer);
    if (isStopped) return;
    timer = setTimeout(() => {
      isAwake = false;
      underWay = look()
        .catch((error: unknown) => {
          log.warn({ err: error }, 'runs could not be looked for');
          return IDLE_LOOK_MS;
        })
        .then((next) => {
          underWay = null;
          lookIn(isAwake ? 0 : next);
        });
    }, pause).unref();
  }

  return {
    start() {
      isStopped = false;
      lookIn(0);
    },
    wake() {
      isAwake = true;
      for (const task of tasks) task.look();
      if (!underWay) lookIn(0);
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await underWay;
      for (const task of tasks) task.stop();
      let limit: NodeJS.Timeout | undefined;
      const late = new Promise((resolve) => {
        limit = setTimeout(resolve, STOP_MS).unref();
      });
      await Promise.race([Promise.all([...tasks].map(({ ended }) => ended)), late]);
      clearTimeout(limit);
      news.stop();
    },
  };
}
