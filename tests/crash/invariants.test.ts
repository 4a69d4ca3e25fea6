import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startDelivery } from '#service/webhooks/delivery.ts';
import { startTestGateway, type TestGateway, WEBHOOK_SECRET } from '#tests/support/gateway.ts';
import { lendingOf, loanBody } from '#tests/support/lending.ts';
import { orderOf } from '#tests/support/orders.ts';
import { type Violation, violationsOf } from './invariants.ts';
import { type Person, personBy } from './person.ts';
import { type Picture, takePicture } from './picture.ts';

let gateway: TestGateway;
let person: Person;
let before: Picture;
/** An order that was cancelled, one that was not touched, and the reference of a loan that was created. */
let order = '';
let untouched = '';
let reference = '';

beforeAll(async () => {
  gateway = await startTestGateway();
  const { database } = gateway.service;
  const browser = gateway.browser();
  person = personBy(browser.fetch);
  await person.signIn();
  before = await takePicture(database.pool, database.pool);
  const found = await orderOf(database.pool, {});
  order = found.id;
  await person.cancel({ member: found.memberId, order });
  untouched = (await orderOf(database.pool, {})).id;
  await person.lend(loanBody(await lendingOf(gateway.service, 'Crestline', 'NGN')));
  reference = person.claims.find((claim) => claim.kind === 'loan')?.reference ?? '';
  const log = pino({ level: 'silent' });
  const fetch = (_: unknown, init?: RequestInit) => browser.fetch('/webhooks', init);
  const delivery = startDelivery({
    db: database.pool,
    log,
    pollMs: 50,
    secret: WEBHOOK_SECRET,
    url: 'http://desk.test/webhooks',
    fetch: fetch as typeof globalThis.fetch,
  });
  const undelivered = async () => (await look()).filter(({ rule }) => rule === 'delivery');
  await vi.waitFor(async () => expect(await undelivered()).toEqual([]), { timeout: 30_000 });
  await delivery.stop();
});
afterAll(async () => {
  person.leave();
  await gateway.close();
});

/** What is broken after something was planted, which is taken back. */
async function look(plant = 'select', settled = true): Promise<Violation[]> {
  const client = await gateway.service.database.pool.connect();
  try {
    await client.query('begin');
    for (const statement of plant.split(';')) {
      const texts = { ORDER: order, UNTOUCHED: untouched, REFERENCE: reference };
      await client.query(statement.replace(/ORDER|UNTOUCHED|REFERENCE/g, (name) => texts[name as 'ORDER']));
    }
    const after = await takePicture(client, client);
    return violationsOf({ before, after, claims: person.claims, settled });
  } finally {
    await client.query('rollback');
    client.release();
  }
}

const OUTBOX = `service.outbox where payload like '%ORDER%'`;
const COPY = `insert into desk.journal (id, owner, kind, outcome, at, who, target, note, request_id)
  select 'copy', owner, kind, outcome, at, who, target, note, request_id from desk.journal where`;

