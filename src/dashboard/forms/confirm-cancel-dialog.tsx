import { type RefObject, useState } from 'react';
import { RUN_GRACE_MS } from '#contract/runs.ts';
import { useDesk } from '#dashboard/api/session/session.ts';
import { countOf, formatCount } from '#dashboard/lib/figures.ts';
import { Banner } from '#dashboard/ui/banner.tsx';
import { Button } from '#dashboard/ui/button.tsx';
import { type Definition, DefinitionList } from '#dashboard/ui/definition-list.tsx';
import { Field, inputClass } from '#dashboard/ui/field.tsx';
import { TaskDialog } from '#dashboard/ui/task-dialog.tsx';
import { dangerClass } from './danger-class.ts';
import { focusField } from './error-summary.tsx';

/** The count has to be typed if there are at least this many orders. */
const TYPED_FROM = 20;

interface ConfirmCancelDialogProps {
  count: number;
  /** What is shown besides the count and the service. */
  facts: readonly Definition[];
  /** Why the run could not be started. */
  error?: string | undefined;
  opener: RefObject<HTMLElement | null>;
  onClose: () => void;
  onConfirm: () => Promise<void>;
}

/** Confirms the cancellation of several orders. */
export function ConfirmCancelDialog(props: ConfirmCancelDialogProps) {
  const { count, facts, error, opener, onClose, onConfirm } = props;
  const { environment, session } = useDesk();
  const [typed, setTyped] = useState('');
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const mustType = count >= TYPED_FROM;
  const isTyped = typed.replace(/[\s,.’']/g, '') === String(count);
  return (
    <TaskDialog
      title={`Cancel ${countOf(count, 'order')}?`}
      description="Escrowed funds are returned to the members. This can’t be undone."
      opener={opener}
      onClose={busy ? undefined : onClose}
    >
      <form
        noValidate
        onSubmit={async (event) => {
          event.preventDefault();
          setTried(true);
          if (mustType && !isTyped) return focusField('count');
          if (busy) return;
          setBusy(true);
          await onConfirm();
          setBusy(false);
        }}
        className="flex flex-col gap-4"
      >
        <div className="rounded-panel border border-hairline px-3">
          <DefinitionList
            items={[
              { label: 'Orders', value: formatCount(count) },
              ...facts,
              { label: 'Organisation', value: session?.label ?? '–' },
              {
                label: 'Service',
                value: `${environment.host}${environment.kind === 'demo' ? ' (demo)' : ''}`,
              },
            ]}
          />
        </div>
        {mustType && (
          <Field
            label={`Type ${count} to confirm`}
            error={tried && !isTyped ? `Enter the number of orders, ${count}.` : undefined}
          >
            {(wiring) => (
              <input
                {...wiring}
                data-field="count"
                inputMode="numeric"
                autoComplete="off"
                value={typed}
                onChange={(event) => setTyped(event.target.value)}
                className={`${inputClass} tabular`}
              />
            )}
          </Field>
        )}
        <p className="text-muted text-table">
          Cancelling starts {RUN_GRACE_MS / 1_000} seconds after you confirm. You can stop it until then.
        </p>
        {error !== undefined && (
          <Banner tone="danger" title="The run has not been confirmed">
            {error} Trying again is safe: the orders are never sent twice.
          </Banner>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose} disabled={busy}>
            Go back
          </Button>
          <Button type="submit" busy={busy} className={dangerClass}>
            Cancel {countOf(count, 'order')}
          </Button>
        </div>
      </form>
    </TaskDialog>
  );
}
