import type pg from 'pg';
import { openShortLivedPool } from '#tests/support/short-lived-pool.ts';
import { callAtOnce, type Target } from '../callers.ts';
import { CRESTLINE, type Desk } from '../desk.ts';
import { cancelAll, noteCancellations } from '../in-page.ts';
import { interleave, median, ratioTo, spread } from '../numbers.ts';
import { openPage } from '../open-page.ts';
import { aside, atLeast, type Measured } from '../report.ts';
import type { Stage } from '../stage.ts';
import { startServiceOn } from '../start-service.ts';

const ORDERS = 500;
/** As many at once as the workbench sends. */
const AT_ONCE = 6;

interface Order {
  member: string;
  order: string;
}

/** 500 cancellations through the workbench, against bare loops: in a page like it, on the gateway, on the service. */
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
    const direct: Target = { origin, headers: { authorization: `Bearer ${CRESTLINE}` } };
    const through: Target = {
      origin: desk.address,
      headers: { cookie: desk.cookie, origin: desk.address },
    };
    const loop = async (target: Target) => {
      await reopen(pool);
      const began = performance.now();
      await callAtOnce(target, orders.map(callOf), AT_ONCE);
      return perSecond(performance.now() - began);
    };
    const answers = await interleave(stage.rounds(3), {
      workbench: async () => {
        await reopen(pool);
        return perSecond(await throughWorkbench(stage, desk, orders));
      },
      page: async () => {
        await reopen(pool);
        return perSecond(await bareLoopInPage(stage, desk, orders));
      },
      service: () => loop(direct),
      gateway: () => loop(through),
    });
    const figure = (values: readonly number[]) => `${median(values).toFixed(0)} /s`;
    const against = (reference: readonly number[], what: string) => {
      const { ratio, spread: ratios } = ratioTo(answers.workbench, reference);
      const figures = { figure: `${ratio.toFixed(2)} ×`, spread: ratios, bar: 'at least 0.80 ×' };
      return atLeast(ratio, 0.8, { what, ...figures });
    };
    return {
      title,
      lines: [
        against(answers.page, 'the workbench against a bare loop in a page'),
        against(answers.service, 'the workbench against a bare loop on the service, outside a browser'),
        aside('the workbench', figure(answers.workbench), spread(answers.workbench)),
        aside('a bare loop in a page', figure(answers.page), spread(answers.page)),
        aside('a bare loop on the service', figure(answers.service), spread(answers.service)),
        aside('a bare loop on the gateway', figure(answers.gateway), spread(answers.gateway)),
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

/** Cancels the orders as a person does; returns the milliseconds from the first request to the last answer. */
async function throughWorkbench(stage: Stage, desk: Desk, orders: readonly Order[]): Promise<number> {
  const { page, close } = await openPage(stage, desk, { before: noteCancellations });
  await page.goto('/orders/cancel');
  await page
    .getByLabel(/Paste lines/)
    .fill(orders.map(({ member, order }) => `${member},${order}`).join('\n'));
  await page.getByLabel('Reason').selectOption('Test order');
  await page.getByRole('button', { name: `Cancel ${ORDERS} orders…` }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(`Type ${ORDERS} to confirm`).fill(String(ORDERS));
  await dialog.getByRole('button', { name: `Cancel ${ORDERS} orders` }).click();
  await page.getByText('Done', { exact: true }).waitFor();
  const { count, first, last } = await page.evaluate(() => window.bench.cancellations);
  await close();
  if (count !== ORDERS) throw new Error(`${count} of ${ORDERS} orders were cancelled`);
  return last - first;
}

/** Cancels the orders by nothing but requests from a page; returns the milliseconds that all took. */
async function bareLoopInPage(stage: Stage, desk: Desk, orders: readonly Order[]): Promise<number> {
  const { page, close } = await openPage(stage, desk);
  await page.goto('/settings');
  await page.getByRole('heading', { level: 1 }).waitFor();
  const paths = orders.map((order) => callOf(order).path);
  const took = await page.evaluate(cancelAll, { paths, atOnce: AT_ONCE });
  await close();
  return took;
}
