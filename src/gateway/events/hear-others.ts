import pg from 'pg';
import type { Logger } from 'pino';

const RECONNECT_MS = 2_000;

/** The connection is tried so often, and is dead if there is no answer in time: a listener by itself sends nothing. */
const BEAT = { everyMs: 10_000, answerMs: 5_000 };

interface OtherGateways {
  /** What to do with a notification on a channel. */
  channels: Record<string, (payload: string) => Promise<void>>;
  /** Called whenever the connection is restored: notifications in between were lost. */
  onConnect(): Promise<void>;
  beat?: typeof BEAT;
}

/**
 * Notifies the other gateways of the database. Never throws: if it fails, or the database has no NOTIFY, they find the
 * news when they read the tables.
 */
export async function tellOtherGateways(pool: pg.Pool, channel: string, payload: string): Promise<void> {
  await pool.query('select pg_notify($1, $2)', [channel, payload]).catch(() => undefined);
}

/**
 * Listens on PostgreSQL to other gateways of the database, over a connection of its own that is reopened when it breaks
 * or falls silent. Returns how to end that.
 */
export function hearOtherGateways(
  databaseUrl: string,
  { channels, onConnect, beat = BEAT }: OtherGateways,
  log: Logger,
): () => Promise<void> {
  let client: pg.Client | null = null;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let beats: NodeJS.Timeout | undefined;
  const unheard = (error: unknown) => log.warn({ err: error }, 'something that was told was not heard');

  const connect = async () => {
    const next = new pg.Client({
      connectionString: databaseUrl,
      application_name: 'pledge-gateway-events',
      connectionTimeoutMillis: beat.answerMs,
      query_timeout: beat.answerMs,
    });
    client = next;
    clearInterval(beats);
    next.on('notification', ({ channel, payload }) => {
      channels[channel]?.(payload ?? '').catch(unheard);
    });
    next.on('error', () => undefined);
    next.on('end', again);
    try {
      await next.connect();
      for (const channel of Object.keys(channels)) await next.query(`listen ${channel}`);
      // An orderly end would wait for the other side.
      const drop = () => next.connection.stream.destroy();
      beats = setInterval(() => void next.query('select 1').catch(drop), beat.everyMs);
      await onConnect();
    } catch (error) {
      log.warn({ err: error }, 'other gateways are not heard');
      await next.end().catch(() => undefined);
      again();
    }
  };
  const again = () => {
    if (stopped || timer) return;
    timer = setTimeout(() => {
      timer = undefined;
      void connect();
    }, RECONNECT_MS);
  };
  void connect();
  return async () => {
    stopped = true;
    clearTimeout(timer);
    clearInterval(beats);
    await client?.end().catch(() => undefined);
  };
}
