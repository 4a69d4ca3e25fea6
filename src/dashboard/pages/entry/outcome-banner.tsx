import { useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import type { JournalEntry } from '#contract/operations.ts';
import { EntryChecks } from '#dashboard/forms/entry-checks.tsx';
import { loanAddress } from '#dashboard/lib/addresses.ts';
import { createdLoan } from '#dashboard/lib/entry-facts.ts';
import { hadNoEffect, wordsOf } from '#dashboard/lib/outcome-words.ts';
import { Banner } from '#dashboard/ui/banner.tsx';
import { Button, buttonClass } from '#dashboard/ui/button.tsx';
import { ErrorReference } from '#dashboard/ui/error-reference.tsx';
import { CloseDialog } from './close-dialog.tsx';

/** What the outcome means, and what can be done about it. */
export function OutcomeBanner({ entry }: { entry: JournalEntry }) {
  const { kind, outcome, message, code, status, requestId } = entry;
  const { title, tone, meaning, next } = wordsOf(kind, entry);
  const loan = createdLoan(entry);
  const mayRetry = kind === 'createLoan' && hadNoEffect(outcome);
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
          outcome === 'unknown' && <CloseButton entry={entry} />
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
