import { mayPass } from './faults.ts';

/** No attempt begins later than this. Shorter than a stop gives requests to finish. */
const TRY_FOR_MS = 5_000;
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 500;

/**
 * Repeats work that fails for a reason that may pass, such as a switch to another primary, for up to five seconds. Only
 * for work that changes nothing, or that can't have changed anything where `mayRepeat` says so.
 */
export async function tryAgain<T>(
  work: () => Promise<T>,
  mayRepeat: (error: unknown) => boolean = mayPass,
): Promise<T> {
  const until = performance.now() + TRY_FOR_MS;
  for (let longest = FIRST_PAUSE_MS; ; longest = Math.min(longest * 2, LONGEST_PAUSE_MS)) {
    try {
      return await work();
    } catch (error) {
      // Transactions that were in each other's way must not meet again.
      const pause = longest * (0.5 + Math.random() / 2);
      if (!mayRepeat(error) || performance.now() + pause > until) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}
