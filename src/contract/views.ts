import * as z from 'zod/mini';
import { id, requestText, storable } from './fields.ts';
import { sessionPerson } from './session.ts';

/** Saved views: the filters, sort and columns of a list under a name (docs/people.md). */

export const MAX_VIEW_NAME = 80;

/** As many views as one person can save. */
export const MAX_VIEWS = 200;

const fields = {
  /** The title of the list. */
  list: requestText(60),
  name: requestText(MAX_VIEW_NAME),
  /** The query of the list's address: its filters, its sort and its columns. */
  query: z.string().check(z.maxLength(4_000, 'must have at most 4000 characters'), storable),
  density: z.enum(['comfortable', 'compact']),
  /** Whether everyone of the organisation sees it, or only its author. */
  forEveryone: z.boolean(),
};

/** The body of `PUT /desk/views/{id}`. */
export const viewContent = z.strictObject({
  ...fields,
  /** The version that this changes, 0 for a new view: if it is another by now, nothing is changed. */
  version: z.optional(z.int()),
});
export type ViewContent = z.infer<typeof viewContent>;

export const savedView = z.object({
  id,
  ...fields,
  author: sessionPerson,
  /** Grows by one with each change. */
  version: z.int(),
});
export type SavedView = z.infer<typeof savedView>;

/** One's own views, and those for everyone, by name. */
export const viewList = z.object({ views: z.array(savedView) });

/** The query of `GET /desk/views`. */
export const viewQuery = z.object({ list: z.optional(z.string().check(z.maxLength(60))) });

/** The query of `DELETE /desk/views/{id}`. */
export const viewDeletion = z.object({
  /** The version to delete. Another one is left as it is. */
  version: z.optional(z.int().check(z.minimum(1))),
});
