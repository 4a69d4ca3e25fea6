import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import * as z from 'zod/mini';
import { contract } from '#contract/contract.ts';
import { codedMessage } from '#contract/errors.ts';
import { orderCancelledEvent } from '#contract/orders.ts';
import { makeOrganisation } from '#service/organisation.ts';
import { onPostgres } from '#tests/support/database.ts';
import { digestOfChangeable } from '#tests/support/database-digest.ts';
import { orderOf, stateOf, type WantedOrder } from '#tests/support/orders.ts';
import { CRESTLINE, HARBOUR, startTestService, type TestService } from '#tests/support/service.ts';

/** Later than anything in the demo data. */
const NOW = Date.UTC(2031, 4, 5, 6, 7, 8, 9);

let service: TestService;
let told = 0;
beforeAll(async () => {
  service = await startTestService({ clock: () => NOW, onEvent: () => void told++ });
});
afterAll(() => service.close());

const cancel = (id: string, orderId: string, token = CRESTLINE) =>
  service.call('cancelOrder', { params: { id, orderId }, token });
const order = (wanted: WantedOrder) => orderOf(service.database.pool, wanted);

/** A cancellation that must be refused, and that must leave everything as it was. */
async function refused(id: string, orderId: string, token = CRESTLINE) {
  const before = await digestOfChangeable(service.database.pool);
  const toldBefore = told;
  const { status, body } = await cancel(id, orderId, token);
  expect(body).toEqual({ status: 'error', message: expect.any(String) });
  expect(await digestOfChangeable(service.database.pool)).toBe(before);
  expect(told).toBe(toldBefore);
  return { status, message: body.message };
}

describe('cancelling an order', () => {
  it.each(['Buy', 'Sell'])('ends a %s order, gives back its escrow and leaves one event', async (type) => {
    const target = await order({ type });
    const toldBefore = told;
    const { status, body } = await cancel(target.memberId, target.id);
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'success', message: 'Order cancelled.' });
    expect(z.parse(contract.cancelOrder.reply, body.data)).toEqual(body.data);
    expect(body.data).toMatchObject({ _id: target.id, type, user: target.userId, status: 'Terminated' });
    expect(body.data.updatedAt).toBe(new Date(NOW).toISOString());
    expect(body.data.createdAt < body.data.updatedAt).toBe(true);

    const { status: stored, escrow, events } = await stateOf(service.database.pool, target.id);
    expect(stored).toBe('Terminated');
    const [hold, reversal] = escrow;
    expect(escrow.map((entry) => entry.kind)).toEqual(['hold', 'reversal']);
    expect(reversal).toEqual({ ...hold, kind: 'reversal', created_at: new Date(NOW) });

    expect(events).toHaveLength(1);
    const payload = JSON.parse(events[0]?.payload ?? '');
    expect(z.parse(orderCancelledEvent, payload)).toEqual(payload);
    expect(payload).toEqual({
      type: 'order.cancelled',
      timestamp: new Date(NOW).toISOString(),
      data: { order: body.data, member: target.memberId, organisation: target.organisationId },
    });
    expect(events[0]).toMatchObject({ event: 'order.cancelled', attempts: 0, delivered_at: null });
    expect(events[0]?.id).toMatch(/^evt_[0-9a-f]{24}$/);
    expect(told).toBe(toldBefore + 1);
  });

  it('takes the member’s user id as well as its own', async () => {
    const target = await order({});
    const { status, body } = await cancel(target.userId, target.id);
    expect(status).toBe(200);
    expect(body.data.status).toBe('Terminated');
    const { events } = await stateOf(service.database.pool, target.id);
    expect(JSON.parse(events[0]?.payload ?? '').data.member).toBe(target.memberId);
  });

  it('takes an id that a member and the user of another one have as the member’s', async () => {
    const target = await order({});
    const stranger = await order({ notOf: target.userId });
    const rename = async (from: string, to: string) =>
      await service.database.pool.query('update service.member set id = $2 where id = $1', [from, to]);
    await rename(stranger.memberId, target.userId);
    onTestFinished(async () => void (await rename(target.userId, stranger.memberId)));
    expect(await refused(target.userId, target.id)).toMatchObject({ status: 403 });
    expect((await cancel(target.userId, stranger.id)).status).toBe(200);
  });

  it.runIf(onPostgres)('does not wait for an import, however long that takes', async () => {
    const target = await order({});
    const importing = await service.database.pool.connect();
    onTestFinished(() => importing.release(true));
    await importing.query('begin');
    await makeOrganisation(importing, 'Acme');
    expect((await cancel(target.memberId, target.id)).status).toBe(200);
  });
});

