import * as z from 'zod/mini';
import { id, openSet, timestamp } from './fields.ts';
import { essential } from './reading.ts';

const price = z.object({ buy: z.number(), sell: z.number(), exchange: z.number() });
const sides = z.object({ buy: z.number(), sell: z.number() });

/** The investment types that the filters of endpoints 6 and 7 take. */
export const INVESTMENT_TYPES = ['safe', 'equity', 'debt', 'fixed interest'] as const;

/** The identity and money of a token; it has no one status. */
const ESSENTIAL = ['_id', 'currency', 'price'] as const;

/** The fields of a token that every response carries (interface, "Token"). */
const common = {
  _id: id,
  name: z.string(),
  symbol: z.string(),
  reference: z.number(),
  image: z.string(),
  currency: openSet,
  creator: z.nullable(id),
  price,
  prev_price: price,
  min: sides,
  max: sides,
  vol: sides,
  min_trade: sides,
  max_trade: sides,
  type: openSet,
  deal_access: openSet,
  investment_type: openSet,
  raise_amount: z.number(),
  buy_fee: z.number(),
  sell_fee: z.number(),
  carry: z.number(),
  management_fee: z.number(),
  valuation: z.number(),
  discount: z.number(),
  interest: z.number(),
  dividend: z.number(),
  tenor: z.number(),
  supply: z.number(),
  total_supply: z.number(),
  total_raised: z.number(),
  post_raise_valuation: z.number(),
  total_allocated: z.number(),
  milestone: z.string(),
  secondaries: z.boolean(),
  completed_raise: z.boolean(),
  exited: z.boolean(),
  createdAt: timestamp,
  updatedAt: timestamp,
};

const classified = { investment_category: openSet, payout_frequency: openSet };

/** A token in the active-token list: no category, no payout frequency, no `cancelled` (endpoint 6). */
export const listedToken = essential(z.object(common), ESSENTIAL);

/** A token in search results (endpoint 7). */
export const foundToken = essential(
  z.object({ ...common, ...classified, cancelled: z.boolean() }),
  ESSENTIAL,
);
export type FoundToken = z.infer<typeof foundToken>;

/** A single token, with `percentage` (endpoint 8). */
export const singleToken = essential(
  z.object({ ...common, ...classified, cancelled: z.boolean(), percentage: z.number() }),
  ESSENTIAL,
);
export type SingleToken = z.infer<typeof singleToken>;

/** A token inside a transaction: with `asset`, `request` and `esop_token`, without a category (endpoint 10). */
export const embeddedToken = essential(
  z.object({ ...common, asset: id, request: id, esop_token: z.boolean() }),
  ['_id', 'currency'],
);
