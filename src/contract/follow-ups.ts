import * as z from 'zod/mini';
import { id, requestText, timestamp } from './fields.ts';
import { isPermitted, type Role } from './permissions.ts';
import { sessionPerson } from './session.ts';

/** Follow-ups: notes on records, with a date and the person who acts next (docs/people.md). */

/** What a follow-up can be about. */
const FOLLOW_UP_KINDS = ['loan', 'member', 'customer', 'order'] as const;

/** The longest text of a follow-up. */
export const MAX_FOLLOW_UP_TEXT = 2_000;

/** The longest name of a record that is kept with a follow-up. */
export const MAX_RECORD_NAME = 200;

/** Follow-ups per page at most, and if the request doesn't say. */
export const MAX_FOLLOW_UPS = 500;
export const DEFAULT_FOLLOW_UPS = 100;

const kind = z.enum(FOLLOW_UP_KINDS);

/** A day without a time, such as `2026-11-30`. No database has a year 0. */
const day = z.iso.date().check(z.refine((text) => !text.startsWith('0000'), 'must be a date'));

/** The record that a follow-up is about. */
export const followUpRecord = z.object({
  kind,
  /** The id of a loan, a member or an order, or the key of a customer's address. */
  id: requestText(200),
  /** What the record was called when the follow-up was written, for lists. */
  name: requestText(MAX_RECORD_NAME),
});
export type FollowUpRecord = z.infer<typeof followUpRecord>;

/** The body of `PUT /desk/follow-ups/{id}`. */
export const followUpContent = z.strictObject({
  record: z.strictObject(followUpRecord.def.shape),
  text: requestText(MAX_FOLLOW_UP_TEXT),
  /** When something has to be done next. */
  due: z.nullable(day),
  /** The id of the person who acts next. */
  assignee: z.nullable(requestText(100)),
  done: z.boolean(),
  /** The version that this changes; 0 for a new follow-up. */
  version: z.int().check(z.minimum(0), z.maximum(1_000_000)),
});
export type FollowUpContent = z.infer<typeof followUpContent>;

export const followUp = z.object({
  id,
  record: followUpRecord,
  text: z.string(),
  due: z.nullable(z.iso.date()),
  assignee: z.nullable(z.extend(sessionPerson, { disabled: z.boolean() })),
  author: sessionPerson,
  createdAt: timestamp,
  /** Who marked it as done, and when; null while it is open. */
  doneBy: z.nullable(sessionPerson),
  doneAt: z.nullable(timestamp),
  /** Grows by one with each change. */
  version: z.int(),
  /** What the text was before, the newest first, each with when it was written. */
  earlier: z.array(z.object({ text: z.string(), at: timestamp })),
});
export type FollowUp = z.infer<typeof followUp>;

/** A page of follow-ups, the newest first; `next` is what to pass as `before` for the older ones. */
export const followUpPage = z.object({ followUps: z.array(followUp), next: z.nullable(z.int()) });

const shortText = z.optional(z.string().check(z.maxLength(200)));

/** The query of `GET /desk/follow-ups`. */
export const followUpQuery = z.object({
  kind: z.optional(kind),
  record: shortText,
  assignee: shortText,
  open: z.optional(z.boolean()),
  before: z.optional(z.int().check(z.minimum(1))),
  limit: z.optional(z.int().check(z.minimum(1), z.maximum(MAX_FOLLOW_UPS))),
});
export type FollowUpQuery = z.infer<typeof followUpQuery>;

/** The query of `DELETE /desk/follow-ups/{id}`. */
export const followUpDeletion = z.object({
  /** The version to delete. Another one is left as it is. */
  version: z.optional(z.int().check(z.minimum(1))),
});

/** Only the author may change the text. */
export function mayEditText({ author }: Pick<FollowUp, 'author'>, personId: string): boolean {
  return author.id === personId;
}

/**
 * Who may mark a follow-up as done, and change its date and assignee: its author, its assignee, administrators, and
 * everyone while no one who can act is assigned.
 */
export function mayAct(
  { author, assignee }: Pick<FollowUp, 'author' | 'assignee'>,
  person: { id: string; roles: readonly Role[] },
): boolean {
  if (!assignee || assignee.disabled || [author.id, assignee.id].includes(person.id)) return true;
  return isPermitted(person.roles, 'manage-people');
}
