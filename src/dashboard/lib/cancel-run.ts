import type { OrderLine, OrderPair } from './order-lines.ts';

/** In what a row ends; exactly one of these. */
export const OUTCOMES = [
  'cancelled',
  'already-cancelled',
  'already-fulfilled',
  'not-this-member',
  'not-cancellable',
  'not-found',
  'refused',
  'unknown',
] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** How a row stands: before its end, and where it was never sent because the run was stopped. */
export type RowState = 'waiting' | 'sent' | 'not-sent' | Outcome;
export const ROW_STATES: readonly RowState[] = ['waiting', 'sent', ...OUTCOMES, 'not-sent'];

/** What came of one call. */
export interface CallAnswer {
  /** `not-sent`: nothing reached the service, so that the same call may go out again. */
  outcome: Outcome | 'not-sent';
  message?: string | undefined;
  code?: string | undefined;
  status?: number | undefined;
  requestId?: string | undefined;
}

/** One order of a run. */
export interface RunRow extends OrderPair, Omit<CallAnswer, 'outcome'> {
  line: number;
  state: RowState;
  /** The answer to an earlier call was lost: whatever is sent now is a probe, and its answer proves the outcome. */
  lost: boolean;
  /** How often it was probed since the run was last resumed. */
  probes: number;
  /** A probe has found it out, and the journal's entry of the lost call still has to be told. */
  owed: boolean;
  /** When it came to this, as ISO 8601. */
  at: string;
}

/** What a run is, beside its rows. */
export interface RunHead {
  id: string;
  host: string;
  reason: string;
  startedAt: string;
  phase: 'grace' | 'running' | 'paused' | 'stopped' | 'done';
  total: number;
  /** Lines that were never part of the run: malformed, the same again, or not asked for. */
  leftOut: OrderLine[];
}

export type Counts = Record<RowState, number>;

/** Seconds in which a run can be called off before its first request. */
export const GRACE_SECONDS = 10;

/** How often an unknown row is probed before it is left to a person. */
export const MOST_PROBES = 2;

const FINAL: ReadonlySet<RowState> = new Set<RowState>(OUTCOMES.filter((outcome) => outcome !== 'unknown'));
const DONE: ReadonlySet<RowState> = new Set<RowState>([
  'cancelled',
  'already-cancelled',
  'already-fulfilled',
]);

/** Whether it is known what became of a row: then nothing is sent for it again unless a person asks. */
export function isSettled(row: RunRow): boolean {
  return FINAL.has(row.state);
}

/** Whether another run may bring something: the order isn't settled for good. */
export function isFailed(row: RunRow): boolean {
  return !DONE.has(row.state) && row.state !== 'waiting' && row.state !== 'sent';
}

export function newRow(pair: OrderPair & { line: number }, at: string): RunRow {
  const { line, member, order } = pair;
  return { line, member, order, state: 'waiting', lost: false, probes: 0, owed: false, at };
}

/** The row as it is written down before its request goes out. Throws where it is settled or already under way. */
export function sending(row: RunRow, at: string): RunRow {
  if (row.state !== 'waiting' && row.state !== 'unknown') {
    throw new Error(`Line ${row.line} is ${row.state}: nothing may be sent for it.`);
  }
  return { ...row, state: 'sent', probes: row.probes + (row.lost ? 1 : 0), at };
}

/** The row after the answer to its request. Throws where none is under way. */
export function answered(row: RunRow, answer: CallAnswer, at: string): RunRow {
  if (row.state !== 'sent') throw new Error(`Line ${row.line} is ${row.state}: no answer is due to it.`);
  const { outcome, message, code, status, requestId } = answer;
  const told = { ...row, message, code, status, requestId, at };
  if (outcome === 'not-sent') {
    return { ...told, state: row.lost ? 'unknown' : 'waiting', probes: row.probes - (row.lost ? 1 : 0) };
  }
  if (outcome === 'unknown') return { ...told, state: 'unknown', lost: true };
  // A refusal of a kind that nobody knows says nothing of what became of the call before it.
  if (outcome === 'refused' && row.lost) return { ...told, state: 'unknown' };
  return { ...told, state: outcome, owed: row.lost };
}

/** The row as it stands after everything ended at once: what was under way is unknown, and is probed first. */
export function recovered(row: RunRow): RunRow {
  const now = row.state === 'sent' ? { ...row, state: 'unknown' as const, lost: true } : row;
  return now.state === 'unknown' ? { ...now, probes: 0 } : now;
}

/** The row after a stop: what had not gone out does not go out. */
export function stopped(row: RunRow): RunRow {
  return row.state === 'waiting' ? { ...row, state: 'not-sent' } : row;
}

/** The row for another run of those that failed. An order that is settled for good stays as it is. */
export function again(row: RunRow, at: string): RunRow {
  if (!isFailed(row)) return row;
  return { ...row, state: row.state === 'unknown' ? 'unknown' : 'waiting', probes: 0, at };
}

/** What the journal is told of the lost call once a probe has found it out; null where it found out nothing. */
export function settlementOf(row: Pick<RunRow, 'state' | 'requestId'>): {
  outcome: 'found-done' | 'found-not-done';
  evidence: string;
} | null {
  const answer = `answer to a probe${row.requestId ? ` (request ${row.requestId})` : ''}`;
  switch (row.state) {
    case 'cancelled':
      return {
        outcome: 'found-not-done',
        evidence: `By the ${answer} the probe itself cancelled the order.`,
      };
    case 'already-cancelled':
      return { outcome: 'found-done', evidence: `By the ${answer} the order was cancelled already.` };
    case 'already-fulfilled':
      return { outcome: 'found-not-done', evidence: `By the ${answer} the order is fulfilled.` };
    case 'not-this-member':
    case 'not-cancellable':
    case 'not-found':
      return { outcome: 'found-not-done', evidence: `By the ${answer} this order can’t be cancelled so.` };
    default:
      return null;
  }
}

export function countStates(rows: readonly RunRow[]): Counts {
  const counts = Object.fromEntries(ROW_STATES.map((state) => [state, 0])) as Counts;
  for (const { state } of rows) counts[state] += 1;
  return counts;
}

/** A row as it was kept; null where what was kept is none. */
export function readRow(value: unknown): RunRow | null {
  const row = value as Partial<RunRow> | null;
  if (typeof row !== 'object' || row === null) return null;
  const isText =
    typeof row.member === 'string' && typeof row.order === 'string' && typeof row.at === 'string';
  const isNumber = Number.isInteger(row.line) && Number.isInteger(row.probes);
  return isText && isNumber && ROW_STATES.includes(row.state as RowState) ? (row as RunRow) : null;
}
