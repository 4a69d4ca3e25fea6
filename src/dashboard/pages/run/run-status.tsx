import { useInfiniteQuery } from '@tanstack/react-query';
import type { Run, RunLine } from '#contract/runs.ts';
import { wordsOf } from '#dashboard/api/operations/outcome-words.ts';
import {
  endedLines,
  groupLabel,
  LINE_GROUPS,
  pauseReason,
  RUN_STATE_LABELS,
  requesterText,
} from '#dashboard/api/operations/run-labels.ts';
import { type ReadRun, runLinesQuery } from '#dashboard/api/operations/runs.ts';
import { ApprovalLink } from '#dashboard/forms/approval-link.tsx';
import { countOf, formatCount } from '#dashboard/lib/figures.ts';
import { formatClockFully } from '#dashboard/lib/times.ts';
import { LabelBadge } from '#dashboard/ui/badge.tsx';
import { Banner } from '#dashboard/ui/banner.tsx';
import { CopyId } from '#dashboard/ui/copy-id.tsx';
import { DateTime } from '#dashboard/ui/date-time.tsx';
import { ProgressLine } from '#dashboard/ui/progress.tsx';
import { useNow } from '#dashboard/ui/use-now.ts';

export function RunStatus({ run, clockAheadMs }: ReadRun) {
  const { state, counts } = run;
  const ended = endedLines(run);
  return (
    <>
      <section aria-label="Progress" className="rounded-panel border border-hairline bg-panel px-4 py-3">
        <p className="tabular flex flex-wrap items-center gap-x-2 gap-y-1">
          <span role="status">
            <LabelBadge {...RUN_STATE_LABELS[state]} />
            {run.finishedAt !== null && <Tally run={run} />}
          </span>
          <span className="font-medium">{`${formatCount(ended)} of ${countOf(counts.total, 'order')}`}</span>
          <span className="text-muted">
            {state === 'waiting' ? <Countdown run={run} clockAheadMs={clockAheadMs} /> : sentenceOf(run)}
          </span>
        </p>
        <ProgressLine
          label="Orders with an outcome"
          value={ended}
          total={counts.total}
          still={state !== 'running' && state !== 'done'}
        />
        <p className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1 text-muted text-table wrap-anywhere">
          <span>
            {requesterText(run)}, <DateTime at={Date.parse(run.createdAt)} />
          </span>
          {run.finishedAt !== null && (
            <span>
              Finished <DateTime at={Date.parse(run.finishedAt)} />
            </span>
          )}
          <span>Reason: {run.reason}</span>
          {run.note !== '' && <span>Note: {run.note}</span>}
          {run.approval && (
            <span>
              Approval: <ApprovalLink of={{ ...run, approval: run.approval }} />
            </span>
          )}
          <span className="inline-flex items-center gap-1">
            Run ID <CopyId id={run.id} name="run ID" />
          </span>
        </p>
      </section>
      {run.holdUp && <HoldUp {...run.holdUp} clockAheadMs={clockAheadMs} />}
      {state === 'paused' && run.pausedBy === null && (
        <Banner tone="danger" title="The run is paused: the access token was refused">
          Nothing was sent for the orders that are waiting. Sign in with a valid access token, then resume.
        </Banner>
      )}
    </>
  );
}

/** What came of a finished run, also read out once: `Done: 41 cancelled, 2 not found`. */
function Tally({ run }: { run: Run }) {
  const { data } = useInfiniteQuery(runLinesQuery(run.id, null));
  const text = tallyText(run, data?.pages.flatMap(({ lines }) => lines) ?? []);
  return (
    text && (
      <>
        <span className="sr-only">: </span>
        <span className="ml-2">{text}</span>
      </>
    )
  );
}

/** How many lines have which outcome; empty while the lines that were read are older than the counts. */
function tallyText(run: Pick<Run, 'counts' | 'finishedAt'>, lines: readonly RunLine[]): string {
  const { counts } = run;
  const tally = new Map<string, number>();
  const add = (label: string, count: number) => tally.set(label, (tally.get(label) ?? 0) + count);
  if (lines.length === counts.total) {
    if (lines.some(({ outcome }) => outcome === 'waiting' || outcome === 'pending')) return '';
    for (const line of lines) add(wordsOf('cancelOrder', line).label, 1);
  } else
    for (const group of LINE_GROUPS)
      if (counts[group.count] > 0) add(groupLabel(group, run), counts[group.count]);
  return [...tally].map(([label, count]) => `${formatCount(count)} ${label.toLowerCase()}`).join(', ');
}

function Countdown({ run, clockAheadMs }: ReadRun) {
  const seconds = useSecondsUntil(Date.parse(run.startsAt) + clockAheadMs);
  return seconds > 0 ? `Starts in ${seconds} s. Nothing has been sent.` : 'Starting…';
}

/** Why the run waits at the moment, and until when by the gateway's clock. */
function HoldUp(props: NonNullable<Run['holdUp']> & { clockAheadMs: number }) {
  const until = Date.parse(props.until);
  const seconds = useSecondsUntil(until + props.clockAheadMs);
  const left = seconds > 0 ? ` (${formatCount(seconds)} s)` : '';
  return (
    <Banner tone="info" title={`Waiting for the service until ${formatClockFully(until)}${left}`}>
      {props.message} The run then continues by itself.
    </Banner>
  );
}

function sentenceOf({ state, pausedBy, stoppedBy, who, counts, finishedAt }: Run): string {
  const suffix = finishedAt === null ? 'being checked' : 'could not be determined';
  const checking = counts.unknown > 0 ? `${countOf(counts.unknown, 'order')} ${suffix}.` : '';
  switch (state) {
    case 'running':
      return `${checking} You can close this page: the run continues in Pledge.`;
    case 'paused':
      return `${pauseReason({ state, pausedBy })}. ${checking}`;
    case 'stopped':
      if (stoppedBy === null) return `${who} may no longer cancel orders. ${checking}`;
      return `Stopped by ${stoppedBy}${counts.notSent === counts.total ? ' before anything was sent' : ''}. ${checking}`;
    case 'awaiting-approval':
      return 'Someone else has to approve this run. Nothing was sent.';
    case 'rejected':
      return 'Rejected. Nothing was sent.';
    case 'expired':
      return 'No one approved it in time. Nothing was sent.';
    default:
      return checking;
  }
}

/** The whole seconds until an instant by this browser's clock, counted down; 0 once it has passed. */
function useSecondsUntil(instant: number): number {
  return Math.max(0, Math.ceil((instant - useNow(250)) / 1_000));
}
