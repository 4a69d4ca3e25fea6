import { type RefObject, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import type { JournalEntry } from '#contract/operations.ts';
import { KIND_PERMISSIONS } from '#contract/permissions.ts';
import { loanAddress } from '#dashboard/api/addresses.ts';
import { ApiError } from '#dashboard/api/http/api-error.ts';
import { explainRead } from '#dashboard/api/http/explain.ts';
import { useEntryAction } from '#dashboard/api/operations/entries.ts';
import { createdLoan } from '#dashboard/api/operations/entry-facts.ts';
import { hadNoEffect, wordsOf } from '#dashboard/api/operations/outcome-words.ts';
import { useMay } from '#dashboard/api/session/permissions.ts';
import { EntryChecks } from '#dashboard/forms/entry-checks.tsx';
import { TextField } from '#dashboard/forms/text-field.tsx';
import { Banner } from '#dashboard/ui/banner.tsx';
import { Button, buttonClass } from '#dashboard/ui/button.tsx';
import { ErrorReference } from '#dashboard/ui/error-reference.tsx';
import { TaskDialog } from '#dashboard/ui/task-dialog.tsx';

/** What the outcome means, and what can be done about it. */
export function OutcomeBanner({ entry }: { entry: JournalEntry }) {
  const { kind, outcome, message, code, status, requestId } = entry;
  const { title, tone, meaning, next } = wordsOf(kind, entry);
  const loan = createdLoan(entry);
  const mayDecide = useMay(KIND_PERMISSIONS[kind]);
  const mayRetry = kind === 'createLoan' && mayDecide && hadNoEffect(outcome);
  return (
    <Banner
      tone={tone === 'neutral' ? 'info' : tone}
      title={meaning || title}
      action={
        loan ? (
          <Link to={loanAddress(loan.id, loan.created_at)} className={buttonClass('primary')}>
            Open loan
          </Link>
        ) : mayRetry ? (
          <Link to="/loans/new" className={buttonClass()}>
            Back to the form
          </Link>
        ) : (
          outcome === 'unknown' && mayDecide && <CloseButton entry={entry} />
        )
      }
    >
      {message && outcome !== 'unknown' && <p>{saidBy(entry)}</p>}
      {next && <p>{next}</p>}
      {outcome === 'unknown' && (
        <div className="mt-2">
          <EntryChecks entry={entry} />
        </div>
      )}
      {outcome === 'refused' && (
        <ErrorReference code={code ?? undefined} status={status ?? undefined} requestId={requestId} />
      )}
    </Banner>
  );
}

function saidBy({ outcome, message }: JournalEntry): string {
  if (outcome === 'refused') return `The service says: “${message}”`;
  return outcome === 'undetermined' ? `Reason: ${message}` : (message ?? '');
}

function CloseButton({ entry }: { entry: JournalEntry }) {
  const [open, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  return (
    <>
      <Button ref={opener} look="quiet" onClick={() => setOpen(true)}>
        Close as undetermined…
      </Button>
      {open && <CloseDialog entry={entry} opener={opener} onClose={() => setOpen(false)} />}
    </>
  );
}

/** The longest reason that the gateway accepts. */
const MAX_REASON = 500;

interface CloseDialogProps {
  entry: JournalEntry;
  opener: RefObject<HTMLElement | null>;
  onClose: () => void;
}

/** Ends the checks of an unknown outcome, with a reason. */
function CloseDialog({ entry, opener, onClose }: CloseDialogProps) {
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
        <TextField label="Reason" error={tried ? problem : undefined} text={reason} onText={setReason} long />
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
