import { useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { Approval, ApprovalAction } from '#contract/approvals.ts';
import { GATEWAY_CODES } from '#contract/session.ts';
import { STATE_LABELS } from '#dashboard/api/approvals/approval-words.ts';
import { useDecision } from '#dashboard/api/approvals/approvals.ts';
import { ApiError } from '#dashboard/api/http/api-error.ts';
import { sessionHolder, useDesk } from '#dashboard/api/session/session.ts';
import { Refused } from '#dashboard/forms/refused.tsx';
import { TextField } from '#dashboard/forms/text-field.tsx';
import { forgetStored, readStored, store } from '#dashboard/lib/storage.ts';
import { Banner } from '#dashboard/ui/banner.tsx';
import { Button } from '#dashboard/ui/button.tsx';
import { Panel } from '#dashboard/ui/panel.tsx';

const TITLES: Partial<Record<string, string>> = {
  [GATEWAY_CODES.approvalChanged]: 'The figures have changed: look at them again',
  [GATEWAY_CODES.decided]: 'Already decided',
};

/**
 * Approves or rejects someone else's request, or withdraws one's own, with a reason. `isEnded` says that the person may no
 * longer decide about it: the page says so, and what was typed stays.
 */
export function Decide({ approval, isEnded }: { approval: Approval; isEnded: boolean }) {
  const { id, hash, may, state, decision } = approval;
  const { mutateAsync, isPending, isSuccess, variables, error } = useDecision(id);
  /** The figures that the person saw at first, or was asked to look at: others may replace them in the meantime. */
  const [seen, setSeen] = useState({ hash, error });
  const code = error instanceof ApiError ? error.code : undefined;
  if (code === GATEWAY_CODES.approvalChanged && error !== seen.error) setSeen({ hash, error });
  /** Two presses may come before the first one has disabled the buttons. */
  const isSending = useRef(false);
  const isOver = !may.decide && !may.withdraw;
  const kept = `pledge-reason:${sessionHolder(useDesk())}:${id}`;
  const stored = readStored(kept);
  const { register, handleSubmit, formState, getValues } = useForm({
    defaultValues: { reason: typeof stored === 'string' && !isOver ? stored : '' },
  });
  const typed = getValues('reason').trim();
  const isUnsent = typed !== '' && typed !== decision?.reason && !isPending && !isSuccess;
  if (isOver && !isUnsent) return error ? <Trouble error={error} /> : null;
  const decide = (action: ApprovalAction) =>
    handleSubmit(({ reason }) => {
      if (isSending.current) return;
      isSending.current = true;
      const told = action === 'approve' ? seen.hash : hash;
      return mutateAsync({ action, reason: reason.trim(), hash: told })
        .then(
          () => forgetStored(kept),
          () => {},
        )
        .finally(() => {
          isSending.current = false;
        });
    });
  const buttonOf = (action: ApprovalAction, label: string) => (
    <Button
      look={action === 'approve' ? 'primary' : 'secondary'}
      busy={isPending && variables.action === action}
      disabled={isPending && variables.action !== action}
      onClick={decide(action)}
    >
      {label}
    </Button>
  );
  return (
    <Panel title={isOver ? 'Your reason' : may.decide ? 'Your decision' : 'Your request'}>
      <form noValidate className="flex flex-col gap-4 p-4" onSubmit={(event) => event.preventDefault()}>
        {isOver && code !== GATEWAY_CODES.decided ? (
          <Banner tone="warning" title="Your reason was not sent">
            {state === 'waiting'
              ? 'You may no longer decide about this request.'
              : `The request is already ${STATE_LABELS[state].label.toLowerCase()}.`}
          </Banner>
        ) : (
          error && <Trouble error={error} />
        )}
        {may.withdraw && (
          <p className="text-muted">Someone else has to approve it. You can withdraw it until then.</p>
        )}
        {/* What is typed while it is sent would go with the form. */}
        <TextField
          label="Reason"
          long
          readOnly={isPending || isOver}
          error={formState.errors.reason?.message}
          field={register('reason', {
            onChange: ({ target }) => store(kept, target.value),
            validate: (text) => {
              if (text.trim() === '') return 'Enter a reason. It is kept with the decision.';
              return text.trim().length <= 500 || 'Enter at most 500 characters.';
            },
          })}
        />
        {!isEnded && !isOver && (
          <div className="flex flex-wrap justify-end gap-2">
            {may.withdraw && buttonOf('withdraw', 'Withdraw')}
            {may.decide && buttonOf('reject', 'Reject')}
            {may.decide && buttonOf('approve', 'Approve')}
          </div>
        )}
      </form>
    </Panel>
  );
}

function Trouble({ error }: { error: Error }) {
  const title = error instanceof ApiError ? TITLES[error.code ?? ''] : undefined;
  return <Refused title={title ?? 'Nothing was decided'} error={error} />;
}
