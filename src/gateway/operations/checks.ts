import type { EntryCheck } from '#contract/operations.ts';
import type { ForwardOptions } from '../proxy/forward.ts';
import { type Attempt, attempt } from './attempt.ts';
import { type EntryRow, sentAt } from './entry-row.ts';
import { searchForLoan } from './loan-search.ts';
import { nextCheckAt, provesNothing } from './schedule.ts';

/** What a check came to: what it saw, and the outcome if it proved one. */
export interface CheckResult {
  check: EntryCheck;
  /** The proven outcome; null if it is still unknown. */
  settled: Settled | null;
  /** The service refused the access token: no further check makes sense with it. */
  blocked: boolean;
  /** When to check again, in milliseconds since 1970; null if never by itself. */
  nextAt: number | null;
  candidates: EntryRow['candidates'];
}

type Settled = Pick<Attempt, 'outcome' | 'by' | 'status' | 'code' | 'message' | 'reply'> | NotDone;
interface NotDone extends Omit<Attempt, 'outcome' | 'answer' | 'failure' | 'retryAfterMs'> {
  outcome: 'not-done';
}

export interface CheckOptions {
  forward: ForwardOptions;
  clock: () => number;
  /** Loans that other entries are known to have created. */
  createdByOthers: (row: EntryRow, loans: readonly string[]) => Promise<ReadonlySet<string>>;
}

/** Checks once what became of a write whose answer was lost. Never throws. */
export async function checkEntry(
  row: EntryRow,
  accessToken: string,
  options: CheckOptions,
): Promise<CheckResult> {
  const result =
    row.kind === 'createLoan'
      ? await checkLoan(row, accessToken, options)
      : await checkCancellation(row, accessToken, options);
  const at = options.clock();
  const check = { at: new Date(at).toISOString(), who: row.check_for, ...result.check };
  const checks = [...row.checks, check];
  const isNotDone =
    result.nothing && !result.settled && provesNothing(checks, sentAt(row), options.forward.timeoutMs);
  return {
    check,
    settled: isNotDone ? notDone(check.saw) : (result.settled ?? null),
    blocked: result.blocked ?? false,
    nextAt: result.blocked
      ? null
      : nextCheckAt(at, sentAt(row), row.check_count + 1, result.pauseMs ?? undefined),
    candidates: result.candidates ?? [],
  };
}

interface Finding {
  check: Pick<EntryCheck, 'saw' | 'complete'>;
  settled?: Settled;
  blocked?: boolean;
  /** Nothing was found that could be the write. */
  nothing?: boolean;
  pauseMs?: number | null;
  candidates?: EntryRow['candidates'];
}

const BLOCKED: Finding = {
  check: {
    saw: 'The service refused the access token. Checks resume when someone signs in.',
    complete: false,
  },
  blocked: true,
};

async function checkLoan(row: EntryRow, accessToken: string, options: CheckOptions): Promise<Finding> {
  const found = await searchForLoan(row, { ...options, accessToken });
  if (found.kind === 'refused') return BLOCKED;
  if (found.kind === 'failed') return { check: { saw: found.message, complete: false } };
  const looked = `${found.read.toLocaleString('en')} loans`;
  if (found.loan) {
    const saw = `Loan ${found.loan.id} carries the reference ${row.note.reference}.`;
    const reply = { ...nothing, by: 'this-request' as const, reply: found.loan, message: saw };
    return { check: { saw, complete: true }, settled: { ...reply, outcome: 'done' } };
  }
  if (found.candidates.length > 0) {
    const saw = `Searched ${looked}: ${found.candidates.length} could be this one, and none proves it.`;
    return { check: { saw, complete: found.complete }, candidates: found.candidates };
  }
  const saw = found.complete
    ? `Searched the newest ${looked}, back to before the request: it is not among them.`
    : `Searched the newest ${looked}, but not all that are needed: the list changed or was cut short.`;
  return { check: { saw, complete: found.complete }, nothing: true };
}

/** Repeats the call, which is safe: an order is cancelled once. */
async function checkCancellation(
  row: EntryRow,
  accessToken: string,
  { forward }: CheckOptions,
): Promise<Finding> {
  const { target, key, request_id: requestId } = row;
  const write = { kind: 'cancelOrder' as const, target, body: null, key: key ?? requestId };
  return findingOf(await attempt({ ...write, accessToken, requestId }, forward), row.check_count);
}

/** An order that the service doesn't find counts as one that never was at this check: earlier answers may be a proxy's. */
const SURELY_MISSING = 3;

/** What the answer to a repeated cancellation says of the first one, whose answer was lost, after `count` other checks. */
export function findingOf(again: Attempt, count: number): Finding {
  if (again.outcome === 'done') {
    return { check: { saw: 'Repeated the call: the order is cancelled.', complete: true }, settled: again };
  }
  if (again.status === 401) return BLOCKED;
  if (again.code === 'ORDER_TERMINATED_ERROR') {
    const saw = 'Repeated the call: the order had been cancelled, by this or an earlier request.';
    const settled = { ...again, outcome: 'done' as const, by: 'this-or-earlier' as const };
    return { check: { saw, complete: true }, settled };
  }
  const saw = `Repeated the call: ${again.message ?? 'no answer'}`.slice(0, 500);
  // A refusal without a code of the interface may be a proxy's, which knows nothing of the order.
  const isSure = again.code !== null || (again.status === 404 && count + 1 >= SURELY_MISSING);
  if (again.outcome === 'refused' && isSure) return { check: { saw, complete: true }, settled: again };
  return { check: { saw, complete: false }, pauseMs: again.retryAfterMs };
}

const nothing = { by: null, status: null, code: null, message: null, reply: null };

function notDone(saw: string): NotDone {
  return { ...nothing, outcome: 'not-done', message: saw };
}
