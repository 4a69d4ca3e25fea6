import { Pause, Play, Square } from 'lucide-react';
import { useMemo } from 'react';
import type { CancelRun, Trouble } from '#dashboard/api/cancel-run.ts';
import type { RunHead } from '#dashboard/lib/cancel-run.ts';
import { countOf, formatCount } from '#dashboard/lib/figures.ts';
import { readTimestamp } from '#dashboard/lib/times.ts';
import { ExportButton } from '#dashboard/table/export-button.tsx';
import { Badge } from '#dashboard/ui/badge.tsx';
import { Banner } from '#dashboard/ui/banner.tsx';
import { Button } from '#dashboard/ui/button.tsx';
import { DateTime } from '#dashboard/ui/date-time.tsx';
import { ProgressLine } from '#dashboard/ui/progress-line.tsx';
import { reportColumns, reportRows } from './run-report.ts';

/** How a run stands, what troubles it, and what can be done about it. */
export function RunStatus({ run, head }: { run: CancelRun; head: RunHead }) {
  const { counts, rows, trouble, interrupted, place } = run;
  const { phase, total, leftOut } = head;
  const open = counts.waiting + counts.sent + counts['not-sent'];
  const ended = total - open;
  const isMine = place === 'here';
  const isOver = phase === 'done' || phase === 'stopped';
  const nothingSent = counts.waiting === total;
  const report = useMemo(() => reportRows(rows, leftOut), [rows, leftOut]);
  const startedAt = readTimestamp(head.startedAt);
  return (
    <>
      <div className="rounded-panel border border-hairline bg-panel px-4 py-3">
        <div className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-2">
          {isOver && (open > 0 || counts.unknown > 0) && <Badge tone="warning">PARTIAL</Badge>}
          <p className="tabular font-medium">
            <span role="status">{titleOf(run, head)}</span>
            {phase !== 'grace' && (
              <span className="font-normal text-muted">
                {' '}
                · {formatCount(ended)} of {countOf(total, 'order')}
              </span>
            )}
          </p>
          <div className="ml-auto flex flex-wrap gap-2">
            {isMine && phase === 'running' && (
              <Button icon={<Pause size={14} aria-hidden />} onClick={run.pause}>
                Pause
              </Button>
            )}
            {isMine && phase === 'paused' && (
              <Button look="primary" icon={<Play size={14} aria-hidden />} onClick={run.resume}>
                Resume
              </Button>
            )}
            {isMine && !isOver && (
              <Button
                icon={<Square size={14} aria-hidden />}
                onClick={phase === 'grace' && nothingSent ? run.clear : run.stop}
              >
                Stop
              </Button>
            )}
            {isMine && isOver && counts.unknown > 0 && (
              <Button look="primary" onClick={run.resume}>
                Probe {countOf(counts.unknown, 'unknown order')}
              </Button>
            )}
            {phase !== 'grace' && (
              <ExportButton
                name="cancellations"
                columns={reportColumns}
                rows={report}
                total={report.length}
                partial={
                  ended === total
                    ? undefined
                    : `${formatCount(ended)} of ${countOf(total, 'order')} have an outcome`
                }
              />
            )}
            {isMine && isOver && counts.sent === 0 && <Button onClick={run.clear}>New run</Button>}
          </div>
        </div>
        <ProgressLine
          label="Orders with an outcome"
          value={ended}
          total={total}
          still={phase !== 'running'}
        />
        <p className="mt-2 flex flex-wrap gap-x-3 text-label text-muted">
          <span>{head.host}</span>
          {startedAt !== null && (
            <span>
              Begun <DateTime at={startedAt} />
            </span>
          )}
          <span className="wrap-anywhere">Reason: {head.reason}</span>
          {leftOut.length > 0 && (
            <span>{countOf(leftOut.length, 'line')} left out; the report lists them</span>
          )}
        </p>
      </div>
      {place === 'elsewhere' && (
        <Banner tone="info" title="Another tab has this run">
          It goes on there; here you can watch. When that tab is closed, this one takes it over.
        </Banner>
      )}
      {isMine && interrupted && (
        <Banner tone="warning" title="The run was interrupted">
          The page went away while it was under way. {waitingSentence(counts.unknown)} Resume to go on where
          it was: nothing that has an outcome is sent again.
        </Banner>
      )}
      {trouble && (
        <Banner tone="danger" title={troubles[trouble].title}>
          {troubles[trouble].meaning}
        </Banner>
      )}
    </>
  );
}

function waitingSentence(unknown: number): string {
  if (unknown === 0) return 'No answer was lost.';
  return `${countOf(unknown, 'order')} whose answer was lost ${unknown === 1 ? 'is' : 'are'} unknown and probed first.`;
}

function titleOf({ grace, counts }: CancelRun, { phase, total }: RunHead): string {
  switch (phase) {
    case 'grace':
      return `Nothing is sent yet: the first of ${countOf(counts.waiting || total, 'order')} goes out in ${grace ?? 0} s`;
    case 'running':
      return 'Cancelling';
    case 'paused':
      return 'Paused';
    case 'stopped':
      return 'Stopped';
    case 'done':
      return counts.unknown > 0 ? 'Done, but for unknown orders' : 'Done';
  }
}

const troubles: Record<Trouble, { title: string; meaning: string }> = {
  session: {
    title: 'Your session has ended, so the run paused',
    meaning: 'Sign in and resume. Nothing was sent for the orders that were refused for it.',
  },
  unreachable: {
    title: 'The service can’t be reached or asks for less, so the run paused',
    meaning: 'It was tried several times with growing pauses, and nothing was sent. Resume in a while.',
  },
  lost: {
    title: 'Several answers in a row were lost, so the run paused',
    meaning: 'Their orders are unknown. Resume once the service answers again: they are probed first.',
  },
  storage: {
    title: 'The browser can’t keep the run any more, so it paused',
    meaning: 'What can’t be written down is not sent. Free some storage, then resume.',
  },
};
