import type { Pool } from 'pg';
import type { Run, RunLine } from '#contract/runs.ts';
import type { UpstreamRequest } from '#gateway/proxy/upstream.ts';
import type { TestBrowser } from './gateway.ts';
import { orderOf } from './orders.ts';

export interface RunOrder {
  memberId: string;
  orderId: string;
}

/** Adds orders that can be cancelled, each with what is held in escrow for it, modelled on one of the demo's. */
export async function addOrders(pool: Pool, count: number, prefix: string): Promise<RunOrder[]> {
  const example = await orderOf(pool, { type: 'Buy' });
  const ids = Array.from(
    { length: count },
    (_, nth) => prefix + String(nth).padStart(24 - prefix.length, '0'),
  );
  await pool.query(
    `insert into service.member_order
     select made.id, organisation_id, user_id, token_id, price, currency, amount, type, owner_model, 'Active',
       created_at, updated_at
     from service.member_order o, unnest($2::text[]) as made (id) where o.id = $1`,
    [example.id, ids],
  );
  await pool.query(
    `insert into service.escrow_entry
     select made.id, kind, asset, quantity, created_at from service.escrow_entry, unnest($2::text[]) as made (id)
     where order_id = $1`,
    [example.id, ids],
  );
  return ids.map((orderId) => ({ memberId: example.memberId, orderId }));
}

/** How often the service has cancelled each of the orders: the reversals of their escrow. */
export async function cancellationsOf(pool: Pool, orders: readonly RunOrder[]): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ id: string; times: number }>(
    `select o.id, count(e.order_id)::int as times
     from service.member_order o left join service.escrow_entry e on e.order_id = o.id and e.kind = 'reversal'
     where o.id = any($1) group by o.id`,
    [orders.map(({ orderId }) => orderId)],
  );
  return new Map(rows.map(({ id, times }) => [id, times]));
}

/** Keeps a run in its grace period until someone starts it, so that a slow page still shows it there. */
export async function holdInGrace(pool: Pool, id: string): Promise<string> {
  await pool.query(`update desk.run set starts_at = starts_at + interval '1 hour' where id = $1`, [id]);
  return id;
}

/** Lets the grace period of a run pass, but for what is left of it. */
export async function passGrace(pool: Pool, id: string, leftMs = 0): Promise<void> {
  await pool.query(`update desk.run set starts_at = now() + $2 * interval '1 ms' where id = $1`, [
    id,
    leftMs,
  ]);
}

/** Whether a request cancels an order. */
export function isCancellation({ method, target }: UpstreamRequest): boolean {
  return method === 'POST' && target.endsWith('/cancel');
}

/** A person's requests about runs, from a signed-in browser. Each throws if the answer is a failure. */
export function runsOf(browser: TestBrowser) {
  const send = async (path: string, init?: RequestInit) => {
    const response = await browser.fetch(path, init);
    const body = await response.json();
    if (!response.ok) throw new Error(`${path}: ${response.status} ${JSON.stringify(body)}`);
    return body.data;
  };
  const json = (method: string, body: unknown): RequestInit => ({
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const read = async (id: string): Promise<Run> => await send(`/runs/${id}`);
  return {
    read,
    create: async (id: string, lines: readonly RunOrder[], rest: object = {}): Promise<Run> =>
      await send(`/runs/${id}`, json('PUT', { kind: 'cancelOrders', reason: 'Test order', lines, ...rest })),
    act: async (id: string, action: string): Promise<Run> =>
      await send(`/runs/${id}/${action}`, { method: 'POST' }),
    again: async (id: string, next: string): Promise<Run> =>
      await send(`/runs/${id}/again`, json('POST', { id: next })),
    /** Every line, by pages. */
    async lines(id: string, query = ''): Promise<RunLine[]> {
      const all: RunLine[] = [];
      for (let after: number | null = 0; after !== null; ) {
        const page: { lines: RunLine[]; next: number | null } = await send(
          `/runs/${id}/lines?after=${after}${query}`,
        );
        all.push(...page.lines);
        after = page.next;
      }
      return all;
    },
    /** Reads the run again and again until it is as wanted. */
    async until(id: string, isAsWanted: (run: Run) => boolean, forMs = 45_000): Promise<Run> {
      const deadline = performance.now() + forMs;
      for (;;) {
        const run = await read(id);
        if (isAsWanted(run)) return run;
        if (performance.now() > deadline) throw new Error(`The run is still so: ${JSON.stringify(run)}`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
  };
}
