import type { Pool } from 'pg';

export interface WantedOrder {
  organisation?: 'Crestline' | 'Harbour';
  status?: string;
  /** Without it, a type that can be cancelled. */
  type?: string;
  /** A user whose order it must not be. */
  notOf?: string;
}

export interface FoundOrder {
  id: string;
  userId: string;
  memberId: string;
  organisationId: string;
}

/** An order of the demo data that is as wanted; Active unless told otherwise. */
export async function orderOf(pool: Pool, wanted: WantedOrder): Promise<FoundOrder> {
  const [first] = await ordersOf(pool, wanted);
  if (!first) throw new Error(`The demo has no such order: ${JSON.stringify(wanted)}`);
  return first;
}

/** Every order of the demo data that is as wanted; Active unless told otherwise. */
export async function ordersOf(pool: Pool, wanted: WantedOrder): Promise<FoundOrder[]> {
  const { rows } = await pool.query<FoundOrder>(
    `select r.id, r.user_id as "userId", m.id as "memberId", r.organisation_id as "organisationId"
     from service.member_order r
     join service.member m on m.user_id = r.user_id
     join service.organisation o on o.id = r.organisation_id
     join service.escrow_entry e on e.order_id = r.id and e.kind = 'hold'
     where o.name = $1 and r.status = $2 and r.user_id <> $4
       and case when $3 = '' then r.type in ('Buy', 'Sell') else r.type = $3 end
     order by r.id`,
    [wanted.organisation ?? 'Crestline', wanted.status ?? 'Active', wanted.type ?? '', wanted.notOf ?? ''],
  );
  return rows;
}

/** What the database says of an order: its status, its escrow, and its events in the outbox. */
export async function stateOf(pool: Pool, orderId: string) {
  const order = await pool.query('select status from service.member_order where id = $1', [orderId]);
  const escrow = await pool.query<{ kind: string; created_at: Date }>(
    'select * from service.escrow_entry where order_id = $1 order by kind',
    [orderId],
  );
  const events = await pool.query<{ id: string; payload: string }>(
    `select * from service.outbox where payload::jsonb -> 'data' -> 'order' ->> '_id' = $1`,
    [orderId],
  );
  return { status: order.rows[0]?.status as string, escrow: escrow.rows, events: events.rows };
}
