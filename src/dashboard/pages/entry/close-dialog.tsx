import { type RefObject, useState } from 'react';
import type { JournalEntry } from '#contract/operations.ts';
import { ApiError } from '#dashboard/api/api-error.ts';
import { explainRead } from '#dashboard/api/explain.ts';
import { useEntryAction } from '#dashboard/api/operations/entries.ts';
import { Button } from '#dashboard/ui/button.tsx';
import { Field, inputClass } from '#dashboard/ui/field.tsx';
import { TaskDialog } from '#dashboard/ui/task-dialog.tsx';

/** The longest reason that the gateway accepts. */
const MAX_REASON = 500;

interface CloseDialogProps {
  entry: JournalEntry;
  opener: RefObject<HTMLElement | null>;
  onClose: () => void;
}

/** Ends the checks of an unknown outcome, with a reason. */
export function CloseDialog({ entry, opener, onClose }: CloseDialogProps) {
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const { mutate, isPending, error } = useEntryAction(entry.id);
  const text = reason.trim();
  const problem =
    text === ''
      ? 'Enter a reason.'
      : text.length > MAX_REASON
        ? `Use at most ${MAX_REASON} characters.`
        : undefined;
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
          if (!problem) mutate({ kind: 'close', reason: text }, { onSuccess: onClose });
        }}
      >
        <Field label="Reason" error={tried ? problem : undefined}>
          {(wiring) => (
            <textarea
              {...wiring}
              rows={3}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
              className={`${inputClass} h-auto! py-2`}
            />
          )}
        </Field>
        {error instanceof ApiError && (
          <p role="alert" className="text-danger text-table">
            Not closed. {error.status === 409 ? error.message : explainRead(error)}
          </p>
        )}
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
