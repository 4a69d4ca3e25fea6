import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { GATEWAY_CODES, SIGN_IN_CODES } from '#contract/session.ts';
import { addressKey } from '#server/client-address.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { GatewayFailure } from '../http/failures.ts';

const WINDOW_MS = 60_000;
const LOCK = 7_300_419;

/** What counts: an access token, or an answer of the identity provider, that isn't accepted. */
const REFUSALS: readonly string[] = [GATEWAY_CODES.tokenRefused, SIGN_IN_CODES.signInRefused];

export interface SignInLimit {
  /**
   * Runs a sign-in from an address unless too many from there were refused in the last minute; then it throws a 429
   * GatewayFailure with Retry-After, and the service isn't asked. Other addresses are not affected. Only a refused
   * token counts, and one that is still being judged: a sign-in that succeeds, or fails because the service is down,
   * uses nothing up.
   */
  guard<T>(address: string | undefined, attempt: () => Promise<T>): Promise<T>;
}

interface SignInLimitOptions {
  pool: Pool;
  clock: () => number;
  /** Refused sign-ins a minute from one address; 0 is no limit. */
  perMinute: number;
  /** Hears of a store that can't be asked: sign-ins go on uncounted then. */
  onLost: (error: unknown) => void;
}

/** The limit, counted in the gateways' common store: a row for each attempt of the last minute, and no address. */
export function createSignInLimit({ pool, clock, perMinute, onLost }: SignInLimitOptions): SignInLimit {
  return {
    async guard(address, attempt) {
      if (perMinute <= 0) return await attempt();
      const id = randomUUID();
      const wait = await begin(id, addressKey(address ?? '')).catch((error: unknown) => {
        onLost(error);
        return 0;
      });
      if (wait > 0) throw tooMany(wait);
      try {
        const result = await attempt();
        await takeBack(id);
        return result;
      } catch (error) {
        const isRefused = error instanceof GatewayFailure && REFUSALS.includes(error.code);
        if (!isRefused) await takeBack(id);
        throw error;
      }
    },
  };

  /** Writes an attempt down; the milliseconds to wait where there is no room for it, otherwise 0. */
  async function begin(id: string, key: string): Promise<number> {
    const now = clock();
    return await inTransaction(pool, async (client) => {
      // Attempts of one address take turns, or each of them would find room for itself.
      const own = Buffer.from(key, 'base64url').readInt32BE();
      await client.query('select pg_advisory_xact_lock($1, $2)', [LOCK, own]);
      // A clock may be put back, and those of other gateways be a little ahead.
      const [from, to] = [new Date(now - WINDOW_MS), new Date(now + WINDOW_MS)];
      await client.query('delete from desk.sign_in_attempt where at <= $1 or at > $2', [from, to]);
      const { rows } = await client.query<{ count: number; since: Date }>(
        'select count(*)::int as count, min(at) as since from desk.sign_in_attempt where address = $1',
        [key],
      );
      const { count = 0, since = null } = rows[0] ?? {};
      const full = count >= perMinute ? since : null;
      if (!full) {
        const values = [id, key, new Date(now)];
        await client.query('insert into desk.sign_in_attempt (id, address, at) values ($1, $2, $3)', values);
      }
      return full ? Math.max(1, full.getTime() + WINDOW_MS - now) : 0;
    });
  }

  async function takeBack(id: string): Promise<void> {
    await pool.query('delete from desk.sign_in_attempt where id = $1', [id]).catch(onLost);
  }
}

function tooMany(waitMs: number): GatewayFailure {
  const seconds = Math.ceil(waitMs / 1_000);
  const message = `Too many sign-ins were refused. Try again in ${seconds} s.`;
  const pause = { 'retry-after': String(seconds) };
  return new GatewayFailure(429, GATEWAY_CODES.tooManyAttempts, message, pause);
}
