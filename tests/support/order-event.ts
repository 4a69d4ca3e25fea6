import { Webhook } from 'standardwebhooks';

/** A cancelled order, as the event of its cancellation holds it. */
export function cancelledOrder(id: string, at = new Date('2026-11-21T11:00:00.000Z')) {
  return {
    _id: id,
    token: 't',
    user: 'u',
    price: 1,
    currency: 'NGN',
    amount: 2,
    type: 'Buy',
    owner_model: 'organisation',
    status: 'Terminated',
    createdAt: at.toISOString(),
    updatedAt: at.toISOString(),
  };
}

/** The body of the event of a cancellation. */
export function cancellationEvent(data: object, at = new Date('2026-11-21T11:00:00.000Z')): string {
  return JSON.stringify({ type: 'order.cancelled', timestamp: at.toISOString(), data });
}

/** The headers that a sender signs a body with. */
export function signedHeaders(secret: string, id: string, body: string, at = new Date()) {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': new Webhook(secret).sign(id, at, body),
  };
}
