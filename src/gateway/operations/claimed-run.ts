import type { Author, EntryCheck, JournalOutcome } from '#contract/operations.ts';
import type { RunState } from '#contract/runs.ts';
import type { RunRow } from './run-row.ts';

/** A run that this gateway works on. */
export type ClaimedRun = Pick<RunRow, 'owner' | 'id' | 'token' | 'hold_count' | 'actor' | 'who'>;

/** A line that this gateway is about to send, or to send again if its outcome is unknown. */
export interface ClaimedLine {
  id: string;
  outcome: 'pending' | 'unknown';
  key: string;
  target: Record<string, string>;
  request_id: string;
  /** When it was first sent, and how often it has been checked since; both mean nothing for a pending line. */
  at: Date;
  check_count: number;
}

/** What a gateway got of a run that it works on, and the run's state; null if it is not its run any more. */
export interface ClaimedLines {
  state: RunState | null;
  lines: ClaimedLine[];
}

/** What became of a line that was sent. */
export interface LineResult {
  id: string;
  /** The claim that it was sent under: a later one may have taken its place. */
  request_id: string;
  outcome: JournalOutcome;
  by: Author | null;
  status: number | null;
  code: string | null;
  message: string | null;
  reply: unknown;
  /** When it was sent first, and how long the answer took; null for a check, which keeps both. */
  at: string | null;
  duration_ms: number | null;
  settled_at: string | null;
  /** Set if this was a check of an unknown outcome. */
  checked: EntryCheck | null;
  check_at: string | null;
  /** The service refused the access token of the check: it is checked again once there is another one. */
  blocked: boolean;
}

/** Why a run is left alone for a while. */
export interface Hold {
  message: string;
  until: Date;
  /** How many holds in a row brought no answer. */
  count: number;
}
