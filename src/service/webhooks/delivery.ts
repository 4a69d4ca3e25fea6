import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { Webhook } from 'standardwebhooks';
import {
  claimDue,
  deleteOld,
  LONGEST_PAUSE_MS,
  markDelivered,
  markFailed,
  type OutboxRow,
} from './outbox.ts';

export interface DeliveryOptions {
  db: Pool;
  url: string;
  /** The signing secret of the Standard Webhooks specification: `whsec_` and base64. */
  secret: string;
  log: Logger;
  clock?: () => number;
  fetch?: typeof fetch;
  /** How often the outbox is looked at where nothing says that it should be. */
  pollMs?: number;
}

export interface Delivery {
  /** Looks at the outbox now: an event was just written. */
  nudge(): void;
  /** Takes no more events from the outbox and ends the attempts under way. */
  stop(): Promise<void>;
}

/** The most attempts at the same time. */
const AT_ONCE = 20;
const ATTEMPT_TIMEOUT_MS = 15_000;
/** How long attempts have to finish when deliveries stop. The next start repeats one that doesn't. */
const STOP_MS = 500;
/** Twice an attempt: what a sender took that died, or whose database went away, is late by this much. */
const LEASE_MS = 30_000;
const FIRST_PAUSE_MS = 5_000;
const GIVE_UP_AFTER_MS = 24 * 3_600_000;
/** How often old events are deleted. */
const DELETE_PAUSE_MS = 60_000;

/**
 * When a failed event is tried again, in milliseconds since 1970: the pause grows fourfold with each attempt
 * up to four hours; null once a day has passed since the event (docs/decisions.md, row 13).
 */
export function nextAttempt(attempts: number, createdAt: number, now: number): number | null {
  const pause = Math.min(FIRST_PAUSE_MS * 4 ** (attempts - 1), LONGEST_PAUSE_MS);
  return now + pause > createdAt + GIVE_UP_AFTER_MS ? null : now + pause;
}

/** Delivers the outbox to one address, at least once each, until stopped. */
export function startDelivery(options: DeliveryOptions): Delivery {
  const clock = options.clock ?? Date.now;
  const webhook = new Webhook(options.secret);
  const underWay = new Set<Promise<void>>();
  let running: Promise<void> | null = null;
  let again = false;
  let isMore = false;
  let stopped = false;
  let deletedAt = Number.NEGATIVE_INFINITY;
  const breakOff = new AbortController();
  const failed = (error: unknown) => options.log.error({ err: error }, 'the outbox could not be read');

  // An attempt that is slow keeps a place, and holds up no other.
  const drain = async () => {
    do {
      again = false;
      const room = AT_ONCE - underWay.size;
      const due = room > 0 ? await claimDue(options.db, new Date(clock()), room, LEASE_MS) : [];
      isMore = due.length === room;
      for (const row of due) {
        const one = attempt(row)
          .catch(failed)
          .finally(() => {
            underWay.delete(one);
            if (isMore) nudge();
          });
        underWay.add(one);
      }
    } while (again && !stopped);
    if (clock() - deletedAt < DELETE_PAUSE_MS) return;
    deletedAt = clock();
    await deleteOld(options.db, new Date(deletedAt));
  };

  const attempt = async (row: OutboxRow) => {
    const error = await send(row);
    const at = clock();
    if (error === null) {
      await markDelivered(options.db, row.id, new Date(at));
      options.log.info({ event: row.id, attempts: row.attempts }, 'webhook delivered');
      return;
    }
    const next = breakOff.signal.aborted ? at : nextAttempt(row.attempts, row.created_at.getTime(), at);
    const nextAttemptAt = next === null ? null : new Date(next);
    await markFailed(options.db, row.id, { error, at: new Date(at), nextAttemptAt });
    options.log.warn(
      { event: row.id, attempts: row.attempts, error, nextAttemptAt },
      'webhook not delivered',
    );
  };

  const send = async (row: OutboxRow): Promise<string | null> => {
    const sentAt = new Date(clock());
    try {
      const response = await (options.fetch ?? fetch)(options.url, {
        method: 'POST',
        body: row.payload,
        redirect: 'manual',
        signal: AbortSignal.any([AbortSignal.timeout(ATTEMPT_TIMEOUT_MS), breakOff.signal]),
        headers: {
          'content-type': 'application/json',
          'webhook-id': row.id,
          'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1000)),
          'webhook-signature': webhook.sign(row.id, sentAt, row.payload),
        },
      });
      await response.body?.cancel();
      return response.ok ? null : `HTTP ${response.status}`;
    } catch (error) {
      return describeFailure(error);
    }
  };

  const nudge = () => {
    if (stopped) return;
    again = true;
    running ??= drain()
      .catch(failed)
      .finally(() => {
        running = null;
      });
  };

  const timer = setInterval(nudge, options.pollMs ?? 2_000);
  nudge();
  return {
    nudge,
    async stop() {
      stopped = true;
      clearInterval(timer);
      const late = setTimeout(() => breakOff.abort(), STOP_MS);
      await running;
      await Promise.all(underWay);
      clearTimeout(late);
    },
  };
}

/** What went wrong on the way; fetch says only that it failed and keeps the reason as its cause. */
function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  const reason = cause instanceof Error ? ` (${(cause as NodeJS.ErrnoException).code ?? cause.message})` : '';
  return `${error.name}: ${error.message}${reason}`;
}
