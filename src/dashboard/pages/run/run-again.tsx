import { RotateCcw } from 'lucide-react';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Run } from '#contract/runs.ts';
import { useRunAgain } from '#dashboard/api/operations/runs.ts';
import { ConfirmCancelDialog } from '#dashboard/forms/confirm-cancel-dialog.tsx';
import { formatCount } from '#dashboard/lib/figures.ts';
import { runAddress } from '#dashboard/lib/run-addresses.ts';
import { newUuid } from '#dashboard/lib/uuid.ts';
import { Button } from '#dashboard/ui/button.tsx';

/** Starts another run of the orders that failed and can be retried, once it is confirmed. */
export function RunAgain({ run }: { run: Run }) {
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
              ? [{ label: 'Left out', value: `${formatCount(excluded)} refused for good` }]
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
