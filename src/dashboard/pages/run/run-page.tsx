import { type QueryClient, useQuery } from '@tanstack/react-query';
import { Download, Pause, Play, RotateCcw, Square } from 'lucide-react';
import { useRef, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { RUN_ACTIONS_IN, type Run, type RunAction } from '#contract/runs.ts';
import { RUNS_ADDRESS, runAddress } from '#dashboard/api/addresses.ts';
import { ApiError } from '#dashboard/api/http/api-error.ts';
import { useStandingError } from '#dashboard/api/http/use-standing-error.ts';
import {
  type ReadRun,
  reportAddress,
  runLinesQuery,
  runQuery,
  useRunAction,
  useRunAgain,
} from '#dashboard/api/operations/runs.ts';
import { useMay } from '#dashboard/api/session/permissions.ts';
import { ConfirmCancelDialog } from '#dashboard/forms/confirm-cancel-dialog.tsx';
import { countOf, formatCount } from '#dashboard/lib/figures.ts';
import { newUuid } from '#dashboard/lib/uuid.ts';
import { Failed, RefreshFailed } from '#dashboard/table/failures.tsx';
import { Banner } from '#dashboard/ui/banner.tsx';
import { Button, buttonClass } from '#dashboard/ui/button.tsx';
import { Notice } from '#dashboard/ui/notice.tsx';
import { focusHeading, PageHead } from '#dashboard/ui/page-title.tsx';
import { Skeleton } from '#dashboard/ui/skeleton.tsx';
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
    <div className="mx-auto flex max-w-400 flex-col gap-4 px-4 py-4 md:px-6 desk:h-full desk:min-h-168">
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
    </div>
  );
}

function Found({ read }: { read: ReadRun }) {
  const { run } = read;
  const action = useRunAction(run.id);
  const mayCancel = useMay('cancel-orders');
  return (
    <>
      <PageHead title={`Cancellation of ${countOf(run.counts.total, 'order')}`}>
        <div className="flex flex-wrap gap-2">
          <RunActions run={run} action={action} />
          {mayCancel && run.finishedAt !== null && run.retryable > 0 && <RunAgain run={run} />}
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

const ACTIONS: Record<RunAction, { label: string; Icon: typeof Pause }> = {
  now: { label: 'Start now', Icon: Play },
  resume: { label: 'Resume', Icon: Play },
  pause: { label: 'Pause', Icon: Pause },
  stop: { label: 'Stop', Icon: Square },
};

interface RunActionsProps {
  run: Run;
  action: ReturnType<typeof useRunAction>;
}

/** What can be done to a run in its state, and its report. */
function RunActions({ run, action }: RunActionsProps) {
  const mayCancel = useMay('cancel-orders');
  const possible: readonly RunAction[] = mayCancel ? RUN_ACTIONS_IN[run.state] : [];
  // In the grace period, resuming is starting now, and a pause has nothing to pause.
  const hidden: readonly RunAction[] = run.state === 'waiting' ? ['pause', 'resume'] : ['now'];
  const offered = (['now', 'resume', 'pause', 'stop'] as const).filter(
    (name) => possible.includes(name) && !hidden.includes(name),
  );
  return (
    <>
      {offered.map((name) => {
        const { label, Icon } = ACTIONS[name];
        return (
          <Button
            key={name}
            look={name === 'resume' ? 'primary' : 'secondary'}
            icon={<Icon size={14} aria-hidden />}
            busy={action.isPending && action.variables === name}
            // What was pressed goes with the state that it was for.
            onClick={() => action.mutate(name, { onSuccess: focusHeading })}
          >
            {label}
          </Button>
        );
      })}
      <a href={reportAddress(run.id)} download className={buttonClass()}>
        <Download size={16} aria-hidden />
        {run.finishedAt === null ? 'Report so far (CSV)' : 'Report (CSV)'}
      </a>
    </>
  );
}

/** Starts another run of the orders that failed and can be retried, once it is confirmed. */
function RunAgain({ run }: { run: Run }) {
  const [asking, setAsking] = useState(false);
  // The same for every press, so that a lost answer never makes a second run.
  const [id] = useState(newUuid);
  const again = useRunAgain(run.id);
  const navigate = useNavigate();
  const opener = useRef<HTMLButtonElement>(null);
  const excluded = run.counts.refused + run.counts.notSent + run.counts.notDone - run.retryable;
  return (
    <>
      <Button ref={opener} icon={<RotateCcw size={14} aria-hidden />} onClick={() => setAsking(true)}>
        Retry {formatCount(run.retryable)}…
      </Button>
      {asking && (
        <ConfirmCancelDialog
          count={run.retryable}
          facts={[
            { label: 'Reason', value: run.reason },
            ...(excluded > 0
              ? [{ label: 'Not retried', value: `${formatCount(excluded)} refused for good` }]
              : []),
          ]}
          error={again.error?.message}
          opener={opener}
          onClose={() => setAsking(false)}
          onConfirm={async () => {
            await again.mutateAsync(id).then(
              () => navigate(runAddress(id)),
              // The dialog shows the error and stays open.
              () => {},
            );
          }}
        />
      )}
    </>
  );
}
