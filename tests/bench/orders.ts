import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { Run } from '#contract/runs.ts';
import type { Desk } from './desk.ts';

export interface Order {
  member: string;
  order: string;
}

/** How often the bench asks whether a run has ended: seldom, because each answer counts its lines. */
const ASK_MS = 400;

const OWN = "id like 'bbbb%'";

/** Makes orders that can be cancelled, each with what is held for it, by the example of one of the demo's. */
export async function makeOrders(pool: pg.Pool, count: number): Promise<Order[]> {
  const { rows } = await pool.query<Order>(
    `select member_order.id as order, member.id as member
     from service.member_order join service.member using (user_id)
     join service.organisation on organisation.id = member.organisation_id
     where organisation.name = 'Crestline' and type = 'Buy' and member_order.status = 'Active' limit 1`,
  );
  const [example] = rows;
  if (!example) throw new Error('The demo has no order that can be cancelled');
  const ids = "'bbbb' || lpad(to_hex(n), 20, '0')";
  const each = `generate_series(1, ${count}) n`;
  await pool.query(
    `insert into service.member_order
     select ${ids}, organisation_id, user_id, token_id, price, currency, amount, type, owner_model, status,
       created_at, updated_at
     from service.member_order, ${each} where id = $1`,
    [example.order],
  );
  await pool.query(
    `insert into service.escrow_entry
     select ${ids}, kind, asset, quantity, created_at from service.escrow_entry, ${each} where order_id = $1`,
    [example.order],
  );
  const made = await pool.query<{ id: string }>(`select id from service.member_order where ${OWN}`);
  return made.rows.map(({ id }) => ({ member: example.member, order: id }));
}

/** Makes the orders as they were before they were cancelled. */
export async function reopen(pool: pg.Pool): Promise<void> {
  await pool.query(`update service.member_order set status = 'Active' where ${OWN}`);
  await pool.query(`delete from service.escrow_entry where kind = 'reversal' and order_${OWN}`);
  await pool.query('delete from service.outbox');
}

/** The call that cancels an order, optionally under a key of its own. */
export function cancelCall({ member, order }: Order, withKey = false) {
  return {
    path: `/v1/api/members/${member}/orders/${order}/cancel`,
    method: 'POST' as const,
    ...(withKey && { headers: { 'idempotency-key': randomUUID() } }),
  };
}

/** Cancels the orders as a run; returns the milliseconds from the request to start it to its last outcome. */
export async function throughRun(desk: Desk, orders: readonly Order[]): Promise<number> {
  const run = await runOf(desk, orders);
  if (run.counts.done !== orders.length) {
    throw new Error(`${run.counts.done} of ${orders.length} orders were cancelled`);
  }
  return Date.parse(run.finishedAt) - Date.parse(run.startsAt);
}

/** Makes a run of orders that the service does not know: each of its lines is one of Activity. */
export async function runOfUnknown(desk: Desk, count: number): Promise<void> {
  await runOf(
    desk,
    Array.from({ length: count }, (_, nth) => ({ member: 'nobody', order: `order-${nth}` })),
  );
}

/** Makes a run, starts it at once and returns it as it is at its end. */
async function runOf(desk: Desk, orders: readonly Order[]): Promise<Run & { finishedAt: string }> {
  const headers = { cookie: desk.cookie, origin: desk.address, 'content-type': 'application/json' };
  const ask = async (path: string, init?: RequestInit): Promise<Run> => {
    const answer = await fetch(desk.address + path, { headers, ...init });
    if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}: ${await answer.text()}`);
    return (await answer.json()).data;
  };
  const path = `/runs/${randomUUID()}`;
  const lines = orders.map(({ member, order }) => ({ memberId: member, orderId: order }));
  const body = JSON.stringify({ kind: 'cancelOrders', reason: 'Test order', lines });
  await ask(path, { method: 'PUT', body });
  let run = await ask(`${path}/now`, { method: 'POST' });
  for (;;) {
    const { finishedAt } = run;
    if (finishedAt !== null) return { ...run, finishedAt };
    await new Promise((resolve) => setTimeout(resolve, ASK_MS));
    run = await ask(path);
  }
}
