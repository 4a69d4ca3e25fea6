import { useWaitingApprovals } from '#dashboard/api/approvals/approvals.ts';
import { openText, useOpenCount } from '#dashboard/api/operations/journal.ts';
import { endedLines, RUN_STATE_LABELS } from '#dashboard/api/operations/run-labels.ts';
import { useOpenRuns } from '#dashboard/api/operations/runs.ts';
import { countOf, formatCount } from '#dashboard/lib/figures.ts';

/** How many requests wait for this person's decision, live, next to the link to the page that lists them. */
export function ApprovalBadge() {
  const waiting = useWaitingApprovals();
  if (waiting === 0) return null;
  return (
    <CountBadge
      sentence={`${countOf(waiting, 'request')} waiting for approval`}
      count={formatCount(waiting)}
    />
  );
}

/** How many writes have an unknown outcome, live, next to the link to the page that lists them. */
export function OpenBadge() {
  const open = useOpenCount();
  if (open === null || open.count === 0) return null;
  return (
    <CountBadge sentence={openText(open)} count={`${formatCount(open.count)}${open.hasMore ? '+' : ''}`} />
  );
}

function CountBadge({ sentence, count }: { sentence: string; count: string }) {
  return (
    <span
      title={sentence}
      className="tabular ml-auto rounded-full border border-warning-border bg-warning-soft px-1.5 text-label text-warning"
    >
      <span aria-hidden>{count}</span>
      <span role="status" className="sr-only">
        , {sentence}
      </span>
    </span>
  );
}

/** How far the newest open run of the organisation has come, under the link to its pages; nothing if none is open. */
export function RunBadge() {
  const [run, ...others] = useOpenRuns();
  if (!run) return null;
  const { state, counts } = run;
  const ended = formatCount(endedLines(run));
  const more = others.length > 0 ? `, and ${formatCount(others.length)} more` : '';
  const label = RUN_STATE_LABELS[state].label.toLowerCase();
  const sentence = `Run ${label}: ${ended} of ${countOf(counts.total, 'order')}${more}`;
  return (
    <span
      title={sentence}
      className="tabular basis-full pb-1.5 pl-6.5 text-accent-text text-label leading-none"
    >
      <span aria-hidden>
        {ended} of {formatCount(counts.total)}
      </span>
      <span className="sr-only">{sentence}</span>
    </span>
  );
}
