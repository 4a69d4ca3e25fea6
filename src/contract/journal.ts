import * as z from 'zod/mini';
import { id, optionalText, timestamp } from './fields.ts';

/**
 * The gateway's journal: every write that went through it, written down before it went out and settled after
 * (open questions, row 17). It is the desk's own memory: the service has no endpoint for any of it.
 */

/** The writes of the contract, by endpoint. */
export const JOURNAL_KINDS = ['createLoan', 'cancelOrder'] as const;
export type JournalKind = (typeof JOURNAL_KINDS)[number];

/**
 * What became of a write: `pending` while it is under way; `unknown` where its answer was lost, or the gateway
 * ended in between, until somebody finds out; `settled` where it was found out that it was carried out after all.
 */
export const JOURNAL_OUTCOMES = [
  'pending',
  'done',
  'refused',
  'not-sent',
  'unknown',
  'found-done',
  'found-not-done',
] as const;
export type JournalOutcome = (typeof JOURNAL_OUTCOMES)[number];

const pledgedLine = z.object({
  token_id: id,
  name: z.string(),
  quantity: z.number(),
  /** The token's sell price when the loan was made out, and when the service had last changed it. */
  sell_price: z.number(),
  price_at: z.nullable(timestamp),
});

/** What the desk knows of a write beside what it sends to the service. */
export const writeNote = z.object({
  /** Why: the service's calls take no reason of this kind. */
  reason: optionalText(500),
  /** The short reference in a loan's reason by which it can be told from others. */
  reference: optionalText(40),
  /** What a loan was pledged with, priced at that moment. */
  collateral: z.optional(z.array(pledgedLine).check(z.maxLength(50))),
  /** The run that the write is part of. */
  run: optionalText(60),
});
export type WriteNote = z.infer<typeof writeNote>;

/** The request header that carries a note, as JSON in base64url; the gateway keeps it and doesn't forward it. */
export const NOTE_HEADER = 'x-pledge-note';

/** The answer's header that names the entry of a write. */
export const ENTRY_HEADER = 'x-pledge-entry';

export const journalEntry = z.object({
  id,
  kind: z.enum(JOURNAL_KINDS),
  outcome: z.enum(JOURNAL_OUTCOMES),
  at: timestamp,
  settledAt: z.nullable(timestamp),
  /** Who: the label of the sign-in. */
  who: z.string(),
  /** The ids of the path. */
  target: z.record(z.string(), z.string()),
  note: writeNote,
  /** The request's body without bank details; null where the call has none. */
  body: z.nullable(z.record(z.string(), z.unknown())),
  /** The HTTP status of the answer, and the code and message of a refusal. */
  status: z.nullable(z.number()),
  code: z.nullable(z.string()),
  message: z.nullable(z.string()),
  /** The `data` of the answer: the created loan, the cancelled order. */
  reply: z.nullable(z.unknown()),
  requestId: z.string(),
  durationMs: z.nullable(z.number()),
});
export type JournalEntry = z.infer<typeof journalEntry>;

/** A page of the journal, newest first; `next` is what to pass as `before` for the older ones. */
export const journalPage = z.object({
  entries: z.array(journalEntry),
  next: z.nullable(z.string()),
  total: z.number(),
});

/** How an unknown outcome was found out: the body of `POST /journal/{id}/settle`. */
export const journalSettlement = z.object({
  outcome: z.enum(['found-done', 'found-not-done']),
  /** What proved it: the found loan, or the answer to a probe. */
  evidence: z.string().check(z.minLength(1), z.maxLength(500)),
  reply: z.optional(z.record(z.string(), z.unknown())),
});
export type JournalSettlement = z.infer<typeof journalSettlement>;
