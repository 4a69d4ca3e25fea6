import type { Logger } from 'pino';
import type { Presence } from '../operations/presence.ts';
import type { Approvals } from './approvals.ts';

/** How often a gateway looks for requests that no one decided about in time. */
const LOOK_MS = 5_000;

/** Ends requests when their time is over, whether or not anyone looks at them. */
export function createExpiry(
  approvals: Pick<Approvals, 'expire'>,
  presence: Pick<Presence, 'holds'>,
  log: Logger,
) {
  let timer: NodeJS.Timeout | undefined;
  let underWay: Promise<void> | null = null;

  return {
    start() {
      timer = setInterval(() => {
        // The clock of this machine may be wrong.
        if (underWay || !presence.holds()) return;
        underWay = approvals
          .expire()
          .catch((error: unknown) => log.warn({ err: error }, 'requests could not be ended in time'))
          .finally(() => {
            underWay = null;
          });
      }, LOOK_MS).unref();
    },
    async stop() {
      clearInterval(timer);
      await underWay;
    },
  };
}
