import * as z from 'zod/mini';
import { id, timestamp } from './fields.ts';
import { order } from './orders.ts';

/** What the gateway tells signed-in desks of what happened at the service, as it came by webhook. */

/** An event as a desk gets it. It marks rows and makes lists fresh; the service's word is not replaced by it. */
export const deskEvent = z.object({
  /** Grows with time: a desk that was away resumes after the last one that it saw. */
  id,
  type: z.string(),
  /** When the gateway took it. */
  at: timestamp,
  /** The order that the event is about, with the member that owns it where the event names it. */
  order: z.nullable(order),
  member: z.nullable(id),
});
export type DeskEvent = z.infer<typeof deskEvent>;
