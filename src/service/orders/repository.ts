import { and, eq, or, sql } from 'drizzle-orm';
import type { Executor } from '../db/open.ts';
import { escrowEntry, member, memberOrder } from '../db/schema.ts';

export type OrderRow = typeof memberOrder.$inferSelect;

/** The organisation's member with this id, which may be the member's own or its user's (docs/decisions.md, row 3). */
export async function memberById(db: Executor, organisationId: string, id: string) {
  const [row] = await db
    .select({ id: member.id, userId: member.userId })
    .from(member)
    .where(and(eq(member.organisationId, organisationId), or(eq(member.id, id), eq(member.userId, id))));
  return row;
}

/** The organisation's order with this id, locked until the transaction ends. */
export async function lockOrder(
  db: Executor,
  organisationId: string,
  id: string,
): Promise<OrderRow | undefined> {
  const [row] = await db
    .select()
    .from(memberOrder)
    .where(and(eq(memberOrder.id, id), eq(memberOrder.organisationId, organisationId)))
    .for('update');
  return row;
}

export async function setOrderStatus(db: Executor, id: string, status: string, at: Date): Promise<OrderRow> {
  const [row] = await db
    .update(memberOrder)
    .set({ status, updatedAt: at })
    .where(eq(memberOrder.id, id))
    .returning();
  if (!row) throw new Error(`The order ${id} has gone`);
  return row;
}

/**
 * Gives back what the order holds in escrow. The key (order, kind) makes a second reversal impossible
 * even if the code above it fails. Throws where the order holds nothing.
 */
export async function reverseEscrow(db: Executor, orderId: string, at: Date): Promise<void> {
  const reversed = await db
    .insert(escrowEntry)
    .select(
      db
        .select({
          orderId: escrowEntry.orderId,
          kind: sql<'reversal'>`'reversal'`.as('kind'),
          asset: escrowEntry.asset,
          quantity: escrowEntry.quantity,
          createdAt: sql<Date>`${at.toISOString()}::timestamptz`.as('created_at'),
        })
        .from(escrowEntry)
        .where(and(eq(escrowEntry.orderId, orderId), eq(escrowEntry.kind, 'hold'))),
    )
    .returning({ orderId: escrowEntry.orderId });
  if (reversed.length !== 1) throw new Error(`The order ${orderId} has no escrow to reverse`);
}
