import type { AllRows } from '#dashboard/api/http/all-rows.ts';
import { RefreshFailed } from './failures.tsx';
import { LoadProgressBar } from './load-progress-bar.tsx';

interface LoadNewsProps {
  all: Omit<AllRows<unknown>, 'rows'>;
  /** What one row is: `loan`. */
  noun: string;
}

/**
 * How far a load of all rows has come, where that isn't to the last of them. Of a load that was to take the place of
 * rows that still stand, that it failed: what it brought until then is not what is shown.
 */
export function LoadNews({ all, noun }: LoadNewsProps) {
  const { progress, shown } = all;
  const isMoving = progress.state === 'loading' || progress.state === 'paused';
  const stands = shown !== progress && shown.state === 'complete';
  const error = stands && progress.error instanceof Error ? progress.error : null;
  const isWhole = progress.state === 'complete' && progress.unreadable === 0;
  const saysHowFar = stands ? isMoving || progress.doubt !== 'none' : !isWhole;
  return (
    <>
      {error && (
        <RefreshFailed what={`${noun}s`} error={error} retrying={isMoving} retry={all.retry} at={all.asOf} />
      )}
      {saysHowFar && <LoadProgressBar progress={progress} noun={noun} load={all} />}
    </>
  );
}
