import { type QueryClient, useQuery } from '@tanstack/react-query';
import Download from 'lucide-react/icons/download';
import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import Square from 'lucide-react/icons/square';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { RUN_ACTIONS_IN, type Run, type RunAction } from '#contract/runs.ts';
import { RUNS_ADDRESS, runAddress } from '#dashboard/api/addresses.ts';
import { prefetchList } from '#dashboard/api/http/list-source.ts';
import { memberList } from '#dashboard/api/members/members.ts';
import {
  type ReadRun,
  reportAddress,
  runLinesQuery,
  runQuery,
  useRunWish,
} from '#dashboard/api/operations/runs.ts';
import { useMay } from '#dashboard/api/session/permissions.ts';
import { ButtonLink } from '#dashboard/forms/button-link.tsx';
import { PrintedLine } from '#dashboard/forms/printed-line.tsx';
import { countOf, formatCount } from '#dashboard/lib/figures.ts';
import { newUuid } from '#dashboard/lib/uuid.ts';
import { StaleRecord } from '#dashboard/table/failures.tsx';
import { MissingRecord } from '#dashboard/table/missing-record.tsx';
import { Banner } from '#dashboard/ui/banner.tsx';
import { Button, buttonClass } from '#dashboard/ui/button.tsx';
import { DialogButton } from '#dashboard/ui/dialog-button.tsx';
import { focusHeading } from '#dashboard/ui/focus.ts';
import { lazyPanel } from '#dashboard/ui/lazy-part.tsx';
import { PageHead } from '#dashboard/ui/page-title.tsx';
import '#dashboard/styles/print.css';
import { RunLines } from './run-lines.tsx';
import { RunStatus } from './run-status.tsx';

const ConfirmCancelDialog = lazyPanel(() =>
  import('#dashboard/forms/confirm-cancel-dialog.tsx').then((module) => module.ConfirmCancelDialog),
);

export function loader(client: QueryClient, _search: URLSearchParams, { id = '' }: Record<string, string>) {
  const lines = client.prefetchInfiniteQuery(runLinesQuery(id, null));
  return Promise.all([client.prefetchQuery(runQuery(id)), lines, prefetchList(client, memberList)]);
}

const ALL_RUNS = <ButtonLink to={RUNS_ADDRESS}>All runs</ButtonLink>;

/** One run of cancellations: its progress, what can be done to it, and the outcome of every order. */
export default function RunPage() {
  const { id = '' } = useParams();
  const query = useQuery(runQuery(id));
  const { data } = query;
  return (
    <div className="mx-auto flex max-w-400 flex-col gap-4 px-4 py-4 md:px-6 desk:h-full desk:min-h-168">
      <StaleRecord what="run" query={query} byRole />
      {data ? (
        <Found read={data} />
      ) : (
        <MissingRecord title="Run" what="run" query={query} notFound="Run not found" action={ALL_RUNS}>
          Check the link.
        </MissingRecord>
      )}
    </div>
  );
}

function Found({ read }: { read: ReadRun }) {
  const { run } = read;
  const action = useRunWish(run.id);
  const mayCancel = useMay('cancel-orders');
  const possible: readonly RunAction[] = mayCancel ? RUN_ACTIONS_IN[run.state] : [];
  // In the grace period, resuming is starting now, and a pause has nothing to pause.
  const hidden: readonly RunAction[] = run.state === 'waiting' ? ['pause', 'resume'] : ['now'];
  const offered = ACTIONS.filter(({ name }) => possible.includes(name) && !hidden.includes(name));
  const failed = action.error && offered.find(({ name }) => name === action.variables?.path);
  return (
    <>
      <PrintedLine />
      <PageHead title={`Cancellation of ${countOf(run.counts.total, 'order')}`}>
        {/* By the second press of a double-click, another action may have come where the first one was. */}
        <div
          className="flex flex-wrap gap-2 print:hidden"
          onClickCapture={(event) => {
            if (event.detail < 2) return;
            event.preventDefault();
            event.stopPropagation();
          }}
        >
          {offered.map(({ name, label, Icon }) => (
            <Button
              key={name}
              look={name === 'resume' ? 'primary' : 'secondary'}
              icon={<Icon size={14} aria-hidden />}
              busy={action.isPending && action.variables?.path === name}
              // What was pressed goes with the state that it was for.
              onClick={() => action.mutate({ path: name }, { onSuccess: focusHeading })}
            >
              {label}
            </Button>
          ))}
          <a href={reportAddress(run.id)} download className={buttonClass()}>
            <Download size={16} aria-hidden />
            {run.finishedAt === null ? 'Report so far (CSV)' : 'Report (CSV)'}
          </a>
          <RunAgain run={run} offered={mayCancel && run.finishedAt !== null && run.retryable > 0} />
        </div>
      </PageHead>
      {failed && (
        <Banner tone="danger" title={`The run was not ${failed.done}`}>
          {action.error?.message} Press {failed.label} again.
        </Banner>
      )}
      <RunStatus {...read} />
      <RunLines run={run} />
      <p className="print:hidden">{ALL_RUNS}</p>
      <p className="hidden print:block">The report (CSV) lists every order with its whole ID.</p>
    </>
  );
}

const ACTIONS = [
  { name: 'now', label: 'Start now', done: 'started', Icon: Play },
  { name: 'resume', label: 'Resume', done: 'resumed', Icon: Play },
  { name: 'pause', label: 'Pause', done: 'paused', Icon: Pause },
  { name: 'stop', label: 'Stop', done: 'stopped', Icon: Square },
] as const satisfies { name: RunAction; label: string; done: string; Icon: typeof Pause }[];

/** Starts another run of the orders that failed and can be retried, once it is confirmed. */
function RunAgain({ run, offered }: { run: Run; offered: boolean }) {
  // The same for every press, so that a lost answer never makes a second run.
  const [id] = useState(newUuid);
  const again = useRunWish(run.id);
  const navigate = useNavigate();
  const excluded = run.counts.refused + run.counts.notSent + run.counts.notDone - run.retryable;
  return (
    <DialogButton
      offered={offered}
      icon={<RotateCcw size={14} aria-hidden />}
      approach={ConfirmCancelDialog.approach}
      mayOpen={() => {
        again.reset();
        return true;
      }}
      dialog={(props) => (
        <ConfirmCancelDialog
          {...props}
          count={run.retryable}
          facts={[
            { label: 'Reason', value: run.reason },
            {
              label: 'Not retried',
              value: excluded > 0 && `${countOf(excluded, 'order')} that a retry can’t change`,
            },
          ]}
          error={again.error}
          busy={again.isPending}
          // If it fails, the dialog shows the error and stays open; if the page is left, no one is taken to the run.
          // It leads to the run of a colleague who was first.
          onConfirm={() =>
            again.mutate({ path: 'again', id }, { onSuccess: ({ run }) => navigate(runAddress(run.id)) })
          }
        />
      )}
    >
      Retry {formatCount(run.retryable)}…
    </DialogButton>
  );
}
