import { addressKey } from '#server/client-address.ts';
import { hashAccessToken } from './access-token.ts';
import { Refusal } from './refusal.ts';

const WINDOW_MS = 60_000;

/** An access token that was accepted within this time is no guess, wherever it comes from. */
const REMEMBERED_MS = 60 * 60_000;

/** The number of addresses, or tokens, above which those that no longer count are dropped. */
const MANY = 10_000;

interface GuessLimit {
  /**
   * Runs the check of an Authorization header unless too many from its address were refused in the last minute; then
   * it throws a 429 Refusal with Retry-After. A request from within this process has no address and no limit, and
   * neither has a token that was accepted lately, so that guesses lock no one else out.
   */
  guard<T>(address: string | undefined, header: string | null, check: () => Promise<T>): Promise<T>;
}

/** A limit of refused access tokens a minute from one address, kept by this process; 0 is no limit. */
export function createGuessLimit(perMinute: number, clock: () => number): GuessLimit {
  const refused = new Map<string, number[]>();
  const accepted = new Map<string, number>();
  const checks = new Map<string, Promise<unknown>>();

  const recent = (key: string) => {
    const now = clock();
    // A clock may be put back: what is ahead of it no longer counts.
    const times = (refused.get(key) ?? []).filter((at) => at > now - WINDOW_MS && at <= now);
    if (times.length > 0) refused.set(key, times);
    else refused.delete(key);
    return times;
  };
  const tidy = () => {
    const now = clock();
    if (refused.size > MANY) for (const key of [...refused.keys()]) recent(key);
    if (accepted.size <= MANY) return;
    for (const [token, at] of accepted) if (at <= now - REMEMBERED_MS) accepted.delete(token);
  };

  return {
    async guard(address, header, check) {
      if (perMinute <= 0 || address === undefined || header === null) return await check();
      tidy();
      const key = addressKey(address);
      const token = hashAccessToken(header).toString('base64url');
      const isKnown = () => (accepted.get(token) ?? 0) > clock() - REMEMBERED_MS;
      // After a restart, requests with a valid token come at once: the first of them makes it known to all.
      const earlier = checks.get(token);
      if (earlier && !isKnown()) await earlier;
      const times = recent(key);
      if (!isKnown() && times.length >= perMinute) throw tooMany((times[0] ?? clock()) + WINDOW_MS - clock());
      // Counted before the check, so that guesses at the same time do not all find room.
      const own = clock();
      refused.set(key, [...times, own]);
      try {
        const checking = check();
        checks.set(token, Promise.allSettled([checking]));
        const result = await checking;
        accepted.set(token, own);
        takeBack(key, own);
        return result;
      } catch (error) {
        if (error instanceof Refusal && error.status === 401) accepted.delete(token);
        else takeBack(key, own);
        throw error;
      } finally {
        checks.delete(token);
      }
    },
  };

  function takeBack(key: string, at: number): void {
    const times = [...recent(key)];
    const place = times.lastIndexOf(at);
    if (place >= 0) times.splice(place, 1);
    if (times.length > 0) refused.set(key, times);
    else refused.delete(key);
  }
}

function tooMany(waitMs: number): Refusal {
  const seconds = Math.max(1, Math.ceil(waitMs / 1_000));
  return new Refusal(429, `Too many access tokens were refused. Try again in ${seconds} s.`, {
    'retry-after': String(seconds),
  });
}