describe('the invariant checker', () => {
  it('finds nothing wrong where nothing is', async () => {
    expect(await look()).toEqual([]);
    expect(order).not.toBe('');
    expect(reference).not.toBe('');
  });

  it.each<[Violation['rule'], string, string]>([
    [
      'status',
      'an order fulfilled by nobody',
      `update service.member_order set status = 'Fulfilled' where id = 'UNTOUCHED'`,
    ],
    [
      'status',
      'an order that has gone',
      `delete from service.escrow_entry where order_id = 'UNTOUCHED'; delete from service.member_order where id = 'UNTOUCHED'`,
    ],
    [
      'escrow',
      'no reversal',
      `delete from service.escrow_entry where order_id = 'ORDER' and kind = 'reversal'`,
    ],
    [
      'escrow',
      'a second reversal',
      `alter table service.escrow_entry drop constraint escrow_entry_pkey; insert into service.escrow_entry select * from service.escrow_entry where order_id = 'ORDER' and kind = 'reversal'`,
    ],
    [
      'escrow',
      'a reversal without a cancellation',
      `insert into service.escrow_entry select order_id, 'reversal', asset, quantity, created_at from service.escrow_entry where order_id = 'UNTOUCHED'`,
    ],
    ['outbox', 'no event', `delete from ${OUTBOX}`],
    [
      'outbox',
      'two events',
      `insert into service.outbox select 'evt_copy', organisation_id, event, payload, created_at, 0, created_at, delivered_at from ${OUTBOX}`,
    ],
    [
      'outbox',
      'an event of an order that is still active',
      `update service.outbox set payload = replace(payload, 'ORDER', 'UNTOUCHED')`,
    ],
    ['delivery', 'an event that waits', `update service.outbox set delivered_at = null`],
    ['delivery', 'an event that was given up', `update service.outbox set abandoned_at = now()`],
    ['event', 'an event that was said to be delivered and is not there', `delete from desk.event`],
    [
      'event',
      'an event applied twice',
      `alter table desk.event drop constraint event_webhook_id_key; insert into desk.event select 'copy', webhook_id, owner, type, at, payload from desk.event`,
    ],
    ['event', 'an event of another organisation', `update desk.event set owner = 'another'`],
    ['event', 'an event that nobody sent', `update desk.event set webhook_id = 'evt_forged'`],
    [
      'journal',
      'an entry that stays open',
      `update desk.journal set outcome = 'pending', at = now() + interval '1 day' where kind = 'createLoan'`,
    ],
    [
      'journal',
      'an entry that nobody found out',
      `update desk.journal set outcome = 'unknown' where kind = 'createLoan'`,
    ],
    ['journal', 'a cancellation unseen', `delete from desk.journal where kind = 'cancelOrder'`],
    ['journal', 'a cancellation refused', `update desk.journal set outcome = 'refused'`],
    ['journal', 'a cancellation twice', `${COPY} kind = 'cancelOrder'`],
    [
      'journal',
      'a cancellation in the journal alone',
      `${COPY} kind = 'cancelOrder'; update desk.journal set target = '{"id":"m","orderId":"UNTOUCHED"}' where id = 'copy'`,
    ],
    ['loan', 'a loan unseen', `delete from desk.journal where kind = 'createLoan'`],
    [
      'loan',
      'a loan twice',
      `update service.loan set reason = '[ref REFERENCE]' where id in (select id from service.loan where reason is distinct from 'x' limit 2)`,
    ],
    [
      'loan',
      'a loan without its pledge',
      `delete from service.loan_collateral where loan_id in (select id from service.loan where reason like '%REFERENCE%')`,
    ],
    [
      'loan',
      'a loan in the journal alone',
      `update desk.journal set reply = '{"id":"none"}' where kind = 'createLoan'`,
    ],
    ['loan', 'a count that is off', `update service.creditor set loan_count = loan_count + 1`],
    [
      'claim',
      'a person told of a cancellation that was not',
      `update service.member_order set status = 'Active' where id = 'ORDER'`,
    ],
    [
      'claim',
      'a person told of a loan that is not there',
      `update service.loan set reason = null where reason like '%REFERENCE%'`,
    ],
  ])('finds a planted violation of %s: %s', async (rule, _, plant) => {
    expect((await look(plant)).map((violation) => violation.rule)).toContain(rule);
  });

  it('allows an unknown outcome only until it has been checked', async () => {
    const plant = `update desk.journal set outcome = 'unknown'`;
    expect(await look(plant, false)).toEqual([]);
    expect((await look(plant)).map(({ rule }) => rule)).toEqual(['journal', 'journal', 'journal']);
  });

  it('finds results that were reported twice, or never', async () => {
    const after = await takePicture(gateway.service.database.pool, gateway.service.database.pool);
    const facts = { before, after, settled: true };
    const [claim] = person.claims;
    const twice = violationsOf({ ...facts, claims: [...person.claims, ...(claim ? [claim] : [])] });
    expect(twice.map(({ rule }) => rule)).toEqual(['claim']);
    const refused = violationsOf({ ...facts, claims: [{ kind: 'cancel', order, outcome: 'refused' }] });
    expect(refused.map(({ rule }) => rule)).toEqual(['claim']);
  });
});
