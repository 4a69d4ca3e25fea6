import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiError } from '#dashboard/api/http/api-error.ts';
import { explainRead } from '#dashboard/api/http/explain.ts';
import { countOf } from '#dashboard/lib/figures.ts';
import { formatClock } from '#dashboard/lib/times.ts';
import { Banner } from '#dashboard/ui/banner.tsx';
import { Button } from '#dashboard/ui/button.tsx';
import { ErrorReference } from '#dashboard/ui/error-reference.tsx';
import { Notice } from '#dashboard/ui/notice.tsx';

type Retry = { retrying: boolean; retry: () => void };

/** `what` names the rows: `loans`. */
type FailedProps = Retry & { what: string; error: Error };

/** Takes the place of the rows: they could not be loaded. */
export function Failed({ what, error, ...retry }: FailedProps) {
  return (
    <Notice
      urgent
      title={`The ${what} could not be loaded`}
      action={<RetryButton look="primary" {...retry} />}
    >
      <Explanation error={error} />
    </Notice>
  );
}

/** Takes the place of the rows if a complete load has none: title and children say so, unless rows could not be read. */
export function NoneRead(props: {
  noun: string;
  all: { progress: { unreadable: number }; refresh: () => void };
  title: string;
  children: string;
}) {
  const { noun, all, title, children } = props;
  const { unreadable } = all.progress;
  return (
    <Notice
      title={unreadable > 0 ? `No ${noun} could be read` : title}
      action={<Button onClick={all.refresh}>Refresh</Button>}
    >
      {unreadable > 0 ? `${countOf(unreadable, 'row')} could not be read.` : children}
    </Notice>
  );
}

/** In a panel, in place of what could not be loaded. */
export function FailedLine({ what, error, ...retry }: FailedProps) {
  return (
    <div role="alert" className="flex flex-wrap items-center justify-between gap-2 text-table">
      <p className="min-w-0 flex-1 basis-60 wrap-anywhere">
        The {what} could not be loaded. {explainRead(error)}
      </p>
      <RetryButton {...retry} />
    </div>
  );
}

/** Above rows that could not be refreshed, or that are incomplete: then `at` is 0. */
export function RefreshFailed({ what, at, ...failed }: FailedProps & { at: number }) {
  const since = at > 0 ? `refreshed. Shown as of ${formatClock(at)}` : 'loaded';
  return (
    <RetryBanner title={`The ${what} could not be ${since}.`} {...failed}>
      <Explanation error={failed.error} />
    </RetryBanner>
  );
}

/** Above a record that is here and could not be read again. `byRole`: roles decide who may see it. */
export function StaleRecord(props: { what: string; query: StaleQuery; byRole?: boolean }) {
  const { what, query, byRole } = props;
  const { data, error } = query;
  if (!data || !error) return null;
  const { at, ...retry } = retryOf(query);
  const isEnded = byRole && error instanceof ApiError && error.kind === 'not-found';
  if (!isEnded) return <RefreshFailed {...{ what, error, at }} {...retry} />;
  return (
    <RetryBanner title={`Your access to the ${what} has ended`} error={error} {...retry}>
      Shown as of {formatClock(at)}. Your role may have changed. Ask an administrator of your organisation.
    </RetryBanner>
  );
}

type StaleQuery = Pick<UseQueryResult, 'data' | 'error' | 'isFetching' | 'refetch' | 'dataUpdatedAt'>;

type RetryBannerProps = Retry & { title: string; error: Error | null; children: ReactNode };

/** Says that something failed and why, and does it again. */
export function RetryBanner({ title, error, children, ...retry }: RetryBannerProps) {
  // The sign-in that comes over the page then says all there is to say.
  if (error instanceof ApiError && error.kind === 'session') return null;
  return (
    <Banner tone="danger" title={title} action={<RetryButton {...retry} />}>
      {children}
    </Banner>
  );
}

function RetryButton({ retrying, retry, look = 'secondary' }: Retry & { look?: 'primary' | 'secondary' }) {
  return (
    <Button look={look} busy={retrying} onClick={retry}>
      Retry
    </Button>
  );
}

function Explanation({ error }: { error: Error }) {
  if (!(error instanceof ApiError)) return <p>Something went wrong in Pledge. Reload the page.</p>;
  return (
    <>
      <p>{explainRead(error)}</p>
      <ErrorReference code={error.code} status={error.status} requestId={error.requestId} />
    </>
  );
}

/** How queries that failed are tried again, and as of when their oldest data are; 0 without any. */
export function retryOf(
  ...queries: readonly Pick<UseQueryResult, 'isFetching' | 'refetch' | 'dataUpdatedAt'>[]
) {
  const times = queries.map(({ dataUpdatedAt }) => dataUpdatedAt).filter((at) => at > 0);
  return {
    retrying: queries.some(({ isFetching }) => isFetching),
    retry: () => void Promise.all(queries.map(({ refetch }) => refetch())),
    at: times.length > 0 ? Math.min(...times) : 0,
  };
}
