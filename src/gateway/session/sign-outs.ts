import type { Pool, PoolClient } from 'pg';
import type { Logger } from 'pino';
import { tellOtherGateways } from '../events/hear-others.ts';

/** The channel that gateways of one database share for sign-outs. */
export const SIGN_OUT_CHANNEL = 'desk_sign_out';

/** Sign-outs may be committed out of the order of their times by this much. */
const OVERLAP = '1 minute';

/** A session that is signed out before its time, and when its cookie ends anyhow, in milliseconds since 1970. */
export interface SignedOut {
  id: string;
  until: number;
}

/** The sessions that were signed out before their time, of every gateway on one store. */
export interface SignOuts {
  /** Whether a session was signed out, as far as this gateway has heard: from memory, so that it costs nothing. */
  has(session: string): boolean;
  /**
   * Signs a session out, here at once; false if that was written down before. `until`: when its cookie ends anyhow, in
   * milliseconds since 1970.
   */
  add(session: string, until: number): Promise<boolean>;
  /** Writes down in the caller's transaction that sessions are signed out. Once it is committed, `heed` them. */
  addIn(client: PoolClient, sessions: readonly SignedOut[]): Promise<void>;
  /** Signs sessions out here, and tells other gateways of it, once it is written down. */
  heed(sessions: readonly SignedOut[]): Promise<void>;
  /** Calls back once with each session that is signed out, here or at another gateway. */
  onAdd(listener: (session: string) => void): void;
  /** Reads what other gateways signed out since the last look, and writes down what could not be written before. */
  refresh(): Promise<void>;
}

/**
 * Sign-outs in the gateway's store. If the store can't be written, the session is over here all the same, and
 * the next refresh writes it down.
 */
export function createSignOuts(pool: Pool, clock: () => number, log: Logger): SignOuts {
  const known = new Map<string, number>();
  const unwritten = new Set<string>();
  const listeners: ((session: string) => void)[] = [];
  const know = (session: string, until: number) => {
    const isNew = !known.has(session);
    known.set(session, until);
    if (isNew) for (const listener of listeners) listener(session);
  };
  let seenTo = '-infinity';
  const insert = async (client: Pick<PoolClient, 'query'>, { id, until }: SignedOut) => {
    const { rowCount } = await client.query(
      // The time of this statement: the transaction may have begun long before.
      `insert into desk.sign_out (session, until, at) values ($1, $2, clock_timestamp())
       on conflict do nothing`,
      [id, new Date(until)],
    );
    return rowCount === 1;
  };
  /** By the earlier of this clock and the database's: what one that is ahead made a gateway forget would be open again. */
  const earliestNow = async () => {
    const { rows } = await pool.query<{ now: Date }>('select least($1, now()) as now', [new Date(clock())]);
    return rows[0]?.now ?? new Date(0);
  };
  const tell = async () => await tellOtherGateways(pool, SIGN_OUT_CHANNEL, '');
  const write = async (session: string) => {
    const isFirst = await insert(pool, { id: session, until: known.get(session) ?? clock() });
    unwritten.delete(session);
    await tell();
    return isFirst;
  };
  return {
    has: (session) => known.has(session),
    onAdd: (listener) => void listeners.push(listener),
    async add(session, until) {
      know(session, until);
      unwritten.add(session);
      return await write(session).catch((error: unknown) => {
        log.error({ err: error }, 'a sign-out was not written');
        return true;
      });
    },
    async addIn(client, sessions) {
      for (const session of sessions) await insert(client, session);
    },
    async heed(sessions) {
      for (const { id, until } of sessions) know(id, until);
      if (sessions.length > 0) await tell();
    },
    async refresh() {
      for (const session of unwritten) {
        await write(session);
        log.info('a sign-out that had not been written is written now');
      }
      const over = await earliestNow();
      const { rows } = await pool.query<{ session: string; until: Date; at: string }>(
        `select session, until, at::text from desk.sign_out
         where until > $1 and at >= $2::timestamptz - interval '${OVERLAP}' order by at`,
        [over, seenTo],
      );
      for (const { session, until, at } of rows) {
        know(session, until.getTime());
        seenTo = at;
      }
      for (const [session, until] of known) if (until <= over.getTime()) known.delete(session);
      await pool.query('delete from desk.sign_out where until <= $1', [over]);
    },
  };
}
