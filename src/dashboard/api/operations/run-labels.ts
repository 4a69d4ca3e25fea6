import type { JournalOutcome } from '#contract/operations.ts';
import type { Run, RunCounts, RunState } from '#contract/runs.ts';
import type { Label } from '#dashboard/lib/label.ts';

export const RUN_STATE_LABELS: Record<RunState, Label> = {
  waiting: { label: 'Starting', tone: 'info' },
  running: { label: 'Cancelling', tone: 'info' },
  paused: { label: 'Paused', tone: 'warning' },
  stopped: { label: 'Stopped', tone: 'neutral' },
  done: { label: 'Done', tone: 'success' },
  'awaiting-approval': { label: 'Awaiting approval', tone: 'warning' },
  rejected: { label: 'Rejected', tone: 'danger' },
  expired: { label: 'Expired', tone: 'neutral' },
};

/** The groups that the lines of a run are counted in: together they are all of its lines. */
export const LINE_GROUPS = [
  { outcome: 'done', count: 'done', label: 'Cancelled' },
  { outcome: 'refused', count: 'refused', label: 'Refused' },
  { outcome: 'not-done', count: 'notDone', label: 'Not cancelled' },
  { outcome: 'unknown', count: 'unknown', label: 'Checking' },
  { outcome: 'not-sent', count: 'notSent', label: 'Not sent' },
  { outcome: 'waiting', count: 'waiting', label: 'Waiting' },
] as const satisfies { outcome: JournalOutcome; count: keyof RunCounts; label: string }[];

/** How many lines were sent and have ended: a run that was stopped or rejected leaves others unsent. */
export function endedLines({ counts, finishedAt }: Pick<Run, 'counts' | 'finishedAt'>): number {
  const { total, waiting, unknown, notSent } = counts;
  return total - waiting - notSent - (finishedAt === null ? unknown : 0);
}

/** The label of a group. Once a run is finished, what is still unknown was closed by a person. */
export function groupLabel(
  { outcome, label }: (typeof LINE_GROUPS)[number],
  run: Pick<Run, 'finishedAt'>,
): string {
  return outcome === 'unknown' && run.finishedAt !== null ? 'Not determined' : label;
}

/** Who asked for a run; what waits for approval, or never got it, was not started. */
export function requesterText({ state, who }: Pick<Run, 'state' | 'who'>): string {
  const isStarted = !['awaiting-approval', 'rejected', 'expired'].includes(state);
  return `${isStarted ? 'Started' : 'Requested'} by ${who}`;
}

/** Why a run is paused; empty if it isn't. */
export function pauseReason({ state, pausedBy }: Pick<Run, 'state' | 'pausedBy'>): string {
  if (state !== 'paused') return '';
  return pausedBy === null ? 'Paused because the access token was refused' : `Paused by ${pausedBy}`;
}
