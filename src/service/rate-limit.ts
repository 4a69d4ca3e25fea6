import { Refusal } from './refusal.ts';

/**
 * A limit of requests a minute per API client (docs/decisions.md, row 15), as a bucket that refills evenly.
 * Returns a check that throws a 429 Refusal with Retry-After; a limit of 0 never refuses.
 */
export function createRateLimit(perMinute: number, clock: () => number): (clientId: string) => void {
  const buckets = new Map<string, { left: number; at: number }>();
  return (clientId) => {
    if (perMinute <= 0) return;
    const now = clock();
    const bucket = buckets.get(clientId) ?? { left: perMinute, at: now };
    // A clock may be put back.
    const passed = Math.max(0, now - bucket.at);
    const left = Math.min(perMinute, bucket.left + (passed / 60_000) * perMinute);
    if (left < 1) {
      buckets.set(clientId, { left, at: now });
      const seconds = Math.ceil(((1 - left) / perMinute) * 60);
      throw new Refusal(429, `Too many requests: at most ${perMinute} a minute. Try again in ${seconds} s.`, {
        'retry-after': String(seconds),
      });
    }
    buckets.set(clientId, { left: left - 1, at: now });
  };
}
