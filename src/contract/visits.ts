import * as z from 'zod/mini';
import { timestamp } from './fields.ts';

/** A person's visits, so that the overview can say what is new since the last one (docs/people.md). */

/** A pause this long ends a visit: a reload doesn't make old what is new. */
export const VISIT_GAP_MINUTES = 30;

/** The body of `PUT /desk/visit`: as of when the person has seen the overview. */
export const visitNote = z.strictObject({
  seen: timestamp.check(z.refine((text) => !text.startsWith('0000'), 'must be a date')),
});

/** What was seen at the end of the visit before this one; null if this is the first. */
export const lastVisit = z.object({ since: z.nullable(timestamp) });
