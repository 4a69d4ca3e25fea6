import * as z from 'zod/mini';
import { id, openSet, timestamp } from './fields.ts';
import { essential } from './reading.ts';
import { embeddedToken } from './tokens.ts';

/** A customer of the API client, with the number of its trades (interface, "Customer summary"). */
export const customer = essential(
  z.object({
    _id: essential(z.object({ email: z.string() }), ['email']),
    total_trades: z.number(),
    name: z.string(),
    date: timestamp,
  }),
  ['_id'],
);
export type Customer = z.infer<typeof customer>;

/** The transaction types that the filter of endpoint 10 takes. */
export const TRANSACTION_TYPES = ['Buy', 'Sell'] as const;

/** A trade of a customer (interface, "Transaction"). */
export const transaction = essential(
  z.object({
    _id: id,
    type: openSet,
    status: openSet,
    user: id,
    reference: z.string(),
    token: embeddedToken,
    from: id,
    to: id,
    volume: z.number(),
    price: z.number(),
    owner_model: openSet,
    meta: z.object({
      customer: z.object({ name: z.string(), email: z.string() }),
      meta: z.object({ tokens: z.number() }),
    }),
    api_customer_email: z.string(),
    organisation: id,
    createdAt: timestamp,
    updatedAt: timestamp,
    __v: z.number(),
  }),
  ['_id', 'type', 'status', 'token', 'volume', 'price'],
);
export type Transaction = z.infer<typeof transaction>;
