import { useState } from 'react';
import { useEntryAction } from '#dashboard/api/operations/entries.ts';
import { RefusedLine } from '#dashboard/forms/refused.tsx';
import { TextField } from '#dashboard/forms/text-field.tsx';
import { Button } from '#dashboard/ui/button.tsx';
import type { Opened } from '#dashboard/ui/dialog-button.tsx';
import { TaskDialog } from '#dashboard/ui/task-dialog.tsx';

export function CloseDialog({ entry, opener, onClose }: Opened & { entry: string }) {
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const { mutate, isPending, error } = useEntryAction(entry);
  const problem = problemOf(reason.trim());
  return (
    <TaskDialog
      title="Close as undetermined"
      description="The checks end, and the outcome stays “Not determined”. Your name and the reason are recorded in Activity. This can’t be undone."
      opener={opener}
      onClose={isPending ? undefined : onClose}
    >
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (!problem) mutate({ kind: 'close', reason: reason.trim() }, { onSuccess: onClose });
        }}
      >
        <TextField label="Reason" error={tried ? problem : undefined} text={reason} onText={setReason} long />
        <RefusedLine what="Not closed." error={error} />
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose} disabled={isPending}>
            Go back
          </Button>
          <Button type="submit" look="primary" busy={isPending}>
            Close as undetermined
          </Button>
        </div>
      </form>
    </TaskDialog>
  );
}

/** Why the gateway would refuse a reason. */
function problemOf(reason: string): string | undefined {
  if (reason === '') return 'Enter a reason.';
  return reason.length > 500 ? 'Enter at most 500 characters.' : undefined;
}
