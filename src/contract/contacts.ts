import * as z from 'zod/mini';
import { id, requestText } from './fields.ts';

/** Revealing members' contact data, which every list of members masks (docs/people.md). */

/** The most members that one request reveals. */
export const MOST_REVEALED = 500;

/** The body of `POST /desk/reveals`. */
export const revealRequest = z.strictObject({
  /** Ids of members. */
  members: z
    .array(requestText(200))
    .check(
      z.minLength(1, 'must have at least 1 id'),
      z.maxLength(MOST_REVEALED, `must have at most ${MOST_REVEALED} ids`),
    ),
});

/** A member's contact data. A field that the service did not return is null. */
export const memberContact = z.object({
  /** The member's id. */
  id,
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  homeAddress: z.nullable(z.string()),
  username: z.nullable(z.string()),
});
export type MemberContact = z.infer<typeof memberContact>;

export const revealed = z.object({
  members: z.array(memberContact),
  /** Ids that none of the organisation's members has. */
  missing: z.array(id),
});

/** The body of `POST /desk/member-search`. */
export const memberSearch = z.strictObject({
  /** The whole email address; case and surrounding spaces do not matter. */
  email: requestText(320),
});

/** The ids of the members who have an email address. */
export const foundMembers = z.object({ members: z.array(id) });
