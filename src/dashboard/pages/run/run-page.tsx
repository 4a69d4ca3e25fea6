import { type QueryClient, useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router-dom';
import { ApiError } from '#dashboard/api/api-error.ts';
import { type ReadRun, runLinesQuery, runQuery, useRunAction } from '#dashboard/api/operations/runs.ts';
import { useStandingError } from '#dashboard/api/use-standing-error.ts';
import { countOf } from '#dashboard/lib/figures.ts';
import { RUNS_ADDRESS } from '#dashboard/lib/run-addresses.ts';
import { zoneSentence } from '#dashboard/lib/times.ts';
import { Failed, RefreshFailed } from '#dashboard/table/failures.tsx';
import { Banner } from '#dashboard/ui/banner.tsx';
import { buttonClass } from '#dashboard/ui/button.tsx';
import { Notice } from '#dashboard/ui/notice.tsx';
import { PageHead } from '#dashboard/ui/page-title.tsx';
import { Skeleton } from '#dashboard/ui/skeleton.tsx';
import { RunActions } from './run-actions.tsx';
import { RunAgain } from './run-again.tsx';
import { RunLines } from './run-lines.tsx';
import { RunStatus } from './run-status.tsx';

export async function loader(
  client: QueryClient,
  _search: URLSearchParams,
  { id = '' }: Readonly<Record<string, string>>,
): Promise<void> {
  await Promise.all([
    client.prefetchQuery(runQuery(id)),
    client.prefetchInfiniteQuery(runLinesQuery(id, null)),
  ]);
}

/** One run of cancellations: its progress, what can be done to it, and the outcome of every order. */
export default function RunPage() {
  const { id = '' } = useParams();
  const query = useQuery(runQuery(id));
  const error = useStandingError(query);
  const { data, isFetching, dataUpdatedAt } = query;
  const retry = () => void query.refetch();
  return (
    <div className="mx-auto flex max-w-400 flex-col gap-4 px-4 py-4 md:px-6">
      {data ? (
        <>
          {error && (
            <RefreshFailed what="run" error={error} retrying={isFetching} retry={retry} at={dataUpdatedAt} />
          )}
          <Found read={data} />
        </>
      ) : (
        <>
          <PageHead title="Run" />
          {error instanceof ApiError && error.kind === 'not-found' ? (
            <Notice title="Run not found" action={<AllRuns />}>
              Check the link.
            </Notice>
          ) : error ? (
            <Failed what="run" error={error} retrying={isFetching} retry={retry} />
          ) : (
            <div aria-busy="true" className="rounded-panel border border-hairline bg-panel p-4">
              <Skeleton className="w-2/3" />
            </div>
          )}
        </>
      )}
      <p className="text-label text-muted">{zoneSentence(Date.now())}</p>
    </div>
  );
}

function Found({ read }: { read: ReadRun }) {
  const { run } = read;
  const action = useRunAction(run.id);
  return (
    <>
      <PageHead title={`Cancellation of ${countOf(run.counts.total, 'order')}`}>
        <div className="flex flex-wrap gap-2">
          <RunActions run={run} action={action} />
          {run.finishedAt !== null && run.retryable > 0 && <RunAgain run={run} />}
        </div>
      </PageHead>
      {action.error && (
        <Banner tone="danger" title="That didn’t work">
          {action.error.message}
        </Banner>
      )}
      <RunStatus {...read} />
      <RunLines run={run} />
      <p>
        <AllRuns />
      </p>
    </>
  );
}

function AllRuns() {
  return (
    <Link to={RUNS_ADDRESS} className={buttonClass()}>
      All runs
    </Link>
  );
}
