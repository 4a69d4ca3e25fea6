import * as z from 'zod/mini';
import { id, requestText, searchText, timestamp } from './fields.ts';
import { isDecimal } from './money.ts';
import { sessionPerson } from './session.ts';

/** Four eyes: requests that wait until someone else approves them, and the rules that say which (docs/approvals.md). */

const amountText = z
  .string()
  .check(
    z.maxLength(40, 'is too long'),
    z.refine(isDecimal, 'must be a decimal number written with digits and a point, such as "1250.50"'),
  );

/** The rules of an organisation. Each is on or off, and keeps its limit while it is off. */
export const approvalRules = z.strictObject({
  /** A run of more lines than this. */
  runLines: z.strictObject({
    on: z.boolean(),
    above: z.int('must be a whole number').check(z.minimum(0, 'must be at least 0')),
  }),
  /** A loan above an amount, by currency; a currency without an amount has no limit. */
  loanAmount: z.strictObject({ on: z.boolean(), above: z.record(requestText(10), amountText) }),
  /** A loan above a loan-to-value: 0.6 means 60 %. */
  loanToValue: z.strictObject({
    on: z.boolean(),
    above: z.number().check(z.minimum(0, 'must be at least 0'), z.maximum(10, 'must be at most 10')),
  }),
  /** A loan to a borrower with a late or defaulted loan. */
  lateBorrower: z.strictObject({ on: z.boolean() }),
  /** A change of these rules. */
  changedRules: z.strictObject({ on: z.boolean() }),
  /** A request that no one decides about expires after so many hours. */
  expiresAfterHours: z
    .int('must be a whole number of hours')
    .check(z.minimum(1, 'must be at least 1'), z.maximum(720, 'must be at most 720')),
});
export type ApprovalRules = z.infer<typeof approvalRules>;

/** The rules of an organisation that has set none. */
export const RULES_OFF: ApprovalRules = {
  runLines: { on: false, above: 50 },
  loanAmount: { on: false, above: {} },
  loanToValue: { on: false, above: 0.6 },
  lateBorrower: { on: false },
  changedRules: { on: false },
  expiresAfterHours: 24,
};

/** The body of `PUT /desk/rules`. */
export const rulesChange = z.strictObject({
  ...approvalRules.def.shape,
  /** The version that this changes: if it is another by now, nothing is changed. */
  version: z.optional(z.int()),
});
export type RulesChange = z.infer<typeof rulesChange>;

/** The rules and who changed them last; null if no one has. */
export const rulesState = z.object({
  rules: approvalRules,
  /** Grows by one with each change; 0 before the first. */
  version: z.int(),
  changedAt: z.nullable(timestamp),
  changedBy: z.nullable(z.string()),
  /** The change that waits for a second administrator; null if none does. */
  approval: z.nullable(id),
});
export type RulesState = z.infer<typeof rulesState>;

const APPROVAL_KINDS = ['createLoan', 'cancelOrders', 'changeRules'] as const;
export type ApprovalKind = (typeof APPROVAL_KINDS)[number];

/** `withdrawn`: by the person who requested it. */
export const APPROVAL_STATES = ['waiting', 'approved', 'rejected', 'expired', 'withdrawn'] as const;
export type ApprovalState = (typeof APPROVAL_STATES)[number];

const RULES = ['runLines', 'loanAmount', 'loanToValue', 'lateBorrower', 'changedRules'] as const;

/** A rule that a request matches. Numbers are decimals as text. */
const matchedRule = z.object({
  rule: z.enum(RULES),
  /** The currency of an amount; null otherwise. */
  currency: z.nullable(z.string()),
  /** The limit; null if the rule has none. */
  above: z.nullable(z.string()),
  /** What the request comes to; null if the rule has no figure, or it could not be found out. */
  is: z.nullable(z.string()),
});
export type MatchedRule = z.infer<typeof matchedRule>;

/** What a loan was judged by: its collateral at the prices of that moment, the terms, and the borrower's loans. */
export const loanState = z.object({
  /**
   * Σ quantity × sell price, a decimal in the loan's currency; null if a token or the terms could not be read, or a token has
   * another currency.
   */
  collateralValue: z.nullable(z.string()),
  loanToValue: z.nullable(z.number()),
  /** The loan-to-value that the terms allow. */
  termsLimit: z.nullable(z.number()),
  /** How many loans of the borrower are late or defaulted; null if not all of them could be read. */
  late: z.nullable(z.number()),
});
export type LoanState = z.infer<typeof loanState>;

export const approval = z.object({
  id,
  kind: z.enum(APPROVAL_KINDS),
  state: z.enum(APPROVAL_STATES),
  /** Who requested it, when and why. */
  requester: sessionPerson,
  requestedAt: timestamp,
  reason: z.nullable(z.string()),
  expiresAt: timestamp,
  /** The rules that it matches. */
  because: z.array(matchedRule),
  /** The journal entry of a loan; the run of cancellations. */
  entry: z.nullable(id),
  run: z.nullable(id),
  /**
   * What will be sent: the body of a loan, a run's `lines` and `note`, or the new `rules`. Bank details are left out
   * once it is decided.
   */
  request: z.record(z.string(), z.unknown()),
  /** For a loan: what it was judged by, last. */
  loan: z.nullable(loanState),
  /** The same as of the request; null unless a later look found it worse. */
  asked: z.nullable(z.object({ because: z.array(matchedRule), loan: z.nullable(loanState) })),
  /** SHA-256 over the request and what it was judged by: an approval names what was shown. */
  hash: z.string(),
  /** Null while it waits. */
  decision: z.nullable(
    z.object({ by: z.nullable(sessionPerson), at: timestamp, reason: z.nullable(z.string()) }),
  ),
  /** What the person who asks may do now. */
  may: z.object({ decide: z.boolean(), withdraw: z.boolean() }),
});
export type Approval = z.infer<typeof approval>;

/** Approvals, newest first; `next` is what to pass as `before` for the older ones. */
export const approvalPage = z.object({
  approvals: z.array(approval),
  next: z.nullable(z.string()),
  total: z.number(),
  /** How many wait that the person who asks may decide about. */
  waiting: z.number(),
});

/** The query of `GET /desk/approvals`. */
export const approvalQuery = z.object({
  q: searchText,
  state: z.optional(z.enum(APPROVAL_STATES)),
  before: z.optional(z.string().check(z.regex(/^[0-9a-f]{28}$/, 'must be the `next` of an earlier page'))),
  limit: z.optional(z.int().check(z.minimum(1, 'must be at least 1'), z.maximum(100, 'must be at most 100'))),
});

/** Approvals per page if the request doesn't say. */
export const DEFAULT_APPROVAL_LIMIT = 25;

/** What a person can do to a request that waits: `POST /desk/approvals/{id}/{action}`. */
export const APPROVAL_ACTIONS = ['approve', 'reject', 'withdraw'] as const;
export type ApprovalAction = (typeof APPROVAL_ACTIONS)[number];

/** The body of those requests. */
export const approvalDecision = z.strictObject({
  reason: requestText(500),
  /** The `hash` of what was shown: if it is another by now, nothing is decided. */
  hash: z.optional(z.string()),
});
