import type { EntryCheck } from '#contract/operations.ts';

/**
 * The pauses before the first checks of an unknown outcome; later ones follow every five minutes, for a day, and until there
 * have been twenty: the gateway or the service may have been away for most of that day, or for longer.
 */
const PAUSES_MS = [1, 2, 4, 8, 15, 30, 60].map((seconds) => seconds * 1_000);
const LATER_PAUSE_MS = 5 * 60_000;
const CHECKED_FOR_MS = 24 * 3_600_000;
const LEAST_CHECKS = 20;

/**
 * SQL: whether what was put off until an instant is due now. Nothing is put off for a quarter of an hour: what is due later
 * was planned by a clock that was wrong, and is due at once.
 */
export const isDue = (at: string, now: string) =>
  `(${at} <= ${now} or ${at} > ${now}::timestamptz + interval '15 minutes')`;

/** A loan counts as not created after so many complete checks that didn't find it. */
const COMPLETE_CHECKS = 3;

/** The last of them comes at least so long after the request's time limit. */
const AFTER_LIMIT_MS = 30_000;

/** When an outcome that became unknown now is checked first, in milliseconds since 1970. */
export function firstCheckAt(now: number): number {
  return now + (PAUSES_MS[0] ?? LATER_PAUSE_MS);
}

/**
 * When an entry is checked again that was sent at `sentAt` and has been checked `count` times; null once a day has
 * passed and that is often enough. A service that asked for a pause gets it.
 */
export function nextCheckAt(now: number, sentAt: number, count: number, pauseMs = 0): number | null {
  if (now - sentAt > CHECKED_FOR_MS && count >= LEAST_CHECKS) return null;
  return now + Math.max(PAUSES_MS[count] ?? LATER_PAUSE_MS, pauseMs);
}

/**
 * Whether checks that found nothing prove that a loan was not created: three complete ones, the last one at least 30
 * seconds after the request's time limit.
 */
export function provesNothing(
  checks: readonly Pick<EntryCheck, 'at' | 'complete'>[],
  sentAt: number,
  timeLimitMs: number,
): boolean {
  // Those of an earlier attempt say nothing of this one.
  const complete = checks.filter((check) => check.complete && Date.parse(check.at) >= sentAt);
  const last = Date.parse(complete.at(-1)?.at ?? '');
  return complete.length >= COMPLETE_CHECKS && last >= sentAt + timeLimitMs + AFTER_LIMIT_MS;
}
