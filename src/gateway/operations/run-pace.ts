/** The most requests of one run that are in flight at the same time. */
const MOST = 8;

/** The pauses after failures in a row; each later one lasts as long as the last. */
const PAUSES_MS = [1, 2, 4, 8, 16, 30].map((seconds) => seconds * 1_000);

/** How many requests of a run may be in flight: fewer when the service is overloaded, more again as it recovers. */
interface Pace {
  readonly limit: number;
  /** The service carried out or refused a call. */
  answered(): void;
  /** The service was overloaded or did not answer. Returns whether to send nothing for a while. */
  failed(): boolean;
}

/** Halves the limit at every failure and raises it by one whenever as many calls in a row succeeded as it allows. */
export function createPace(isRecovering: boolean): Pace {
  let limit = isRecovering ? 1 : MOST;
  let inRow = 0;
  return {
    get limit() {
      return limit;
    },
    answered() {
      inRow += 1;
      if (inRow < limit || limit === MOST) return;
      limit += 1;
      inRow = 0;
    },
    failed() {
      inRow = 0;
      if (limit === 1) return true;
      limit = Math.floor(limit / 2);
      return false;
    },
  };
}

/** How long to leave the service alone after so many pauses in a row that didn't help, in milliseconds. */
export function pauseAfter(count: number): number {
  return PAUSES_MS[Math.min(count, PAUSES_MS.length - 1)] ?? 0;
}
