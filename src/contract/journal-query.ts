import * as z from 'zod/mini';
import { queryInstant, searchText, storable, uuid } from './fields.ts';
import { JOURNAL_KINDS, JOURNAL_OUTCOMES, MAX_HISTORY_PAGE } from './operations.ts';

const idText = z.optional(z.string().check(z.maxLength(200), storable));

/** The query parameters of the journal and of the log of events. */
export const journalQuery = z.object({
  q: searchText,
  kind: z.optional(z.enum(JOURNAL_KINDS)),
  outcome: z.optional(z.enum(JOURNAL_OUTCOMES)),
  person: idText,
  from: queryInstant,
  to: queryInstant,
  loan: idText,
  member: idText,
  order: idText,
  key: z.optional(uuid),
  run: z.optional(uuid),
  /** The `next` of a page: the id of its last entry and, between dates, the time that it had then, in ms since 1970. */
  before: z.optional(z.string().check(z.regex(/^[0-9a-f]{28}(-\d{1,14})?$/))),
  limit: z.optional(z.int().check(z.minimum(1), z.maximum(MAX_HISTORY_PAGE))),
});

/** Records per page if the request doesn't say. */
export const DEFAULT_JOURNAL_LIMIT = 50;
