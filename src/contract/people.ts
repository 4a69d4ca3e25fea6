import * as z from 'zod/mini';
import { id, isStorable, timestamp } from './fields.ts';
import { role, sessionPerson } from './session.ts';

/** People as the gateway knows them: who signs in, with what roles, and in which browsers. */

/** The longest name that a person may give at a sign-in. */
export const MAX_NAME_LENGTH = 80;

/** What is wrong with a name as a person typed it, as a sentence; null if it can be used. */
export function nameProblem(text: string): string | null {
  const name = text.trim();
  if (name === '') return 'Type your name. The activity log shows it.';
  if (name.length > MAX_NAME_LENGTH) return `A name has at most ${MAX_NAME_LENGTH} characters.`;
  if (/\p{Cc}/u.test(name) || !isStorable(name)) return 'A name has no control characters. Type it again.';
  return null;
}

/** A person of the organisation, for its administrators. */
export const person = z.object({
  ...sessionPerson.def.shape,
  /** The roles that count: those set here, or else those of the sign-in. */
  roles: z.array(role),
  /** Whether an administrator set the roles here. */
  rolesSetHere: z.boolean(),
  disabled: z.boolean(),
  /** Grows by one with each change that an administrator makes. */
  version: z.int(),
  firstSeenAt: timestamp,
  lastSeenAt: timestamp,
});
export type Person = z.infer<typeof person>;

/** Everyone of the organisation who has signed in, the one seen last first. */
export const peopleList = z.object({ people: z.array(person) });

/** A person's roles, and whether they may sign in. */
export const personAccess = z.object({ roles: z.array(role), disabled: z.boolean() });

/** The body of `PUT /desk/people/{id}`; roles that are null are those of the sign-in again. */
export const personChange = z.strictObject({
  roles: z.nullable(z.array(role)),
  disabled: z.boolean(),
  /** The version that this changes: if it is another by now, nothing is changed. */
  version: z.optional(z.int()),
});
export type PersonChange = z.infer<typeof personChange>;

/** A session that is open. */
export const openSession = z.object({
  id,
  person: sessionPerson,
  /** What the browser says of itself, and the address that it connects from; null if not known. */
  browser: z.nullable(z.string()),
  address: z.nullable(z.string()),
  startedAt: timestamp,
  lastSeenAt: timestamp,
  /** Whether it is the one that asks. */
  current: z.boolean(),
});
export type OpenSession = z.infer<typeof openSession>;

/** Open sessions, the one seen last first. */
export const sessionList = z.object({ sessions: z.array(openSession) });
