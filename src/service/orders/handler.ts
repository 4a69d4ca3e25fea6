import { cancelRefusal, ORDER_CANCELLED_EVENT, ORDER_STATUS } from '#contract/orders.ts';
import type { Handler } from '../bind.ts';
import { writeOnce } from '../idempotency.ts';
import { codedRefusal, Refusal } from '../refusal.ts';
import { writeEvent } from '../webhooks/outbox.ts';
import { lockOrder, memberById, type OrderRow, reverseEscrow, setOrderStatus } from './repository.ts';

/**
 * Endpoint 4. Status, escrow reversal and event are one transaction; the order's row is locked first, so of
 * two calls at once the second sees what the first did.
 */
export const cancelOrder: Handler<'cancelOrder'> = async (call) => {
  const { context, client, params } = call;
  const answer = await writeOnce('cancelOrder', call, async (tx) => {
    const owner = await memberById(tx, client.organisationId, params.id);
    if (!owner) throw new Refusal(404, 'id: no such member');
    const order = await lockOrder(tx, client.organisationId, params.orderId);
    if (!order) throw new Refusal(404, 'orderId: no such order');
    if (order.user_id !== owner.user_id) throw codedRefusal('USER_MISMATCH_ERROR');
    const refusal = cancelRefusal(order);
    if (refusal) throw codedRefusal(refusal);

    const at = new Date(context.clock());
    const cancelled = orderReply(await setOrderStatus(tx, order.id, ORDER_STATUS.terminated, at));
    await reverseEscrow(tx, order.id, at);
    await writeEvent(tx, {
      id: `evt_${context.newId()}`,
      organisationId: client.organisationId,
      type: ORDER_CANCELLED_EVENT,
      at,
      data: { order: cancelled, member: owner.id, organisation: client.organisationId },
    });
    return { message: 'Order cancelled.', data: cancelled };
  });
  context.onEvent();
  return answer;
};

function orderReply(row: OrderRow) {
  return {
    _id: row.id,
    token: row.token_id,
    user: row.user_id,
    price: Number(row.price),
    currency: row.currency,
    amount: Number(row.amount),
    type: row.type,
    owner_model: row.owner_model,
    status: row.status,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
