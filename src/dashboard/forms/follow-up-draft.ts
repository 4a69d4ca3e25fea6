import * as z from 'zod/mini';
import { type FoundDraft, isRestored } from '#dashboard/lib/draft.ts';
import { newUuid } from '#dashboard/lib/uuid.ts';

const values = z.object({
  text: z.string(),
  due: z.string(),
  /** The id of a person, or empty. */
  assignee: z.string(),
  /** Whether it was done when the form was opened: the form doesn't change it. */
  done: z.boolean(),
  /** The one that the form was opened with, 0 for a new follow-up: what others change meanwhile isn't overwritten. */
  version: z.number(),
});
export type FollowUpValues = z.infer<typeof values>;

const keptDraft = z.extend(values, { record: z.string(), followUp: z.string(), isNew: z.boolean() });

/** The form that is open at a record, and what was typed into it before. */
export interface OpenForm {
  /** Of the follow-up. */
  id: string;
  /** The id of what is typed, which is each tab's own. */
  draft: string;
  /** It was opened to add one: it stays where it is, even if the follow-up turns out to be added already. */
  isNew: boolean;
  values?: FollowUpValues;
}

/** What was typed about a record and not saved, the first among the drafts that were found. */
export function keptForm(found: readonly FoundDraft[], record: string): OpenForm | null {
  for (const { id, isCopy, values } of found.filter(isRestored)) {
    const read = z.safeParse(keptDraft, values).data;
    if (read?.record !== record) continue;
    // A copy of a new one is another one.
    const followUp = isCopy && read.isNew ? newUuid() : read.followUp;
    return { id: followUp, draft: id, isNew: read.isNew, values: read };
  }
  return null;
}
