import { Link } from 'react-router-dom';
import { useOpenRuns } from '#dashboard/api/operations/runs.ts';
import { countOf, formatCount } from '#dashboard/lib/figures.ts';
import { runAddress } from '#dashboard/lib/run-addresses.ts';
import { endedLines, RUN_STATE_LABELS } from '#dashboard/lib/run-labels.ts';
import { Banner } from '#dashboard/ui/banner.tsx';
import { buttonClass } from '#dashboard/ui/button.tsx';

/** The open runs of the organisation, from every browser and person. */
export function OpenRuns() {
  return useOpenRuns().map((run) => (
    <Banner
      key={run.id}
      tone={run.state === 'paused' ? 'warning' : 'info'}
      title={`Run ${RUN_STATE_LABELS[run.state].label.toLowerCase()}: ${formatCount(endedLines(run))} of ${countOf(run.counts.total, 'order')}`}
      action={
        <Link to={runAddress(run.id)} className={buttonClass()}>
          View run
        </Link>
      }
    >
      Started by {run.who}.
    </Banner>
  ));
}
