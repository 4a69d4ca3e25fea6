import type { Pool } from 'pg';
import type { Executor } from '../db/open.ts';

/** How long an event is kept once it was delivered or given up: only people who look into a fault read it then. */
const KEEP_MS = 30 * 24 * 3_600_000;

/** Few enough that nothing waits long for them. */
const DELETED_AT_ONCE = 10_000;

interface OutboxEvent {
  id: string;
  organisationId: string;
  type: string;
  at: Date;
  data: object;
}

/** A row of service.outbox. */
export interface OutboxRow {
  id: string;
  /** The exact body to send, so that every attempt carries the same bytes. */
  payload: string;
  created_at: Date;
  attempts: number;
}

/** Records the event of a change, in the same transaction. */
export async function writeEvent(db: Executor, event: OutboxEvent): Promise<void> {
  const payload = { type: event.type, timestamp: event.at.toISOString(), data: event.data };
  await db.query(
    `insert into service.outbox (id, organisation_id, event, payload, created_at, attempts, next_attempt_at)
     values ($1, $2, $3, $4, $5, 0, $5)`,
    [event.id, event.organisationId, event.type, JSON.stringify(payload), event.at],
  );
}

/** Nothing is put off for longer: what is due later was planned by a clock that was wrong, and is due at once. */
export const LONGEST_PAUSE_MS = 4 * 3_600_000;

/**
 * Takes up to `most` due events for an attempt. Each counts as tried now and comes due again after
 * `leaseMs` by itself: a sender that dies in between loses nothing, and two senders never take the same.
 */
export async function claimDue(db: Pool, now: Date, most: number, leaseMs: number): Promise<OutboxRow[]> {
  const { rows } = await db.query<OutboxRow>(
    `with due as (
       select id from service.outbox
       where (next_attempt_at <= $1 or next_attempt_at > $4) and delivered_at is null and abandoned_at is null
       order by next_attempt_at limit $2 for update skip locked)
     update service.outbox o set attempts = attempts + 1, next_attempt_at = $3
     from due where o.id = due.id returning o.id, o.payload, o.created_at, o.attempts`,
    [now, most, new Date(now.getTime() + leaseMs), new Date(now.getTime() + LONGEST_PAUSE_MS)],
  );
  return rows;
}

export async function markDelivered(db: Pool, id: string, at: Date): Promise<void> {
  await db.query('update service.outbox set delivered_at = $2, last_error = null where id = $1', [id, at]);
}

/** Notes a failed attempt, and when the next one is; where none is, the event is given up. */
export async function markFailed(
  db: Pool,
  id: string,
  failure: { error: string; at: Date; nextAttemptAt: Date | null },
): Promise<void> {
  const { error, at, nextAttemptAt } = failure;
  await db.query(
    `update service.outbox set last_error = $2, next_attempt_at = coalesce($3, next_attempt_at), abandoned_at = $4
     where id = $1 and delivered_at is null`,
    [id, error, nextAttemptAt, nextAttemptAt ? null : at],
  );
}

/** Deletes events that were delivered or given up long ago, the first ones first. One that still waits is never too old. */
export async function deleteOld(db: Pool, now: Date): Promise<void> {
  await db.query(
    `delete from service.outbox where id in (
       select id from service.outbox
       where coalesce(delivered_at, abandoned_at) < $1
       order by coalesce(delivered_at, abandoned_at) limit $2 for update skip locked)`,
    [new Date(now.getTime() - KEEP_MS), DELETED_AT_ONCE],
  );
}
