import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cancelRefusal } from '#contract/orders.ts';
import type { OpenPool } from '#server/db/open.ts';
import { hashAccessToken } from '#service/access-token.ts';
import { makeOrganisation } from '#service/organisation.ts';
import { onPostgres, openTestDatabase } from '#tests/support/database.ts';
import { fold } from '../../tokens/fold.ts';
import { openInMemory } from '../open.ts';
import { DEMO_SIGN_INS, loadDemo } from './load.ts';
import { PLANS } from './plans.ts';

const NOW = Date.parse('2026-03-31T21:40:00Z');
const OPTIONS = { now: NOW, timeZone: 'Africa/Lagos' };

let database: OpenPool;
// biome-ignore lint/suspicious/noExplicitAny: rows of many shapes, each looked at by its own test.
const rows = async (sql: string, ...values: unknown[]): Promise<any[]> =>
  (await database.pool.query(sql, values)).rows;

beforeAll(async () => {
  database = await openInMemory();
  expect(await loadDemo(database.pool, OPTIONS)).toBe(true);
}, 60_000);
afterAll(async () => await database.close());

const COUNTS = `select o.name,
  (select loan_count::int from service.creditor c where c.organisation_id = o.id) as counted,
  (select count(*)::int from service.loan l join service.creditor c on c.id = l.creditor_id
   where c.organisation_id = o.id) as loans,
  (select count(*)::int from service.member where organisation_id = o.id) as members,
  (select count(*)::int from service.token where organisation_id = o.id) as tokens,
  (select count(*)::int from service.token where organisation_id = o.id and not exited and not cancelled) as active,
  (select count(*)::int from service.customer where organisation_id = o.id) as customers,
  (select count(*)::int from service.transaction where organisation_id = o.id) as transactions
  from service.organisation o order by o.name`;

