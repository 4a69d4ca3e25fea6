import * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';
import { id, openSet, timestamp } from './fields.ts';
import { essential } from './reading.ts';

/** An order as cancellation returns it (docs/interface.md, "Order"). */
export const order = essential(
  z.object({
    _id: id,
    token: id,
    user: id,
    price: z.number(),
    currency: openSet,
    amount: z.number(),
    type: openSet,
    owner_model: openSet,
    status: openSet,
    createdAt: timestamp,
    updatedAt: timestamp,
  }),
  ['_id', 'price', 'currency', 'amount', 'status'],
);
export type Order = z.infer<typeof order>;

/** The order states that are known by name (docs/interface.md, "States and transitions"; docs/decisions.md, row 8). */
export const ORDER_STATUS = { active: 'Active', terminated: 'Terminated', fulfilled: 'Fulfilled' } as const;

/** The order types that can be cancelled (docs/decisions.md, row 8). */
const CANCELLABLE_ORDER_TYPES: readonly string[] = ['Buy', 'Sell'];

/** Why an order in each settled state can't be cancelled, by name. */
const CANCEL_REFUSALS: ReadonlyMap<string, ErrorCode> = new Map([
  [ORDER_STATUS.terminated, 'ORDER_TERMINATED_ERROR'],
  [ORDER_STATUS.fulfilled, 'ORDER_FULFILLED_ERROR'],
]);

/**
 * Why an order can't be cancelled, as the code of the interface, or null where it can: it must be Active
 * and of a type that can be cancelled (docs/interface.md, "Order" under "States and transitions").
 */
export function cancelRefusal(subject: { status: string; type: string }): ErrorCode | null {
  const byState = CANCEL_REFUSALS.get(subject.status);
  if (byState) return byState;
  const allowed = subject.status === ORDER_STATUS.active && CANCELLABLE_ORDER_TYPES.includes(subject.type);
  return allowed ? null : 'ORDER_OPERATION_NOT_ALLOWED_ERROR';
}

/** The event that a cancellation fires (docs/interface.md, "Events"). */
export const ORDER_CANCELLED_EVENT = 'order.cancelled';

/** The body of the `order.cancelled` webhook of our service (docs/decisions.md, row 13; Standard Webhooks). */
export const orderCancelledEvent = z.object({
  type: z.literal(ORDER_CANCELLED_EVENT),
  timestamp,
  data: z.object({ order, member: id, organisation: id }),
});
