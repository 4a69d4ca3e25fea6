import pg from 'pg';
import type { Logger } from 'pino';
import type { Events } from './events.ts';

const CHANNEL = 'desk_event';
const RECONNECT_MS = 2_000;

/**
 * Listens on PostgreSQL for the events that other gateways took, over a connection of its own that is made anew
 * when it breaks. Desks ask for what they missed when they reconnect, so a gap here loses nothing for good.
 */
export function hearOtherGateways(databaseUrl: string, events: Events, log: Logger): () => Promise<void> {
  let client: pg.Client | null = null;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;

  const connect = async () => {
    const next = new pg.Client({ connectionString: databaseUrl, application_name: 'pledge-gateway-events' });
    client = next;
    next.on('notification', ({ payload }) => {
      if (payload)
        events.hear(payload).catch((error: unknown) => log.warn({ err: error }, 'an event was not heard'));
    });
    next.on('error', () => undefined);
    next.on('end', again);
    try {
      await next.connect();
      await next.query(`listen ${CHANNEL}`);
    } catch (error) {
      log.warn({ err: error }, 'the events of other gateways are not heard');
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
    await client?.end().catch(() => undefined);
  };
}
