import type { Pool } from 'pg';
import { GATEWAY_CODES } from '#contract/session.ts';
import { type ChosenSettings, readChosenSettings } from '#contract/settings.ts';
import { MAX_WATCHED, type WatchedContent, type WatchedToken } from '#contract/watchlist.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { GatewayFailure } from '../http/failures.ts';
import { takeOwnTurn } from '../people/rows.ts';
import type { Session } from '../session/session.ts';

/** A row of desk.watched_token. */
interface WatchedRow {
  token: string;
  name: string;
  price: number | null;
  currency: string | null;
  at: Date;
}

export type Preferences = ReturnType<typeof createPreferences>;

/** People's settings and watchlists in the gateway's store: the same in every browser of a person. */
export function createPreferences(pool: Pool, clock: () => number) {
  /** The settings that a person has chosen. */
  async function settingsOf({ owner, person }: Session): Promise<ChosenSettings> {
    const { rows } = await pool.query<{ settings: unknown }>(
      'select settings from desk.person where owner = $1 and id = $2',
      [owner, person.id],
    );
    return readChosenSettings(rows[0]?.settings);
  }

  /** Changes some settings of a person and keeps the others; returns all that they have chosen. */
  async function choose({ owner, person }: Session, change: ChosenSettings): Promise<ChosenSettings> {
    const { rows } = await pool.query<{ settings: unknown }>(
      'update desk.person set settings = settings || $3 where owner = $1 and id = $2 returning settings',
      [owner, person.id, JSON.stringify(change)],
    );
    return readChosenSettings(rows[0]?.settings);
  }

  /** The tokens that a person watches, newest first. */
  async function watchlist({ owner, person }: Session): Promise<WatchedToken[]> {
    const { rows } = await pool.query<WatchedRow>(
      'select * from desk.watched_token where owner = $1 and person = $2 order by at desc, token',
      [owner, person.id],
    );
    return rows.map(watchedOf);
  }

  /**
   * Adds a token to a person's watchlist; one that is there already stays as it is. Throws a 409 GatewayFailure if
   * there are too many. A browser's clock may be wrong: no token was added later than now.
   */
  async function watch(
    { owner, person }: Session,
    id: string,
    content: WatchedContent,
  ): Promise<WatchedToken> {
    const { name, price, currency } = content;
    const at = new Date(Math.min(Date.parse(content.at), clock()));
    const add = `insert into desk.watched_token as w (owner, person, token, name, price, currency, at)
       select $1, $2, $3, $4, $5, $6, $7
       where (select count(*) from desk.watched_token where owner = $1 and person = $2 and token <> $3)
         < ${MAX_WATCHED}
       on conflict (owner, person, token) do update set at = w.at
       returning *`;
    const { rows } = await inTransaction(
      pool,
      async (client) => {
        await takeOwnTurn(client, owner, person.id);
        return await client.query<WatchedRow>(add, [owner, person.id, id, name, price, currency, at]);
      },
      { isRepeatable: true },
    );
    if (rows[0]) return watchedOf(rows[0]);
    const message = `You watch ${MAX_WATCHED} tokens, which is the most there can be. Remove one first.`;
    throw new GatewayFailure(409, GATEWAY_CODES.tooManyWatched, message);
  }

  /** Removes a token from a person's watchlist. */
  async function unwatch({ owner, person }: Session, id: string): Promise<void> {
    await pool.query('delete from desk.watched_token where owner = $1 and person = $2 and token = $3', [
      owner,
      person.id,
      id,
    ]);
  }

  return { settingsOf, choose, watchlist, watch, unwatch };
}

function watchedOf({ token, at, name, price, currency }: WatchedRow): WatchedToken {
  return { id: token, name, price, currency, at: at.toISOString() };
}
