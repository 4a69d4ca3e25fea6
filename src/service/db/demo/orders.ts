import { Big } from 'big.js';
import { ORDER_STATUS } from '#contract/orders.ts';
import type { MemberRow } from '#service/members/handler.ts';
import type { OrderRow } from '#service/orders/repository.ts';
import type { Day } from './day.ts';
import type { Plan } from './plans.ts';
import { cents, createRandom, demoId, type Random } from './random.ts';
import type { TokenRow } from './tokens.ts';

/** An order type that can't be cancelled. */
const SWAP = 'Swap';

/** The orders of a demo organisation's members with what is held, or was given back, for each. */
export function demoMemberOrders(
  plan: Plan,
  members: readonly MemberRow[],
  tokens: readonly TokenRow[],
  day: Day,
) {
  const random = createRandom(`${plan.key}/orders`);
  const live = tokens.filter((token) => !token.exited && !token.cancelled);
  const orders = members.slice(0, 1 + plan.otherMembersWithOrders).flatMap((member, rank) =>
    wishes(plan, rank).map(({ status, swap }, nth): OrderRow => {
      const token = random.pick(live);
      const type = swap ? SWAP : random.pick(['Buy', 'Sell']);
      const createdAt = day.before(random.between(2, 38));
      return {
        id: demoId(plan.key, 'order', rank, nth),
        organisation_id: member.organisation_id,
        user_id: member.user_id,
        token_id: token.id,
        price: String(
          cents((type === 'Buy' ? token.price.buy : token.price.sell) * random.between(0.97, 1.03)),
        ),
        currency: token.currency,
        amount: String(random.int(1, 40) * random.pick([1, 5, 10, 25])),
        type,
        owner_model: 'organisation',
        status,
        created_at: createdAt,
        updated_at: status === ORDER_STATUS.active ? createdAt : later(createdAt, random),
      };
    }),
  );
  return { orders, escrow: orders.flatMap(escrowOf) };
}

/** The first member has plenty of orders in each state; the next ones a handful. */
function wishes(plan: Plan, rank: number) {
  const few = 1 + (rank % 3);
  const { active, terminated, fulfilled, notCancellable } =
    rank === 0
      ? plan.firstMemberOrders
      : { active: few + 1, terminated: few, fulfilled: few, notCancellable: few - 1 };
  const { active: open, terminated: ended, fulfilled: done } = ORDER_STATUS;
  const repeat = (count: number, status: string, swap = false) =>
    Array.from({ length: count }, () => ({ status, swap }));
  return [
    ...repeat(active, open),
    ...repeat(terminated, ended),
    ...repeat(fulfilled, done),
    ...repeat(notCancellable, open, true),
  ];
}

/** Up to a day later, and in the past like everything else. */
function later(time: Date, random: Random): Date {
  return new Date(time.getTime() + random.int(60, 86_000) * 1000);
}

function escrowOf(order: OrderRow) {
  const purchase = order.type === 'Buy';
  const held = {
    order_id: order.id,
    asset: purchase ? order.currency : order.token_id,
    quantity: purchase ? new Big(order.price).times(order.amount).toFixed() : order.amount,
  };
  const hold = { ...held, kind: 'hold', created_at: order.created_at };
  if (order.status !== ORDER_STATUS.terminated) return [hold];
  return [hold, { ...held, kind: 'reversal', created_at: order.updated_at }];
}
