import { ApiError } from '#dashboard/api/http/api-error.ts';
import { countOf } from '#dashboard/lib/figures.ts';
import { formatClock } from '#dashboard/lib/times.ts';
import { RefreshFailed, RetryBanner } from '#dashboard/table/failures.tsx';
import { loadDoubts } from '#dashboard/table/load-progress-bar.tsx';
import { Banner } from '#dashboard/ui/banner.tsx';
import { Button } from '#dashboard/ui/button.tsx';
import type { Overview } from './use-overview.ts';

/** Why the figures may not be the whole, where that is so. */
export function Doubts({ all, seen }: Overview) {
  const { state, error, unreadable } = all.progress;
  if (all.rows.length === 0) return null;
  if (error instanceof ApiError && error.kind === 'session') return null;
  const isShort = state === 'partial' || state === 'stopped' || state === 'paused';
  const failed = { retrying: false, retry: all.retry };
  if (isShort && seen === null && error)
    return <RefreshFailed what="loans" error={error} {...failed} at={all.asOf} />;
  const why = [
    state === 'stopped' && 'Loading was stopped.',
    state === 'paused' && 'Loading is paused.',
    ...loadDoubts(all.progress, 'loan'),
  ]
    .filter(Boolean)
    .join(' ');
  if (isShort && seen === null) {
    const title = `The loans could not be refreshed. Shown as of ${formatClock(all.asOf)}.`;
    return (
      <RetryBanner {...{ title, ...failed }} error={null}>
        {why}
      </RetryBanner>
    );
  }
  return (
    <>
      {isShort && (
        <Banner
          tone="warning"
          title={`Based on ${seen}`}
          action={<Button onClick={all.retry}>Load the rest</Button>}
        >
          {why}
        </Banner>
      )}
      {unreadable > 0 && (
        <Banner tone="warning" title={`${countOf(unreadable, 'row')} could not be read`}>
          Not included in the figures.
        </Banner>
      )}
    </>
  );
}
