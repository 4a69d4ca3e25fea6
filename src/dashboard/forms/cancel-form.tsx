import type { ReactNode } from 'react';
import { useDesk } from '#dashboard/api/session/session.ts';
import { Button } from '#dashboard/ui/button.tsx';
import { type Definition, DefinitionList } from '#dashboard/ui/definition-list.tsx';

/** The look of the button that does what can't be undone, added to that of every button. */
const danger = 'border-transparent! bg-danger! text-panel! hover:not-disabled:opacity-90 disabled:opacity-50';

/**
 * The form in a dialog that cancels orders: what is cancelled, and where; what else is asked; and the buttons with their
 * labels. Nothing can be sent without `send`.
 */
export function CancelForm(props: {
  facts: readonly Definition[];
  back?: string;
  send: string | null;
  busy: boolean;
  onClose: () => void;
  onSend: () => unknown;
  children: ReactNode;
}) {
  const { facts, back = 'Go back', send, busy, onClose, onSend, children } = props;
  const { environment, session } = useDesk();
  const where = [
    { label: 'Organisation', value: session?.label ?? '–' },
    { label: 'Service', value: `${environment.host}${environment.kind === 'demo' ? ' (demo)' : ''}` },
  ];
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        // Enter in the form's only text field submits it even if there is no button to send it.
        if (send !== null) onSend();
      }}
      className="flex flex-col gap-4"
    >
      <div className="rounded-panel border border-hairline px-3">
        <DefinitionList items={[...facts, ...where]} />
      </div>
      {children}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose} disabled={busy}>
          {back}
        </Button>
        {send !== null && (
          <Button type="submit" busy={busy} className={danger}>
            {send}
          </Button>
        )}
      </div>
    </form>
  );
}
