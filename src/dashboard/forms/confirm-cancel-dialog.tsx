import { useState } from 'react';
import { RUN_GRACE_MS } from '#contract/runs.ts';
import { countOf, formatCount } from '#dashboard/lib/figures.ts';
import { Banner } from '#dashboard/ui/banner.tsx';
import type { Definition } from '#dashboard/ui/definition-list.tsx';
import type { Opened } from '#dashboard/ui/dialog-button.tsx';
import { TaskDialog } from '#dashboard/ui/task-dialog.tsx';
import { CancelForm } from './cancel-form.tsx';
import { focusField } from './error-summary.tsx';
import { TextField } from './text-field.tsx';

/** The count has to be typed if there are at least this many orders. */
const TYPED_FROM = 20;

interface ConfirmCancelDialogProps extends Opened {
  count: number;
  /** What is shown besides the count and the service. */
  facts: readonly Definition[];
  error?: string | undefined;
  busy: boolean;
  onConfirm: () => void;
}

export function ConfirmCancelDialog(props: ConfirmCancelDialogProps) {
  const { count, facts, error, busy, opener, onClose, onConfirm } = props;
  const [typed, setTyped] = useState('');
  const [tried, setTried] = useState(false);
  const mustType = count >= TYPED_FROM;
  const isTyped = typed.replace(/[\s,.’']/g, '') === String(count);
  const confirm = () => {
    setTried(true);
    if (mustType && !isTyped) focusField('count');
    else if (!busy) onConfirm();
  };
  return (
    <TaskDialog
      title={`Cancel ${countOf(count, 'order')}?`}
      description="Escrowed funds are returned to the members. This can’t be undone."
      opener={opener}
      onClose={busy ? undefined : onClose}
    >
      <CancelForm
        facts={[{ label: 'Orders', value: formatCount(count) }, ...facts]}
        send={`Cancel ${countOf(count, 'order')}`}
        onSend={confirm}
        {...{ busy, onClose }}
      >
        {mustType && (
          <TextField
            name="count"
            label={`Type ${count} to confirm`}
            error={tried && !isTyped ? `Enter the number of orders, ${count}.` : undefined}
            text={typed}
            onText={setTyped}
            numeric
          />
        )}
        <p className="text-muted text-table">
          Cancelling starts {RUN_GRACE_MS / 1_000} seconds after you confirm. You can stop it until then.
        </p>
        {error !== undefined && (
          <Banner tone="danger" title="The run has not been confirmed">
            {error} Trying again is safe: the orders are never sent twice.
          </Banner>
        )}
      </CancelForm>
    </TaskDialog>
  );
}
