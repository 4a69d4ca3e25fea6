import { Big } from 'big.js';
import * as z from 'zod/mini';
import { plainCurrency } from './money.ts';

/** The interface has amounts as text and durations as numbers; a service may take either for both. */
const decimal = z.union([z.number(), z.string().check(z.regex(/^\d+(?:\.\d+)?$/))]);
const identity = z.object({
  user_id: z.string(),
  amount: decimal,
  currency: z.string(),
  duration: decimal,
  collaterals: z.array(z.object({ token_id: z.string(), quantity: z.number() })),
});

/** For how long the same loan asked for again needs a confirmation, in milliseconds. */
export const SAME_LOAN_MS = 24 * 3_600_000;

/**
 * What makes two loan requests the same loan: borrower, amount, currency, duration and collateral, however amount and
 * currency are written and the lines are ordered. Returns a text that is equal for the same loan, or null if the body isn't a
 * loan request that could succeed.
 */
export function loanIdentity(body: unknown): string | null {
  const parsed = z.safeParse(identity, body);
  if (!parsed.success) return null;
  const { user_id, amount, currency, duration, collaterals } = parsed.data;
  const quantities = new Map<string, Big>();
  for (const { token_id, quantity } of collaterals) {
    quantities.set(token_id, new Big(quantity).plus(quantities.get(token_id) ?? 0));
  }
  const lines = [...quantities].map(([token, quantity]) => [token, quantity.toFixed()]).sort();
  const figures = [new Big(amount).toFixed(), plainCurrency(currency), Number(duration)];
  return JSON.stringify([user_id, ...figures, lines]);
}
