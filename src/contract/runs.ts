import * as z from 'zod/mini';
import { id, searchText, timestamp } from './fields.ts';
import { AUTHORS, JOURNAL_OUTCOMES } from './operations.ts';

/** Runs: many cancellations as one record of the gateway, which carries them out whether or not a browser is open. */

export const RUN_KINDS = ['cancelOrders'] as const;

/** The most lines of one run. */
export const MAX_RUN_LINES = 50_000;

/** The highest number that a line can have where it is from. */
export const LAST_LINE = 1_000_000_000;

/** How long a new run waits before its first request, in milliseconds. */
export const RUN_GRACE_MS = 10_000;

/**
 * `awaiting-approval`: kept until someone else approves it. `waiting`: in its grace period. `paused`: by a person, or because the service refused the access token. `stopped`:
 * a person ended it, or its requester may no longer cancel orders; lines that had not been sent are `not-sent`. `done`: every line has its final outcome.
 * `rejected`, `expired`: no one approved it, so no line was sent.
 */
export const RUN_STATES = [
  'awaiting-approval',
  'waiting',
  'running',
  'paused',
  'stopped',
  'done',
  'rejected',
  'expired',
] as const;
export type RunState = (typeof RUN_STATES)[number];

/** How many lines have each outcome. `waiting` includes those being sent; the others add up with it to `total`. */
const runCounts = z.object({
  total: z.number(),
  done: z.number(),
  refused: z.number(),
  notSent: z.number(),
  notDone: z.number(),
  unknown: z.number(),
  waiting: z.number(),
});
export type RunCounts = z.infer<typeof runCounts>;

export const run = z.object({
  id,
  kind: z.enum(RUN_KINDS),
  reason: z.string(),
  note: z.string(),
  who: z.string(),
  /** Their id; null for runs from before there were people. */
  person: z.nullable(id),
  /** Whether an identity provider vouched for the name; otherwise it is self-declared. */
  verified: z.boolean(),
  /** The organisation's name. */
  organisation: z.string(),
  state: z.enum(RUN_STATES),
  /** When the grace period ends. */
  startsAt: timestamp,
  /** The person who paused it; null unless paused, or if it was because the service refused the access token. */
  pausedBy: z.nullable(z.string()),
  /** The person who stopped it; null unless stopped, or if it was because its requester may no longer cancel orders. */
  stoppedBy: z.nullable(z.string()),
  /** The approval that it waits for, or waited for; null if it needed none. */
  approval: z.nullable(id),
  /** The name of the person who approved it; null unless it was approved. */
  approvedBy: z.nullable(z.string()),
  /** Why the run waits at the moment, such as a service that asked for a pause; null if it doesn't. */
  holdUp: z.nullable(z.object({ message: z.string(), until: timestamp })),
  counts: runCounts,
  /** How many lines failed and can be retried: those that `again` makes a run of. */
  retryable: z.number(),
  createdAt: timestamp,
  finishedAt: z.nullable(timestamp),
});
export type Run = z.infer<typeof run>;

/** Runs, newest first; `next` is what to pass as `before` for the older ones. */
export const runPage = z.object({ runs: z.array(run), next: z.nullable(z.string()), total: z.number() });

export const runLine = z.object({
  /** Its number in the request, in whose order the lines are. */
  line: z.number(),
  memberId: z.string(),
  orderId: z.string(),
  outcome: z.enum(JOURNAL_OUTCOMES),
  by: z.nullable(z.enum(AUTHORS)),
  code: z.nullable(z.string()),
  message: z.nullable(z.string()),
  status: z.nullable(z.number()),
  /** When it was first sent; null if it never was. */
  at: z.nullable(timestamp),
  requestId: z.nullable(z.string()),
  /** The journal entry of the line. */
  entry: id,
});
export type RunLine = z.infer<typeof runLine>;

/** A page of a run's lines; `next` is what to pass as `after`, or null on the last page. */
export const runLinePage = z.object({ lines: z.array(runLine), next: z.nullable(z.number()) });

/** The query of `GET /runs`. */
export const runPageQuery = z.object({
  q: searchText,
  before: z.optional(z.string().check(z.regex(/^[0-9a-f]{28}$/, 'must be the `next` of an earlier page'))),
  limit: z.optional(z.int().check(z.minimum(1, 'must be at least 1'), z.maximum(100, 'must be at most 100'))),
});

/** The query of `GET /runs/{id}/lines`. */
export const runLinesQuery = z.object({
  after: z.optional(z.int().check(z.minimum(0, 'must be a line'), z.maximum(LAST_LINE, 'must be a line'))),
  outcome: z.optional(z.enum(JOURNAL_OUTCOMES)),
  limit: z.optional(
    z.int().check(z.minimum(1, 'must be at least 1'), z.maximum(1_000, 'must be at most 1,000')),
  ),
});

/** Records per page if the request doesn't say. */
export const RUN_DEFAULTS = { runs: 25, lines: 100 };

/** What a person can do to a run: `POST /runs/{id}/{action}`; `again` is apart, because it makes another run. */
export const RUN_ACTIONS = ['pause', 'resume', 'stop', 'now'] as const;
export type RunAction = (typeof RUN_ACTIONS)[number];

/** The actions that a run in a given state takes. Every action is safe to repeat. */
export const RUN_ACTIONS_IN = {
  'awaiting-approval': [],
  waiting: ['pause', 'resume', 'stop', 'now'],
  running: ['pause', 'stop'],
  paused: ['resume', 'stop'],
  stopped: [],
  done: [],
  rejected: [],
  expired: [],
} as const satisfies Record<RunState, readonly RunAction[]>;

/** What the gateway's event stream says of operations: something of an entry, a run or an approval changed; read it again. */
export const operationChange = z.object({
  entry: z.optional(id),
  run: z.optional(id),
  approval: z.optional(id),
  /** Whether follow-ups changed. */
  followUps: z.optional(z.boolean()),
  /** Whether collateral was recorded by hand. */
  collateral: z.optional(z.boolean()),
  /** Whether the rules of approval changed. */
  rules: z.optional(z.boolean()),
});
export type OperationChange = z.infer<typeof operationChange>;