describe('the demo data', () => {
  test('have the promised size', async () => {
    const [crestline, harbour] = await rows(COUNTS);
    expect(crestline).toMatchObject({
      name: 'Crestline',
      loans: 137,
      counted: 137,
      members: 96,
      tokens: 240,
    });
    expect(crestline).toMatchObject({ customers: 1_200, transactions: 9_000 });
    expect(crestline.active).toBeGreaterThanOrEqual(200);
    expect(harbour).toMatchObject({ name: 'Harbour', loans: 23, counted: 23, members: 18, tokens: 40 });
    expect(harbour).toMatchObject({ customers: 150, transactions: 900 });
  });

  test('are signed in to by the announced tokens, and are marked as demo', async () => {
    expect(DEMO_SIGN_INS).toEqual([
      { organisation: 'Crestline', accessToken: 'pledge_demo_crestline' },
      { organisation: 'Harbour', accessToken: 'pledge_demo_harbour' },
    ]);
    for (const { organisation, accessToken } of DEMO_SIGN_INS) {
      const found = await rows(
        `select o.name, o.demo, a.demo as client_demo, a.revoked_at from service.api_client a
         join service.organisation o on o.id = a.organisation_id where a.token_hash = $1`,
        hashAccessToken(accessToken),
      );
      expect(found).toEqual([{ name: organisation, demo: true, client_demo: true, revoked_at: null }]);
    }
  });

  test('are not loaded if there is an organisation', async () => {
    expect(await loadDemo(database.pool, OPTIONS)).toBe(false);
    const other = await openInMemory();
    await other.pool.query("insert into service.organisation values ('o', 'Own', false, now())");
    expect(await loadDemo(other.pool, OPTIONS)).toBe(false);
    expect((await other.pool.query('select from service.token')).rowCount).toBe(0);
    await other.close();
  });

  test.runIf(onPostgres)('are not waited for while an import holds the organisations', async () => {
    const other = await openTestDatabase('demo');
    const importing = await other.pool.connect();
    await importing.query('begin');
    await makeOrganisation(importing, 'Acme');
    expect(await loadDemo(other.pool, OPTIONS)).toBe(false);
    importing.release(true);
    await other.close();
  });

  test('give the first member orders of every kind', async () => {
    const [first] = await rows(
      `select user_id from service.member where organisation_id =
         (select id from service.organisation where name = 'Crestline') order by created_at desc, id desc limit 1`,
    );
    const orders = await rows(
      'select status, type from service.member_order where user_id = $1',
      first.user_id,
    );
    const refusals = orders.map((order) => cancelRefusal(order) ?? 'NONE');
    for (const kind of [
      'NONE',
      'ORDER_TERMINATED_ERROR',
      'ORDER_FULFILLED_ERROR',
      'ORDER_OPERATION_NOT_ALLOWED_ERROR',
    ]) {
      expect(refusals.filter((refusal) => refusal === kind).length, kind).toBeGreaterThanOrEqual(40);
    }
    const owners = await rows('select distinct user_id from service.member_order');
    expect(owners.length).toBeGreaterThan(5);
  });

  test('hold in escrow what each order binds, and give back what a cancelled one bound', async () => {
    const orders = await rows(
      `select o.*, (select json_object_agg(e.kind, json_build_object('asset', e.asset, 'quantity', e.quantity))
        from service.escrow_entry e where e.order_id = o.id) as escrow from service.member_order o`,
    );
    for (const order of orders) {
      const held =
        order.type === 'Buy'
          ? { asset: order.currency, quantity: expect.closeTo(order.price * order.amount, 4) }
          : { asset: order.token_id, quantity: Number(order.amount) };
      const cancelled = order.status === 'Terminated';
      expect(order.escrow).toEqual(cancelled ? { hold: held, reversal: held } : { hold: held });
    }
  });

  test('count each customer’s trades as its transactions say', async () => {
    const wrong = await rows(
      `select c.email from service.customer c left join (
         select organisation_id, email_key, count(*) as trades, max(created_at) as latest,
           count(*) filter (where type = 'Buy') as buys, count(*) filter (where type = 'Sell') as sells
         from service.transaction group by 1, 2) t using (organisation_id, email_key)
       where (c.total_trades, c.buys, c.sells, c.last_trade_at)
         is distinct from (t.trades, t.buys, t.sells, t.latest) or lower(c.email) <> c.email_key`,
    );
    expect(wrong).toEqual([]);
    const [busy] = await rows('select count(*)::int as n from service.customer where total_trades > 100');
    expect(busy.n).toBeGreaterThan(3);
    const [members] = await rows(
      `select count(*)::int as n from service.customer c join service.member m
       on m.profile ->> 'email' = c.email_key and m.organisation_id = c.organisation_id`,
    );
    expect(members.n).toBeGreaterThan(50);
  });

  test('share nothing between the two organisations', async () => {
    const [shared] = await rows(
      `select
        (select count(*)::int from service.customer a join service.customer b
          on a.email_key = b.email_key and a.organisation_id < b.organisation_id) as customers,
        (select count(*)::int from service.token a join service.token b
          on a.name = b.name and a.organisation_id < b.organisation_id) as tokens,
        (select count(*)::int from service.member a join service.member b
          on a.profile ->> 'email' = b.profile ->> 'email' and a.id < b.id) as members,
        (select count(*)::int from service.transaction x join service.token t on t.id = x.token_id
          where t.organisation_id <> x.organisation_id) as transactions,
        (select count(*)::int from service.member_order x join service.token t on t.id = x.token_id
          join service.member m on m.user_id = x.user_id
          where t.organisation_id <> x.organisation_id or m.organisation_id <> x.organisation_id) as orders,
        (select count(*)::int from service.loan l join service.creditor c on c.id = l.creditor_id
          join service.member m on m.user_id = l.borrower_id where m.organisation_id <> c.organisation_id) as loans`,
    );
    expect(Object.values(shared)).toEqual([0, 0, 0, 0, 0, 0]);
    expect(PLANS.map((plan) => plan.name)).toEqual(['Crestline', 'Harbour']);
  });

  test('lie in the past, but for repayments', async () => {
    for (const table of [
      'organisation',
      'token',
      'member',
      'loan',
      'member_order',
      'escrow_entry',
      'transaction',
    ]) {
      const latest = table.match(/organisation|escrow_entry/)
        ? 'created_at'
        : 'greatest(created_at, updated_at)';
      const [{ at, first }] = await rows(
        `select max(${latest}) as at, min(${latest === 'created_at' ? 'created_at' : latest}) as first from service.${table}`,
      );
      expect(at.getTime(), table).toBeLessThan(NOW);
      expect(first.getTime(), table).toBeGreaterThan(Date.parse('2019-01-01'));
    }
  });

  test('hold names that are hard to search and secrets that are easy to find', async () => {
    const [names] = await rows(
      `select bool_or(name like '%\\%%') as percent, bool_or(name like '%\\_%') as underscore,
         bool_or(name like '%''%') as apostrophe, bool_or(name ~ '[éáọ]') as accent,
         bool_or(symbol like '%\\%%') as symbol_percent, bool_and(image = '') as no_image,
         bool_and(price <> prev_price) as moved from service.token`,
    );
    expect(Object.values(names)).toEqual([true, true, true, true, true, true, true]);
    const folded = await rows('select name, name_folded, symbol, symbol_folded from service.token');
    expect(folded.every((one) => fold(one.name) === one.name_folded)).toBe(true);
    expect(folded.every((one) => fold(one.symbol) === one.symbol_folded)).toBe(true);
    const [profiles] = await rows('select json_agg(profile)::text as text from service.member');
    expect(profiles.text).not.toMatch(/SECRET/);
    expect(profiles.text.match(/prov-ref-/g).length).toBeGreaterThan(60);
    const symbols = await rows('select organisation_id, symbol from service.token group by 1, 2');
    expect(symbols).toHaveLength(280);
  });
});
