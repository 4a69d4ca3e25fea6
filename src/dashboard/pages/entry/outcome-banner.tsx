import type { JournalEntry } from '#contract/operations.ts';
import { KIND_PERMISSIONS } from '#contract/permissions.ts';
import { loanAddress } from '#dashboard/api/addresses.ts';
import { createdLoan } from '#dashboard/api/operations/entry-facts.ts';
import { hadNoEffect, wordsOf } from '#dashboard/api/operations/outcome-words.ts';
import { useMay } from '#dashboard/api/session/permissions.ts';
import { ButtonLink } from '#dashboard/forms/button-link.tsx';
import { EntryChecks } from '#dashboard/forms/entry-checks.tsx';
import { Banner } from '#dashboard/ui/banner.tsx';
import { DialogButton } from '#dashboard/ui/dialog-button.tsx';
import { ErrorReference } from '#dashboard/ui/error-reference.tsx';
import { lazyPanel } from '#dashboard/ui/lazy-part.tsx';

const CloseDialog = lazyPanel(() => import('./close-dialog.tsx').then((module) => module.CloseDialog));

export function OutcomeBanner({ entry }: { entry: JournalEntry }) {
  const { kind, outcome, message, code, status, requestId } = entry;
  const { tone, meaning, next } = wordsOf(kind, entry);
  const action = <OutcomeAction entry={entry} />;
  // The page’s title says it all.
  if (!meaning) return <div className="empty:hidden">{action}</div>;
  return (
    <Banner tone={tone === 'neutral' ? 'info' : tone} title={meaning} action={action}>
      {message && outcome !== 'unknown' && <p>{saidBy(outcome, message)}</p>}
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

function saidBy(outcome: JournalEntry['outcome'], message: string): string {
  if (outcome === 'refused') return `The service says: “${message}”`;
  return outcome === 'undetermined' ? `Reason: ${message}` : message;
}

function OutcomeAction({ entry }: { entry: JournalEntry }) {
  const { id, kind, outcome } = entry;
  const loan = createdLoan(entry);
  const mayDecide = useMay(KIND_PERMISSIONS[kind]);
  if (loan) {
    return (
      <ButtonLink to={loanAddress(loan.id, loan.created_at)} look="primary">
        Open loan
      </ButtonLink>
    );
  }
  if (mayDecide && kind === 'createLoan' && hadNoEffect(outcome)) {
    return <ButtonLink to="/loans/new">Back to the form</ButtonLink>;
  }
  if (outcome !== 'unknown') return null;
  return (
    <DialogButton
      offered={mayDecide}
      look="quiet"
      approach={CloseDialog.approach}
      dialog={(props) => <CloseDialog entry={id} {...props} />}
    >
      Close as undetermined…
    </DialogButton>
  );
}
