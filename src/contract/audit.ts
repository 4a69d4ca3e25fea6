import * as z from 'zod/mini';
import { id, queryInstant, requestText, searchText, storable, timestamp, uuid } from './fields.ts';
import { MAX_HISTORY_PAGE } from './operations.ts';

/** The audit log: an append-only chain of entries for each organisation (docs/audit-log.md). */

/** What entries record. */
export const AUDIT_ACTIONS = [
  'sign-in',
  'sign-in-refused',
  'sign-out',
  'session-ended',
  'permission-refused',
  'export',
  'reveal',
  'person-changed',
  'organisation-token',
  'write',
  'outcome',
  'check',
  'choice',
  'closure',
  'run-created',
  'run-paused',
  'run-resumed',
  'run-stopped',
  'follow-up-added',
  'follow-up-changed',
  'follow-up-done',
  'follow-up-deleted',
  'collateral-recorded',
  'approval-requested',
  'approved',
  'rejected',
  'withdrawn',
  'expired',
  'rules-changed',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** A person as an entry names them. */
const auditPerson = z.object({
  /** The person's id in Pledge; null for sign-ins from before there were persons. */
  person: z.nullable(id),
  name: z.string(),
  /** The person's subject at the identity provider; null if they signed in without one. */
  subject: z.nullable(z.string()),
  /** Whether an identity provider vouches for the name; otherwise the person gave it. */
  verified: z.boolean(),
  session: z.nullable(id),
});
export type AuditPerson = z.infer<typeof auditPerson>;

/** What can be the target of an action. An order's target names its member as well. */
const AUDIT_TARGETS = [
  'entry',
  'loan',
  'member',
  'order',
  'customer',
  'run',
  'person',
  'session',
  'approval',
  'list',
] as const;
export type AuditTarget = Partial<Record<(typeof AUDIT_TARGETS)[number], string>>;

export const auditEntry = z.object({
  /** 1, 2, 3 … within the organisation. */
  number: z.number(),
  at: timestamp,
  action: z.enum(AUDIT_ACTIONS),
  /** Null for what Pledge did by itself. */
  who: z.nullable(auditPerson),
  /** Ids by what they identify. */
  target: z.record(z.string(), z.string()),
  reason: z.nullable(z.string()),
  requestId: z.nullable(z.string()),
  /** How it ended, such as the outcome of a write. */
  result: z.nullable(z.string()),
  /** What else is known, by action; never bank details. */
  details: z.record(z.string(), z.unknown()),
  /** The hash of the organisation's entry before this one; null in its first. */
  previous: z.nullable(z.string()),
  /** SHA-256 over all fields above, in hexadecimal. */
  hash: z.string(),
});
export type AuditEntry = z.infer<typeof auditEntry>;

/** A page of the audit log, newest first; `next` is what to pass as `before` for the older ones. */
export const auditPage = z.object({
  entries: z.array(auditEntry),
  next: z.nullable(z.number()),
  /** How many entries match; null if there are too many to count. */
  total: z.nullable(z.number()),
});
export type AuditPage = z.infer<typeof auditPage>;

const idText = z.optional(z.string().check(z.maxLength(200), storable));

const filter = {
  q: searchText,
  person: idText,
  action: z.optional(z.enum(AUDIT_ACTIONS)),
  /** The journal entry of a write, and what was done about its approval. */
  entry: idText,
  loan: idText,
  /** A member's id, or both of their ids with a comma between them. */
  member: z.optional(z.string().check(z.maxLength(401), storable)),
  order: idText,
  /** The key of a customer's address. */
  customer: idText,
  run: z.optional(uuid),
  /** Both inclusive. */
  from: queryInstant,
  to: queryInstant,
};

/** The query of `GET /desk/log.csv`. */
export const auditExportQuery = z.object(filter);
export type AuditFilter = z.infer<typeof auditExportQuery>;

/** The query of `GET /desk/log`. */
export const auditQuery = z.object({
  ...filter,
  before: z.optional(z.int().check(z.minimum(1))),
  limit: z.optional(z.int().check(z.minimum(1), z.maximum(MAX_HISTORY_PAGE))),
});

/** Records per page if the request doesn't say. */
export const DEFAULT_AUDIT_LIMIT = 50;

/** An export that a page is about to make: the body of `POST /desk/exports`. */
export const exportRequest = z.strictObject({
  /** What is exported, such as `loans`. */
  list: requestText(100),
  rows: z.int().check(z.minimum(0), z.maximum(10_000_000)),
  /** The address of the list with its filters. */
  filter: z.optional(z.string().check(z.maxLength(4_000), storable)),
});
