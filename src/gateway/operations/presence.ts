import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { StartFailure } from '#server/start-failure.ts';

/** How often a gateway reports that it is alive. */
const BEAT_MS = 2_000;

/** What a gateway claimed is free for others after this much silence; well under the 30 s that a lease may last. */
const SILENCE_S = 10;

/** Longer than this without a recorded beat, a gateway must assume that others have taken over its claims. */
const TRUSTED_MS = 6_000;

/**
 * How far this machine's clock may be from the database's, and how far it may have been set since a beat. What wasn't found
 * counts as not done 30 s after a time limit, by the clocks of two gateways: they may differ by twice the sum of these.
 */
const APART_MS = 10_000;
const SET_MS = 2_000;

/** This machine's clock isn't right: what goes by the time can't be trusted. */
class ClockApart extends StartFailure {
  constructor() {
    super(
      `The clock of this machine differs from the database's by more than ${APART_MS / 1_000} s. Set both clocks, for instance by NTP; Pledge works once they agree.`,
    );
  }
}

/** SQL: whether the gateway whose id is in a column or parameter is alive. */
export const isAlive = (id: string) =>
  `exists (select from desk.gateway g where g.id = ${id} and g.alive_at > now() - interval '${SILENCE_S} seconds')`;

/** This gateway among those that share a database. */
export interface Presence {
  /** Names this gateway in the claims it makes. */
  readonly id: string;
  /** The attempt that this gateway is sending or settling now of each entry. What it claims beyond these, it has lost. */
  readonly sending: Map<string, string>;
  /** Entries that this gateway has sent and could not settle, by id. */
  readonly unsettled: Set<string>;
  /** Whether claims of this gateway still hold: nothing may be sent under a claim that may have lapsed. */
  holds(): boolean;
  /** Reports once that this gateway is alive. Rejects if the database can't be written, or has another time. */
  beat(): Promise<void>;
  /** Reports it from now on. */
  start(): void;
  /** Gives up every claim. */
  stop(): Promise<void>;
}

/** Reports to the database that this gateway is alive, so that others take over its claims when it isn't. */
export function createPresence(pool: Pool, log: Logger, clock: () => number = Date.now): Presence {
  const id = randomUUID();
  let timer: NodeJS.Timeout | undefined;
  let beatenAt = { passed: Number.NEGATIVE_INFINITY, time: 0 };
  const beat = async () => {
    // The time before the statement: the database may record a later one, never an earlier one.
    const startedAt = { passed: performance.now(), time: clock() };
    const { rowCount } = await pool.query(
      `insert into desk.gateway (id, alive_at)
       select $1, now() where clock_timestamp() between $2::timestamptz - $3 * interval '1 ms' and $2::timestamptz + $3 * interval '1 ms'
       on conflict (id) do update set alive_at = now()`,
      [id, new Date(startedAt.time), APART_MS],
    );
    if (rowCount === 0) throw new ClockApart();
    beatenAt = startedAt;
  };
  return {
    id,
    sending: new Map(),
    unsettled: new Set(),
    holds() {
      const passed = performance.now() - beatenAt.passed;
      // The one doesn't go on while the machine sleeps, and the other may be set.
      return passed < TRUSTED_MS && Math.abs(clock() - beatenAt.time - passed) < SET_MS;
    },
    beat,
    start() {
      const again = () => {
        beat()
          .catch((error: unknown) => log.warn({ err: error }, 'could not report that this gateway is alive'))
          .finally(() => {
            if (timer) timer = setTimeout(again, BEAT_MS).unref();
          });
      };
      timer = setTimeout(again, 0).unref();
    },
    async stop() {
      clearTimeout(timer);
      timer = undefined;
      await pool.query("delete from desk.gateway where id = $1 or alive_at < now() - interval '1 day'", [id]);
    },
  };
}
