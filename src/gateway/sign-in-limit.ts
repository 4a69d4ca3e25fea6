import { createHash, randomUUID } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type { Pool } from 'pg';
import { GATEWAY_CODES } from '#contract/session.ts';
import { GatewayFailure } from './failures.ts';

/** How many addresses' worth of refused sign-ins all gateways together take a minute. */
const ADDRESSES = 20;
const WINDOW_MS = 60_000;
const LOCK = 7_300_419;

export interface SignInLimit {
  /**
   * Runs a sign-in from an address unless too many were refused in the last minute, from there or in all; then it
   * throws a 429 GatewayFailure with Retry-After, and the service isn't asked. Only a refused token counts, and one
   * that is still being judged: whoever signs in, or meets a service that is down, has used nothing up.
   */
  guard<T>(address: string | undefined, attempt: () => Promise<T>): Promise<T>;
}

export interface SignInLimitOptions {
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
      const wait = await begin(id, keyOf(address ?? '')).catch((error: unknown) => {
        onLost(error);
        return 0;
      });
      if (wait > 0) throw tooMany(wait);
      try {
        const result = await attempt();
        await takeBack(id);
        return result;
      } catch (error) {
        const isRefused = error instanceof GatewayFailure && error.code === GATEWAY_CODES.tokenRefused;
        if (!isRefused) await takeBack(id);
        throw error;
      }
    },
  };

  /** Writes an attempt down; the milliseconds to wait where there is no room for it, otherwise 0. */
  async function begin(id: string, key: string): Promise<number> {
    const now = clock();
    const client = await pool.connect();
    try {
      await client.query('begin');
      // Attempts at once take turns, or each would find the room that there is for one.
      await client.query('select pg_advisory_xact_lock($1)', [LOCK]);
      await client.query('delete from desk.sign_in_attempt where at <= $1', [new Date(now - WINDOW_MS)]);
      const { rows } = await client.query<{ own: number; whole: number; own_since: Date; since: Date }>(
        `select count(*) filter (where address = $1)::int as own, count(*)::int as whole,
         min(at) filter (where address = $1) as own_since, min(at) as since from desk.sign_in_attempt`,
        [key],
      );
      const { own = 0, whole = 0, own_since = null, since = null } = rows[0] ?? {};
      const full = own >= perMinute ? own_since : whole >= perMinute * ADDRESSES ? since : null;
      if (!full) {
        const values = [id, key, new Date(now)];
        await client.query('insert into desk.sign_in_attempt (id, address, at) values ($1, $2, $3)', values);
      }
      await client.query('commit');
      return full ? Math.max(1, full.getTime() + WINDOW_MS - now) : 0;
    } catch (error) {
      await client.query('rollback').catch(() => undefined);
      throw error;
    } finally {
      client.release();
    }
  }

  async function takeBack(id: string): Promise<void> {
    await pool.query('delete from desk.sign_in_attempt where id = $1', [id]).catch(onLost);
  }
}

/**
 * The address that a request came from: the connection's or, behind a proxy that is trusted, the one that the proxy
 * wrote last, because whatever stands before it anybody may have written.
 */
export function clientAddress(
  request: Request,
  remote: string | undefined,
  trustProxy: boolean,
): string | undefined {
  const forwarded = trustProxy ? request.headers.get('x-forwarded-for') : null;
  return forwarded?.split(',').at(-1)?.trim() || remote;
}

/** What an address is counted under. Of IPv6 it is the network: a single host has as many addresses as it likes. */
function keyOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=[\d.]+$)/i, '').replace(/%.*$/, '');
  return createHash('sha256')
    .update(isIPv6(plain) ? networkOf(plain) : plain)
    .digest('base64url');
}

function networkOf(address: string): string {
  const [head = [], tail = []] = address.split('::').map((part) => part.split(':').filter(Boolean));
  const zeros = Array<string>(Math.max(0, 8 - head.length - tail.length)).fill('0');
  return [...head, ...zeros, ...tail]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16))
    .join(':');
}

function tooMany(waitMs: number): GatewayFailure {
  const seconds = Math.ceil(waitMs / 1_000);
  const message = `Too many sign-ins were refused. Try again in ${seconds} s.`;
  const pause = { 'retry-after': String(seconds) };
  return new GatewayFailure(429, GATEWAY_CODES.tooManyAttempts, message, pause);
}
