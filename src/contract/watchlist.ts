import * as z from 'zod/mini';
import { id, storable, timestamp } from './fields.ts';

/** A person's watchlist: the tokens they watch, with the price of each at the time it was added (docs/people.md). */

/** As many tokens as one person can watch. */
export const MAX_WATCHED = 100;

const text = (maximum: number) =>
  z
    .string()
    .check(
      z.minLength(1, 'must not be empty'),
      z.maxLength(maximum, `must have at most ${maximum} characters`),
      storable,
    );

const fields = {
  /** What the token was called when it was added. */
  name: text(200),
  /** Its exchange price then, and the currency of that; null if unknown. */
  price: z.nullable(z.number()),
  currency: z.nullable(text(20)),
  /** When it was added. */
  at: timestamp.check(z.refine((instant) => !instant.startsWith('0000'), 'must be a date')),
};

/** The body of `PUT /desk/watchlist/{id}`. */
export const watchedContent = z.strictObject(fields);
export type WatchedContent = z.infer<typeof watchedContent>;

/** The id of a token in an address of the watchlist. */
export const watchedId = z.object({ id: text(200) });

export const watchedToken = z.object({ id, ...fields });
export type WatchedToken = z.infer<typeof watchedToken>;

/** The watched tokens, newest first. */
export const watchlist = z.object({ tokens: z.array(watchedToken) });
