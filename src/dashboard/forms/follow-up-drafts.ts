import { MAX_FOLLOW_UP_TEXT } from '#contract/follow-ups.ts';
import { draftsOf } from '#dashboard/lib/draft.ts';

/** What is typed into the form of a follow-up. */
export interface FollowUpValues {
  text: string;
  /** A date, or empty. */
  due: string;
  /** The id of a person, or empty. */
  assignee: string;
}

/** The form that was open at a record: the id of its follow-up, and what was typed. */
export interface OpenForm {
  id: string;
  /** It was opened to add one: it stays where it is, even if the follow-up turns out to be added already. */
  isNew: boolean;
  values?: FollowUpValues;
}

/** Longer drafts are kept as well, so that nothing typed is lost; beyond this, a browser would refuse them. */
const MOST_TEXT = 100 * MAX_FOLLOW_UP_TEXT;

/** What a holder typed about a record and did not save yet. */
export function followUpDrafts(holder: string, record: string) {
  const drafts = draftsOf('follow-up', holder);
  return {
    newest(): OpenForm | null {
      for (const { id, values } of drafts.all()) {
        const { record: of, isNew, text, due, assignee } = (values ?? {}) as Partial<Record<string, unknown>>;
        const isRead = typeof text === 'string' && typeof due === 'string' && typeof assignee === 'string';
        if (of === record && isRead) return { id, isNew: isNew === true, values: { text, due, assignee } };
      }
      return null;
    },
    keep({ id, isNew }: OpenForm, values: FollowUpValues): void {
      const text = values.text.slice(0, MOST_TEXT);
      drafts.keep({ id, at: Date.now(), values: { ...values, text, record, isNew } });
    },
    discard: (id: string) => drafts.discard(id),
  };
}
