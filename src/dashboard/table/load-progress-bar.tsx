import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import RotateCw from 'lucide-react/icons/rotate-cw';
import Square from 'lucide-react/icons/square';
import { useEffect, useState } from 'react';
import type { AllRows } from '#dashboard/api/http/all-rows.ts';
import { explainRead } from '#dashboard/api/http/explain.ts';
import { countOf, seenOf } from '#dashboard/lib/figures.ts';
import { hasEveryRow, type Load, type LoadProgress } from '#dashboard/lib/load-pages.ts';
import { Badge } from '#dashboard/ui/badge.tsx';
import { Button } from '#dashboard/ui/button.tsx';
import { ProgressLine } from '#dashboard/ui/progress.tsx';
import { useNow } from '#dashboard/ui/use-now.ts';
import { RefreshFailed } from './failures.tsx';

/** How far a load of all rows has come, if it isn't whole; or that a refresh failed, and the rows of before are shown. */
export function LoadNews({ all, noun }: { all: Omit<AllRows<unknown>, 'rows'>; noun: string }) {
  const { progress, shown } = all;
  const isMoving = progress.state === 'loading' || progress.state === 'paused';
  const stands = shown !== progress;
  const error = stands && progress.error instanceof Error ? progress.error : null;
  const isEnough = error !== null || (stands && shown.state === 'complete');
  const isWhole = hasEveryRow(progress);
  const saysHowFar = isEnough ? isMoving || progress.doubt !== 'none' : !isWhole;
  return (
    <>
      {error && (
        <RefreshFailed what={`${noun}s`} error={error} retrying={isMoving} retry={all.retry} at={all.asOf} />
      )}
      {saysHowFar && <LoadProgressBar progress={progress} noun={noun} load={all} />}
    </>
  );
}

export function LoadProgressBar(props: {
  progress: LoadProgress;
  noun: string;
  load: Pick<Load, 'pause' | 'resume' | 'stop' | 'retry'>;
}) {
  const { progress, noun, load } = props;
  const { state, loaded, total, unreadable } = progress;
  const running = state === 'loading';
  const elapsed = useElapsed(running);
  const headline = headlineOf(progress, noun);
  const said = useSlowly(headline, state);
  const button = (text: string, Icon: typeof Pause, onClick: () => void) => (
    <Button icon={<Icon size={14} aria-hidden />} onClick={onClick} className="h-8! px-2.5!">
      {text}
    </Button>
  );
  const short = state === 'partial' || state === 'stopped';
  // If the service answers with other pages than were asked for, asking again ends the same way.
  const mayRetry = short && (progress.failedPages > 0 || ['none', 'changed'].includes(progress.doubt));
  return (
    <fieldset
      aria-label={`Loading all ${noun}s`}
      className="min-w-0 rounded-panel border border-hairline bg-panel px-3 py-2 text-table"
    >
      <div className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-2">
        {short && <Badge tone="warning">PARTIAL</Badge>}
        <p className="tabular min-w-0">
          {headline}
          {elapsed > 0 && (
            <span className="text-muted">
              {' · '}
              {Math.floor(elapsed / 60)}:{String(elapsed % 60).padStart(2, '0')}
            </span>
          )}
        </p>
        <span role="status" className="sr-only">
          {said}
        </span>
        <div className="ml-auto flex gap-2">
          {running && button('Pause', Pause, load.pause)}
          {state === 'paused' && button('Resume', Play, load.resume)}
          {(running || state === 'paused') && button('Stop', Square, load.stop)}
          {mayRetry && button(state === 'stopped' ? 'Resume' : 'Retry', RotateCw, load.retry)}
        </div>
      </div>
      {(running || state === 'paused') && (
        <ProgressLine label={`${noun}s loaded`} value={loaded} total={total} still={!running} />
      )}
      {loadDoubts(progress, noun).map((text) => (
        <p key={text} className="mt-1 text-soft wrap-anywhere">
          {text}
        </p>
      ))}
      {unreadable > 0 && (
        <p className="mt-1 text-soft wrap-anywhere">{countOf(unreadable, 'row')} could not be read.</p>
      )}
    </fieldset>
  );
}

function headlineOf(progress: LoadProgress, noun: string): string {
  const { state, loaded, total } = progress;
  if (hasEveryRow(progress) && total !== undefined) return `All ${countOf(loaded, noun)}`;
  const seen = total === undefined ? countOf(loaded, noun) : seenOf(progress, noun);
  return state === 'paused' || state === 'stopped' ? `${seen}, ${state}` : seen;
}

/** Why what was loaded isn't, or may not be, the whole; a sentence each. */
export function loadDoubts({ doubt, failedPages, error }: LoadProgress, noun: string): string[] {
  return [
    doubt === 'paging' &&
      `Paging not confirmed: the service returned a different page, so the other ${noun}s can’t be loaded.`,
    doubt === 'repeats' && `The service returned the same ${noun}s again, so the rest can’t be loaded.`,
    doubt === 'changed' &&
      `The list kept changing while it loaded. Some ${noun}s may be missing or out of date.`,
    failedPages > 0 &&
      `${countOf(failedPages, 'page')} could not be loaded. ${error ? explainRead(error) : ''}`,
  ].filter((text) => text !== false);
}

function useElapsed(running: boolean): number {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => setSeconds((now) => now + 1), 1000);
    return () => clearInterval(timer);
  }, [running]);
  return seconds;
}

/** The text to read out: it changes at once with the state, and otherwise every five seconds. */
function useSlowly(text: string, state: string): string {
  const tick = useNow(5_000);
  const [said, setSaid] = useState({ text, state, tick });
  if (said.state !== state || said.tick !== tick) setSaid({ text, state, tick });
  return said.text;
}
