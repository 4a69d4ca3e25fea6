import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { RulesState } from '#contract/approvals.ts';
import { RUN_GRACE_MS } from '#contract/runs.ts';
import { GATEWAY_CODES } from '#contract/session.ts';
import { ruleText } from '#dashboard/api/approvals/approval-words.ts';
import { rulesQuery } from '#dashboard/api/approvals/approvals.ts';
import { ApiError } from '#dashboard/api/http/api-error.ts';
import { explainRead } from '#dashboard/api/http/explain.ts';
import { latinDigits } from '#dashboard/lib/decimal-input.ts';
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
  /** Why the run has not been confirmed. */
  error: Error | null;
  busy: boolean;
  onConfirm: () => void;
}

export function ConfirmCancelDialog(props: ConfirmCancelDialogProps) {
  const { count, facts, error, busy, opener, onClose, onConfirm } = props;
  const [typed, setTyped] = useState('');
  const [tried, setTried] = useState(false);
  const { data: rules } = useQuery(rulesQuery);
  const mustType = count >= TYPED_FROM;
  const isTyped = latinDigits(typed).replace(/[\s,.’']/g, '') === String(count);
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
        <p className="text-muted text-table">{startSentence(count, rules)}</p>
        {error && (
          <Banner tone="danger" title="The run has not been confirmed">
            {startProblem(error)} Trying again is safe: the orders are never sent twice.
          </Banner>
        )}
      </CancelForm>
    </TaskDialog>
  );
}

/** When a run of so many orders starts: under the approval rules, or if those are not known yet, in words for both cases. */
function startSentence(count: number, state: RulesState | undefined): string {
  const after = `${RUN_GRACE_MS / 1_000} seconds after you confirm`;
  if (!state)
    return `Cancelling starts ${after}, or once someone else approves it if your rules ask for that.`;
  const { on, above } = state.rules.runLines;
  if (!on || count <= above) return `Cancelling starts ${after}. You can stop it until then.`;
  const why = ruleText({ rule: 'runLines', currency: null, above: String(above), is: String(count) });
  return `${why} Nothing is sent until someone else approves it.`;
}

function startProblem(error: Error): string {
  if (error instanceof ApiError) {
    const { kind, code, message } = error;
    if (kind === 'session')
      return 'Your session has ended, and nothing was sent. Sign in, then confirm again.';
    if (['invalid', 'refused', 'forbidden'].includes(kind))
      return code === GATEWAY_CODES.permissionRequired ? explainRead(error) : message;
  }
  return 'Pledge did not answer. The run may have started.';
}