describe('an order is not cancelled', () => {
  it('when it is already cancelled, in the demo or a moment ago', async () => {
    const expected = { status: 400, message: codedMessage('ORDER_TERMINATED_ERROR') };
    const old = await order({ status: 'Terminated' });
    expect(await refused(old.memberId, old.id)).toEqual(expected);
    const fresh = await order({});
    expect((await cancel(fresh.memberId, fresh.id)).status).toBe(200);
    expect(await refused(fresh.memberId, fresh.id)).toEqual(expected);
  });

  it('when it is fulfilled', async () => {
    const target = await order({ status: 'Fulfilled' });
    expect(await refused(target.memberId, target.id)).toEqual({
      status: 400,
      message: 'ORDER_FULFILLED_ERROR: This order is already fulfilled.',
    });
  });

  it('when its type can’t be cancelled', async () => {
    const target = await order({ type: 'Swap' });
    expect(await refused(target.memberId, target.id)).toEqual({
      status: 403,
      message: 'ORDER_OPERATION_NOT_ALLOWED_ERROR: An order of this type cannot be cancelled.',
    });
  });

  it.each(['Active', 'Terminated', 'Fulfilled'])(
    'when it belongs to another member, which comes before its being %s',
    async (status) => {
      const target = await order({ status });
      const stranger = await order({ notOf: target.userId });
      const expected = {
        status: 403,
        message: 'USER_MISMATCH_ERROR: This order does not belong to this member.',
      };
      expect(await refused(stranger.memberId, target.id)).toEqual(expected);
      expect(await refused(stranger.userId, target.id)).toEqual(expected);
    },
  );

  it('when member or order are unknown or another organisation’s, the member coming first', async () => {
    const own = await order({});
    const other = await order({ organisation: 'Harbour' });
    const noMember = { status: 404, message: 'id: no such member' };
    const noOrder = { status: 404, message: 'orderId: no such order' };
    expect(await refused('nobody', own.id)).toEqual(noMember);
    expect(await refused('nobody', 'nothing')).toEqual(noMember);
    expect(await refused(other.memberId, own.id)).toEqual(noMember);
    expect(await refused(other.memberId, other.id)).toEqual(noMember);
    expect(await refused(own.memberId, 'nothing')).toEqual(noOrder);
    expect(await refused(own.memberId, other.id)).toEqual(noOrder);
    expect(await refused(own.memberId, own.id, HARBOUR)).toEqual(noMember);
  });
});

describe('ten cancellations of one order at once', () => {
  it('end it once: one success, nine refusals, one reversal, one event', async () => {
    const target = await order({});
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, nth) => cancel(nth % 2 ? target.userId : target.memberId, target.id)),
    );
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    const others = answers.filter((answer) => answer.status !== 200);
    expect(others.map(({ status, body }) => ({ status, message: body.message }))).toEqual(
      Array.from({ length: 9 }, () => ({ status: 400, message: codedMessage('ORDER_TERMINATED_ERROR') })),
    );
    const { escrow, events } = await stateOf(service.database.pool, target.id);
    expect(escrow.filter((entry) => entry.kind === 'reversal')).toHaveLength(1);
    expect(events).toHaveLength(1);
  });
});

describe('a cancellation that fails in the middle', () => {
  it.each([
    ['the escrow holds nothing', `delete from service.escrow_entry where order_id = $1`, `select 1`],
    [
      'the event can’t be written',
      `alter table service.outbox add constraint shut check (created_at < '2031-01-01') not valid`,
      `alter table service.outbox drop constraint shut`,
    ],
  ])('leaves order, escrow and outbox untouched when %s', async (_what, spoil, mend) => {
    const { pool } = service.database;
    const target = await order({});
    await pool.query(spoil, spoil.includes('$1') ? [target.id] : []);
    const { status, message } = await refused(target.memberId, target.id);
    expect(status).toBe(500);
    expect(message).toBe('The service failed. Nothing is known to be wrong with the request.');
    const { status: stored, events } = await stateOf(pool, target.id);
    expect(stored).toBe('Active');
    expect(events).toEqual([]);
    await pool.query(mend);
  });

  it('can be done again once what failed is mended', async () => {
    const { pool } = service.database;
    const target = await order({});
    await pool.query(`alter table service.outbox rename to outbox_away`);
    expect((await cancel(target.memberId, target.id)).status).toBe(500);
    await pool.query(`alter table service.outbox_away rename to outbox`);
    expect((await cancel(target.memberId, target.id)).status).toBe(200);
    const { escrow, events } = await stateOf(pool, target.id);
    expect(escrow.map((entry) => entry.kind)).toEqual(['hold', 'reversal']);
    expect(events).toHaveLength(1);
  });
});
