import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { Run } from '#contract/runs.ts';
import { openShortLivedPool } from '#tests/support/short-lived-pool.ts';
import { callAtOnce, type Target } from '../callers.ts';
import { CRESTLINE, type Desk } from '../desk.ts';
import { interleave, median, ratioTo, spread } from '../numbers.ts';
import { aside, atLeast, type Measured } from '../report.ts';
import type { Stage } from '../stage.ts';
import { startServiceOn } from '../start-service.ts';

const ORDERS = 500;
/** As many at once as a run sends. */
const AT_ONCE = 8;

interface Order {
  member: string;
  order: string;
}

/** 500 cancellations as a run of the gateway, against a bare loop on the service with as many requests at once. */
export async function cancellations(stage: Stage): Promise<Measured> {
  const title = `${ORDERS} cancellations, ${AT_ONCE} at once`;
  const postgres = await stage.postgres();
  if (!postgres) return { title, lines: [], skipped: 'no PostgreSQL server is installed here' };
  const databaseUrl = await postgres.createDatabase('orders');
  const origin = await startServiceOn(stage, databaseUrl);
  const pool = openShortLivedPool(databaseUrl, 1);
  try {
    const orders = await makeOrders(pool);
    const desk = await stage.desk({ SERVICE_URL: origin, DATABASE_URL: databaseUrl }, CRESTLINE);
    const service: Target = { origin, headers: { authorization: `Bearer ${CRESTLINE}` } };
    const answers = await interleave(stage.rounds(5), {
      run: async () => {
        await reopen(pool);
        return perSecond(await throughRun(desk, orders));
      },
      service: async () => {
        await reopen(pool);
        const began = performance.now();
        await callAtOnce(service, orders.map(callOf), AT_ONCE);
        return perSecond(performance.now() - began);
      },
    });
    const figure = (values: readonly number[]) => `${median(values).toFixed(0)} /s`;
    const { ratio, spread: ratios } = ratioTo(answers.run, answers.service);
    return {
      title,
      lines: [
        atLeast(ratio, 0.8, {
          what: 'a run against a bare loop on the service',
          figure: `${ratio.toFixed(2)} ×`,
          spread: ratios,
          bar: 'at least 0.80 ×',
        }),
        aside('a run, from "start now" to its end', figure(answers.run), spread(answers.run)),
        aside('a bare loop on the service', figure(answers.service), spread(answers.service)),
      ],
    };
  } finally {
    await pool.end();
  }
}

const perSecond = (took: number) => (ORDERS * 1_000) / took;

const callOf = ({ member, order }: Order) => ({
  path: `/v1/api/members/${member}/orders/${order}/cancel`,
  method: 'POST' as const,
});

const OWN = "id like 'bbbb%'";

/** Makes orders that can be cancelled, each with what is held for it, by the example of one of the demo's. */
async function makeOrders(pool: pg.Pool): Promise<Order[]> {
  const { rows } = await pool.query<Order>(
    `select member_order.id as order, member.id as member
     from service.member_order join service.member using (user_id)
     join service.organisation on organisation.id = member.organisation_id
     where organisation.name = 'Crestline' and type = 'Buy' and member_order.status = 'Active' limit 1`,
  );
  const [example] = rows;
  if (!example) throw new Error('The demo has no order that can be cancelled');
  const ids = "'bbbb' || lpad(to_hex(n), 20, '0')";
  const each = `generate_series(1, ${ORDERS}) n`;
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
async function reopen(pool: pg.Pool): Promise<void> {
  await pool.query(`update service.member_order set status = 'Active' where ${OWN}`);
  await pool.query(`delete from service.escrow_entry where kind = 'reversal' and order_${OWN}`);
  await pool.query('delete from service.outbox');
}

/** Cancels the orders as a run; returns the milliseconds from the request to start it to its last outcome. */
async function throughRun(desk: Desk, orders: readonly Order[]): Promise<number> {
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
  while (run.finishedAt === null) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    run = await ask(path);
  }
  if (run.counts.done !== ORDERS) throw new Error(`${run.counts.done} of ${ORDERS} orders were cancelled`);
  return Date.parse(run.finishedAt) - Date.parse(run.startsAt);
}
