import * as z from 'zod/mini';

/** An opaque identifier. */
export const id = z.string();

/** A UUID that a request names something by: of any version, in lower case. */
export const uuid = z.guid().check(z.toLowerCase());

/** An ISO 8601 timestamp in UTC, such as `2025-07-04T07:12:11.000Z`. */
export const timestamp = z.iso.datetime();

/** An instant that a list is narrowed by. A database has no year 0, and reads no endless fraction of a second. */
export const queryInstant = z.optional(
  timestamp.check(
    z.refine((text) => !text.startsWith('0000')),
    z.maxLength(30),
  ),
);

/** A value of a set that the interface leaves open: any string is taken, and shown as it came. */
export const openSet = z.string();

/** Refuses a text that no database can hold. */
export const storable = z.refine<string>(
  isStorable,
  'must not contain a NUL character or half of a surrogate pair',
);

/** A text that a request must carry: bounded, not blank, and without the NUL that no database text can hold. */
export function requestText(maximum: number) {
  return z.string().check(
    z.refine((text) => text.trim().length > 0, 'must not be empty'),
    z.maxLength(maximum, `must have at most ${maximum} characters`),
    storable,
  );
}

/** A text that a request may carry, or leave empty. */
export function optionalText(maximum: number) {
  return z.optional(
    z.string().check(z.maxLength(maximum, `must have at most ${maximum} characters`), storable),
  );
}

/** What a list is searched for: a whole id, or words. */
export const searchText = z.optional(
  z.string().check(z.trim(), z.maxLength(320, 'must have at most 320 characters'), storable),
);

/** Whether a database can hold a text: it has no NUL character and no half of a surrogate pair. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}
