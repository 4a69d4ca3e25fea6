import { and, asc, eq, inArray, isNull, lte, sql } from 'drizzle-orm';
import type { Database, Executor } from '../db/open.ts';
import { outbox } from '../db/schema.ts';

export interface OutboxEvent {
  id: string;
  organisationId: string;
  type: string;
  at: Date;
  data: object;
}

export type OutboxRow = typeof outbox.$inferSelect;

/** Records the event of a change, in the same transaction. */
export async function writeEvent(db: Executor, event: OutboxEvent): Promise<void> {
  await db.insert(outbox).values({
    id: event.id,
    organisationId: event.organisationId,
    event: event.type,
    payload: JSON.stringify({ type: event.type, timestamp: event.at.toISOString(), data: event.data }),
    createdAt: event.at,
    attempts: 0,
    nextAttemptAt: event.at,
  });
}

/**
 * Takes up to `most` due events for an attempt. Each counts as tried now and comes due again after
 * `leaseMs` by itself: a sender that dies in between loses nothing, and two senders never take the same.
 */
export async function claimDue(db: Database, now: Date, most: number, leaseMs: number): Promise<OutboxRow[]> {
  return await db.transaction(async (tx) => {
    const due = await tx
      .select({ id: outbox.id })
      .from(outbox)
      .where(and(lte(outbox.nextAttemptAt, now), isNull(outbox.deliveredAt), isNull(outbox.abandonedAt)))
      .orderBy(asc(outbox.nextAttemptAt))
      .limit(most)
      .for('update', { skipLocked: true });
    if (due.length === 0) return [];
    return await tx
      .update(outbox)
      .set({
        attempts: sql`${outbox.attempts} + 1`,
        nextAttemptAt: new Date(now.getTime() + leaseMs),
      })
      .where(
        inArray(
          outbox.id,
          due.map((row) => row.id),
        ),
      )
      .returning();
  });
}

export async function markDelivered(db: Database, id: string, at: Date): Promise<void> {
  await db.update(outbox).set({ deliveredAt: at, lastError: null }).where(eq(outbox.id, id));
}

/** Notes a failed attempt, and when the next one is; where none is, the event is given up. */
export async function markFailed(
  db: Database,
  id: string,
  failure: { error: string; at: Date; nextAttemptAt: Date | null },
): Promise<void> {
  const next = failure.nextAttemptAt ? { nextAttemptAt: failure.nextAttemptAt } : { abandonedAt: failure.at };
  await db
    .update(outbox)
    .set({ ...next, lastError: failure.error })
    .where(and(eq(outbox.id, id), isNull(outbox.deliveredAt)));
}
