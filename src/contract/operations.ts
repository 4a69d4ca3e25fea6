import * as z from 'zod/mini';
import { id, optionalText, requestText, timestamp } from './fields.ts';
import { listedLoan } from './loans.ts';

/**
 * The gateway's operations: every write, recorded as a journal entry before it is sent and settled afterwards
 * (docs/decisions.md, rows 17 and 19). The service has no endpoint for any of this.
 */

/** The most records on a page of the journal, of the log of events and of the audit log. */
export const MAX_HISTORY_PAGE = 500;

/** The writes of the contract, by endpoint. */
export const JOURNAL_KINDS = ['createLoan', 'cancelOrder'] as const;
export type JournalKind = (typeof JOURNAL_KINDS)[number];

/**
 * The outcome of a write. `pending`: being sent. `unknown`: the answer was lost; the gateway is checking.
 * `done`, `refused`: proven by the service. `not-sent`: proven that nothing reached the service. `not-done`: checks
 * proved that the service never carried it out. `undetermined`: closed by a person without proof. `waiting`: a line
 * of a run that has not been sent yet. `awaiting-approval`: kept until someone else approves it; nothing was sent.
 * `rejected`, `expired`: no one approved it, so nothing was sent.
 */
export const JOURNAL_OUTCOMES = [
  'waiting',
  'awaiting-approval',
  'pending',
  'unknown',
  'done',
  'refused',
  'not-sent',
  'not-done',
  'undetermined',
  'rejected',
  'expired',
] as const;
export type JournalOutcome = (typeof JOURNAL_OUTCOMES)[number];

/** Outcomes after which the gateway does nothing more by itself. */
const FINAL_OUTCOMES = [
  'done',
  'refused',
  'not-sent',
  'not-done',
  'undetermined',
  'rejected',
  'expired',
] as const;

export function isFinal(outcome: JournalOutcome): boolean {
  return (FINAL_OUTCOMES as readonly string[]).includes(outcome);
}

/**
 * Whose action brought about the state that an outcome reports: this request; this or an earlier one, if nothing
 * more can be proven; an earlier one; or a person who decided it.
 */
export const AUTHORS = ['this-request', 'this-or-earlier', 'earlier', 'person'] as const;
export type Author = (typeof AUTHORS)[number];

const pledgedLine = z.object({
  token_id: id,
  name: z.string(),
  quantity: z.number(),
  /** The token's sell price when the loan was made out, and when the service had last changed it. */
  sell_price: z.number(),
  price_at: z.nullable(timestamp),
});

/** What Pledge records about a write besides what it sends to the service. */
export const writeNote = z.object({
  /** Why: the service's calls take no reason of this kind. */
  reason: optionalText(500),
  /** The short reference in a loan's reason that identifies it in the list of loans. */
  reference: optionalText(40),
  /** The collateral of a loan, priced at that moment. */
  collateral: z.optional(z.array(pledgedLine).check(z.maxLength(50))),
});
export type WriteNote = z.infer<typeof writeNote>;

/** The request header that carries a note, as JSON in base64url; the gateway keeps it and doesn't forward it. */
export const NOTE_HEADER = 'x-pledge-note';

/** The response header that names the entry of a write. */
export const ENTRY_HEADER = 'x-pledge-entry';

/** The request header that makes a repeated write one write: a UUID, bare or in double quotes. */
export const KEY_HEADER = 'idempotency-key';

/** The response header of an answer that was given before, to the same key. */
export const REPLAYED_HEADER = 'idempotency-replayed';

/** The request header that confirms a loan although the entry it names asked for the same one. */
export const SAME_AS_HEADER = 'pledge-same-as';

const KEY = /^("?)([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\1$/i;

/** Reads an idempotency key, in lower case; null if it isn't a UUID, bare or in double quotes. */
export function readKey(text: string): string | null {
  return KEY.exec(text.trim())?.[2]?.toLowerCase() ?? null;
}

/** One check of an unknown outcome, or a person's decision about it. */
export const entryCheck = z.object({
  at: timestamp,
  /** What was found, as a sentence. */
  saw: z.string(),
  /** Whether the check looked everywhere the write could be. */
  complete: z.boolean(),
  /** The person who asked for the check or decided; null for the gateway's own checks. */
  who: z.nullable(z.string()),
});
export type EntryCheck = z.infer<typeof entryCheck>;

export const journalEntry = z.object({
  id,
  /** The idempotency key; null for entries that were recorded before there were keys. */
  key: z.nullable(id),
  kind: z.enum(JOURNAL_KINDS),
  outcome: z.enum(JOURNAL_OUTCOMES),
  /** Null while the outcome is open, and where nothing was carried out. */
  by: z.nullable(z.enum(AUTHORS)),
  at: timestamp,
  settledAt: z.nullable(timestamp),
  /** The name of the person who made it. */
  who: z.string(),
  /** Their id; null for entries from before there were people. */
  person: z.nullable(id),
  /** Whether an identity provider vouched for the name; otherwise it is self-declared. */
  verified: z.boolean(),
  /** The ids of the path. */
  target: z.record(z.string(), z.string()),
  note: writeNote,
  /** The request's body without bank details; null where the call has none. */
  body: z.nullable(z.record(z.string(), z.unknown())),
  /** The HTTP status of the answer, and the code and message of a refusal. */
  status: z.nullable(z.number()),
  code: z.nullable(z.string()),
  message: z.nullable(z.string()),
  /** The `data` of the answer: the created loan (also if a check found it), the cancelled order. */
  reply: z.nullable(z.unknown()),
  requestId: z.string(),
  durationMs: z.nullable(z.number()),
  /** The run that the write belongs to, and its line in it. */
  run: z.nullable(id),
  line: z.nullable(z.number()),
  /** The approval that it waits for, or waited for; null if it needed none. */
  approval: z.nullable(id),
  /** The name of the person who approved it; null unless it was approved. */
  approvedBy: z.nullable(z.string()),
  /** Oldest first. */
  checks: z.array(entryCheck),
  /** When the gateway checks next; null if it doesn't. */
  nextCheckAt: z.nullable(timestamp),
  /** Set while the gateway can't check because the service refuses the access token: the next sign-in resumes it. */
  blocked: z.boolean(),
  /** Loans that could be this one, for a person to choose from. */
  candidates: z.array(listedLoan),
});
export type JournalEntry = z.infer<typeof journalEntry>;

/** A page of the journal, newest first; `next` is what to pass as `before` for the older ones. */
export const journalPage = z.object({
  entries: z.array(journalEntry),
  next: z.nullable(z.string()),
  /** How many entries match; null if there are too many to count. */
  total: z.nullable(z.number()),
});

/** A person chooses the loan that an entry created: the body of `POST /journal/{id}/choose`. */
export const entryChoice = z.object({ loan: requestText(200) });

/** A person closes an entry as undetermined: the body of `POST /journal/{id}/close`. */
export const entryClosure = z.object({ reason: requestText(500) });
