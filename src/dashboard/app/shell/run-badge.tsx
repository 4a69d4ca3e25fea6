import type { Run } from '#contract/runs.ts';
import { endedLines, RUN_STATE_LABELS } from '#dashboard/api/operations/run-labels.ts';
import { useOpenRuns } from '#dashboard/api/operations/runs.ts';
import { countOf, formatCount } from '#dashboard/lib/figures.ts';

/** How far the newest open run of the organisation has come, under the link to its pages; nothing if none is open. */
export function RunBadge() {
  const [run, ...others] = useOpenRuns();
  if (!run) return null;
  const sentence = sentenceOf(run, others.length);
  return (
    <span
      title={sentence}
      className="tabular basis-full pb-1.5 pl-6.5 text-accent-text text-label leading-none"
    >
      <span aria-hidden>
        {formatCount(endedLines(run))} of {formatCount(run.counts.total)}
      </span>
      <span className="sr-only">{sentence}</span>
    </span>
  );
}

function sentenceOf(run: Run, others: number): string {
  const { state, counts } = run;
  const progress = `${formatCount(endedLines(run))} of ${countOf(counts.total, 'order')}`;
  const more = others > 0 ? `, and ${formatCount(others)} more` : '';
  return `Run ${RUN_STATE_LABELS[state].label.toLowerCase()}: ${progress}${more}`;
}
