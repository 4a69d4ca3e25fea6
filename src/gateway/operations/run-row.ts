import type { AuditPerson } from '#contract/audit.ts';
import { ERROR_CODES } from '#contract/errors.ts';
import type { JournalOutcome } from '#contract/operations.ts';
import type { Run, RunCounts, RunLine } from '#contract/runs.ts';
import { approvedBy } from '../approvals/approval-row.ts';

/** A row of desk.run. */
export interface RunRow {
  owner: string;
  id: string;
  place: string;
  kind: Run['kind'];
  reason: string;
  note: string;
  who: string;
  /** Who created it, as the audit log names them; null in older runs. */
  actor: AuditPerson | null;
  organisation: string;
  content: string;
  state: Run['state'];
  /** By the clock of the database, so that a gateway whose own is wrong shortens no grace period. */
  starts_at: Date;
  /** How many milliseconds that was ahead when the row was read. */
  starts_in: number;
  paused_by: string | null;
  stopped_by: string | null;
  hold_until: Date | null;
  hold_message: string | null;
  hold_count: number;
  created_at: Date;
  finished_at: Date | null;
  /** The access token, sealed. */
  token: string | null;
  approval: string | null;
  approved_by: string | null;
}

/** SQL: the columns of a run, with how long it is until it starts and the name of the person who approved it. */
export const RUN_COLUMNS = `run.*, (extract(epoch from run.starts_at - now()) * 1000)::float8 as starts_in,
  ${approvedBy('run.owner', 'run.approval')} as approved_by`;

/** The columns of a journal entry that make a line of a run. */
export interface LineRow {
  id: string;
  line: number;
  target: Record<string, string>;
  outcome: JournalOutcome;
  by: RunLine['by'];
  at: Date;
  status: number | null;
  code: string | null;
  message: string | null;
  request_id: string;
}

/** SQL: those columns. */
export const LINE_COLUMNS = 'id, line, target, outcome, by, at, status, code, message, request_id';

/** How many lines of a run have an outcome. */
export interface OutcomeCount {
  outcome: JournalOutcome;
  count: number;
  retryable: number;
}

/** The outcomes that each count is made of. */
const COUNTED: Record<Exclude<keyof RunCounts, 'total'>, readonly JournalOutcome[]> = {
  done: ['done'],
  refused: ['refused'],
  notSent: ['not-sent'],
  notDone: ['not-done'],
  unknown: ['unknown', 'undetermined'],
  waiting: ['waiting', 'pending'],
};

/**
 * SQL: the first line of a run for which there is something left to do, under a condition; null if there is none. It
 * asks for the order of the index journal_open, so that no plan walks the whole journal.
 */
export const firstOpen = (run: string, condition: string) => `(select j.line from desk.journal j
  where j.owner = ${run}.owner and j.run = ${run}.id and j.outcome in ('waiting', 'pending', 'unknown')
    and ${condition} order by j.outcome desc, j.line desc limit 1)`;

/** SQL: whether a line failed in a way that another attempt can change. */
export const RETRYABLE = `(outcome in ('not-sent', 'not-done') or (outcome = 'refused' and status is distinct from 404
  and coalesce(code, '') not in ('${Object.keys(ERROR_CODES).join("', '")}')))`;

/** SQL: what the entry of a line says that was not sent because the run `r` was stopped, by a person or by Pledge. */
export const STOPPED = `coalesce(r.stopped_by || ' stopped the run before this line was sent.',
  r.who || ' may no longer cancel orders, so this line was not sent.')`;

/** The outcomes of the lines that a filter by one outcome lists: all that are counted with it. */
export function outcomesLike(outcome: JournalOutcome): readonly JournalOutcome[] {
  return Object.values(COUNTED).find((outcomes) => outcomes[0] === outcome) ?? [outcome];
}

export function runOf(row: RunRow, counts: readonly OutcomeCount[], now: number): Run {
  const isHeldUp = row.state === 'running' && row.hold_until !== null && row.hold_until.getTime() > now;
  return {
    id: row.id,
    kind: row.kind,
    reason: row.reason,
    note: row.note,
    who: row.who,
    person: row.actor?.person ?? null,
    verified: row.actor?.verified ?? false,
    organisation: row.organisation,
    state: row.state,
    // Counted down by the clock of the gateway that answers.
    startsAt: (row.state === 'waiting' ? new Date(now + row.starts_in) : row.starts_at).toISOString(),
    pausedBy: row.paused_by,
    stoppedBy: row.state === 'stopped' ? row.stopped_by : null,
    holdUp:
      isHeldUp && row.hold_until
        ? { message: row.hold_message ?? '', until: row.hold_until.toISOString() }
        : null,
    approval: row.approval,
    approvedBy: row.approved_by,
    counts: countsOf(counts),
    retryable: counts.reduce((sum, { retryable }) => sum + retryable, 0),
    createdAt: row.created_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
  };
}

function countsOf(counts: readonly OutcomeCount[]): RunCounts {
  const sum = (outcomes: readonly JournalOutcome[]) =>
    counts.reduce((all, { outcome, count }) => all + (outcomes.includes(outcome) ? count : 0), 0);
  return {
    total: counts.reduce((all, { count }) => all + count, 0),
    done: sum(COUNTED.done),
    refused: sum(COUNTED.refused),
    notSent: sum(COUNTED.notSent),
    notDone: sum(COUNTED.notDone),
    unknown: sum(COUNTED.unknown),
    waiting: sum(COUNTED.waiting),
  };
}

export function lineOf(row: LineRow): RunLine {
  // Lines get their request id when they are about to be sent.
  const wasSent = row.request_id !== '';
  return {
    line: row.line,
    memberId: row.target.id ?? '',
    orderId: row.target.orderId ?? '',
    outcome: row.outcome,
    by: row.by,
    code: row.code,
    message: row.message,
    status: row.status,
    at: wasSent ? row.at.toISOString() : null,
    requestId: wasSent ? row.request_id : null,
    entry: row.id,
  };
}
