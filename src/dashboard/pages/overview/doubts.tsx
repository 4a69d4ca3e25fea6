import { ApiError } from '#dashboard/api/http/api-error.ts';
import { explainRead } from '#dashboard/api/http/explain.ts';
import { countOf } from '#dashboard/lib/figures.ts';
import { RefreshFailed } from '#dashboard/table/failures.tsx';
import { Banner } from '#dashboard/ui/banner.tsx';
import { Button } from '#dashboard/ui/button.tsx';
import type { Overview } from './use-overview.ts';

/** Why the figures may not be the whole, where that is so. */
export function Doubts({ all, seen }: Overview) {
  const { state, failedPages, error, doubt, unreadable } = all.progress;
  if (all.rows.length === 0) return null;
  if (error instanceof ApiError && error.kind === 'session') return null;
  const settled = state === 'partial' || state === 'stopped';
  if (settled && seen === null) {
    return (
      <RefreshFailed
        what="loans"
        error={error instanceof Error ? error : new ApiError('unreadable', { message: 'Stopped.' })}
        retrying={false}
        retry={all.refresh}
        at={all.asOf}
      />
    );
  }
  return (
    <>
      {settled && (
        <Banner
          tone="warning"
          title={`Based on ${seen}`}
          action={<Button onClick={all.retry}>Load the rest</Button>}
        >
          {state === 'stopped' && 'Loading was stopped.'}
          {state === 'partial' && doubt === 'paging' && 'The service returned a different page.'}
          {state === 'partial' && doubt === 'repeats' && 'The service returned the same loans again.'}
          {state === 'partial' && failedPages > 0 && `${countOf(failedPages, 'page')} could not be loaded. `}
          {state === 'partial' && error && explainRead(error)}
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
