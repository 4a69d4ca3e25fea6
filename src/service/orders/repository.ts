import type { Executor } from '../db/open.ts';

/** A row of service.member_order. */
export interface OrderRow {
  id: string;
  organisation_id: string;
  user_id: string;
  token_id: string;
  price: string;
  currency: string;
  amount: string;
  type: string;
  owner_model: string;
  status: string;
  created_at: Date;
  updated_at: Date;
}

/**
 * The organisation's member with this id, which may be the member's own or its user's (docs/decisions.md, row 3). The
 * user of one member may have the id of another one, which comes first.
 */
export async function memberById(db: Executor, organisationId: string, id: string) {
  const { rows } = await db.query<{ id: string; user_id: string }>(
    `select id, user_id from service.member where organisation_id = $1 and (id = $2 or user_id = $2)
     order by id = $2 desc limit 1`,
    [organisationId, id],
  );
  return rows[0];
}

/** The organisation's order with this id, locked until the transaction ends. */
export async function lockOrder(
  db: Executor,
  organisationId: string,
  id: string,
): Promise<OrderRow | undefined> {
  const { rows } = await db.query<OrderRow>(
    'select * from service.member_order where id = $1 and organisation_id = $2 for update',
    [id, organisationId],
  );
  return rows[0];
}

/** Gives an order another status; returns it as it is then. */
export async function setOrderStatus(db: Executor, id: string, status: string, at: Date): Promise<OrderRow> {
  const { rows } = await db.query<OrderRow>(
    'update service.member_order set status = $2, updated_at = $3 where id = $1 returning *',
    [id, status, at],
  );
  const [row] = rows;
  if (!row) throw new Error(`The order ${id} has gone`);
  return row;
}

/**
 * Gives back what the order holds in escrow. The key (order, kind) makes a second reversal impossible
 * even if the code above it fails. Throws where the order holds nothing.
 */
export async function reverseEscrow(db: Executor, orderId: string, at: Date): Promise<void> {
  const { rowCount } = await db.query(
    `insert into service.escrow_entry (order_id, kind, asset, quantity, created_at)
     select order_id, 'reversal', asset, quantity, $2 from service.escrow_entry where order_id = $1 and kind = 'hold'`,
    [orderId, at],
  );
  if (rowCount !== 1) throw new Error(`The order ${orderId} has no escrow to reverse`);
}
