import { type RefObject, useState } from 'react';
import { useDesk } from '#dashboard/api/session.ts';
import { dangerClass } from '#dashboard/forms/danger-class.ts';
import { GRACE_SECONDS } from '#dashboard/lib/cancel-run.ts';
import { countOf, formatCount } from '#dashboard/lib/figures.ts';
import { Button } from '#dashboard/ui/button.tsx';
import { DefinitionList } from '#dashboard/ui/definition-list.tsx';
import { Field, inputClass } from '#dashboard/ui/field.tsx';
import { TaskDialog } from '#dashboard/ui/task-dialog.tsx';

/** From so many orders up, their number has to be typed. */
const TYPED_FROM = 20;

interface ConfirmDialogProps {
  count: number;
  /** Lines that are not sent. */
  leftOut: number;
  reason: string;
  member: string | null;
  opener: RefObject<HTMLElement | null>;
  onClose: () => void;
  onConfirm: () => Promise<void> | void;
}

/** Says what is about to be done, and asks for a yes. */
export function ConfirmDialog({
  count,
  leftOut,
  reason,
  member,
  opener,
  onClose,
  onConfirm,
}: ConfirmDialogProps) {
  const { environment } = useDesk();
  const [typed, setTyped] = useState('');
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const mustType = count >= TYPED_FROM;
  const isTyped = typed.replace(/[\s,.’']/g, '') === String(count);
  return (
    <TaskDialog
      title={`Cancel ${countOf(count, 'order')}?`}
      description="What they hold in escrow goes back to their members. It can’t be undone."
      opener={opener}
      onClose={busy ? undefined : onClose}
    >
      <form
        noValidate
        onSubmit={async (event) => {
          event.preventDefault();
          setTried(true);
          if (busy || (mustType && !isTyped)) return;
          setBusy(true);
          await onConfirm();
        }}
        className="flex flex-col gap-4"
      >
        <div className="rounded-panel border border-hairline px-3">
          <DefinitionList
            items={[
              { label: 'Orders', value: formatCount(count) },
              ...(member === null ? [] : [{ label: 'Member', value: member }]),
              ...(leftOut > 0 ? [{ label: 'Not sent', value: countOf(leftOut, 'line') }] : []),
              {
                label: 'Service',
                value: `${environment.host}${environment.kind === 'demo' ? ' (demo)' : ''}`,
              },
              { label: 'Reason', value: reason },
            ]}
          />
        </div>
        {mustType && (
          <Field
            label={`Type ${count} to confirm`}
            error={tried && !isTyped ? `Type the number of orders, ${count}.` : undefined}
          >
            {(wiring) => (
              <input
                {...wiring}
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
          The first request goes out {GRACE_SECONDS} seconds after you confirm; until then you can stop it.
        </p>
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose} disabled={busy}>
            Keep the orders
          </Button>
          <Button type="submit" busy={busy} className={dangerClass}>
            Cancel {countOf(count, 'order')}
          </Button>
        </div>
      </form>
    </TaskDialog>
  );
}
