import { type RefObject, useState } from 'react';
import type { JournalEntry } from '#contract/operations.ts';
import { entryAddress, loanAddress } from '#dashboard/api/addresses.ts';
import { useEntry } from '#dashboard/api/operations/entries.ts';
import { createdLoan, subjectText } from '#dashboard/api/operations/entry-facts.ts';
import { hadNoEffect, wordsOf } from '#dashboard/api/operations/outcome-words.ts';
import { ButtonLink } from '#dashboard/forms/button-link.tsx';
import { ErrorSummary } from '#dashboard/forms/error-summary.tsx';
import { formatInstant } from '#dashboard/lib/times.ts';
import { Banner } from '#dashboard/ui/banner.tsx';
import { Button } from '#dashboard/ui/button.tsx';
import { ErrorReference } from '#dashboard/ui/error-reference.tsx';
import { focusHeading } from '#dashboard/ui/focus.ts';
import { lazyPanel } from '#dashboard/ui/lazy-part.tsx';
import type { KeptDraft, LoanValues } from './loan-values.ts';
import type { Trouble } from './send-loan.ts';
import type { LoanFormState } from './use-loan-form.ts';
import type { LoanReviewState } from './use-loan-review.ts';

/** Rarely shown. */
const TermsChanged = lazyPanel(() => import('./terms-changed.tsx').then((module) => module.TermsChanged));

/**
 * What is shown above the form: what became of earlier loans, what is wrong, what changed, and drafts. `replace` discards
 * what was typed, or takes another draft in its place.
 */
export function FormMessages(props: {
  kept: readonly KeptDraft[];
  loan: LoanFormState;
  state: LoanReviewState;
  replace: (how: 'startOver' | 'takeOffered' | 'undoClear') => void;
  summary: RefObject<HTMLDivElement | null>;
}) {
  const { kept, loan, state, replace, summary } = props;
  const { problems, restored, offered, canUndo } = loan;
  const { trouble, changes } = state;
  return (
    <>
      {kept.map(
        ({ id, values, entry }) =>
          entry &&
          !hadNoEffect(entry.outcome) && (
            <SentNotice key={id} sent={entry} borrower={nameOf(values) ?? 'Unknown borrower'} />
          ),
      )}
      {changes.length > 0 && <TermsChanged.Apart {...state} />}
      <ErrorSummary ref={summary} problems={problems}>
        {trouble && (
          <>
            <p className="font-medium text-text">{trouble.title}</p>
            <TroubleText {...trouble} />
          </>
        )}
      </ErrorSummary>
      {canUndo && (
        <Banner
          tone="info"
          title="Form cleared"
          action={<Button onClick={() => replace('undoClear')}>Undo</Button>}
        />
      )}
      {restored && (
        <Banner
          tone="info"
          title={`Your draft of ${formatInstant(restored.at)} is restored`}
          action={
            <Button look="quiet" onClick={() => replace('startOver')}>
              Discard draft
            </Button>
          }
        >
          <LastAttempt {...restored} />
          <p>Repayment account details aren’t kept in drafts. Enter them again if needed.</p>
        </Banner>
      )}
      {offered && (
        <Banner
          tone="info"
          title={`You have a draft of ${formatInstant(offered.at)}${offered.isCopy ? ' in another tab' : ''}`}
          action={
            <span className="flex flex-wrap gap-2">
              <Button onClick={() => replace('takeOffered')}>Continue with it</Button>
              <Button
                look="quiet"
                onClick={() => {
                  loan.dropOffered();
                  focusHeading();
                }}
              >
                {offered.isCopy ? 'Dismiss' : 'Discard draft'}
              </Button>
            </span>
          }
        >
          <p>{describe(offered.values)}</p>
          <LastAttempt {...offered} />
        </Banner>
      )}
    </>
  );
}

function describe(draft: LoanValues): string {
  const money =
    draft.amount === '' ? 'No amount yet' : [draft.amount, draft.currency].filter(Boolean).join(' ');
  return `${money}, ${nameOf(draft) ?? 'no borrower yet'}.`;
}

function nameOf({ borrower }: LoanValues): string | undefined {
  return borrower?.name ?? borrower?.userId;
}

/** A loan that was sent from this browser and whose outcome the person may not have seen. */
function SentNotice({ sent, borrower }: { sent: JournalEntry; borrower: string }) {
  const [closed, setClosed] = useState(false);
  const { data: entry = sent } = useEntry(sent.id);
  if (closed) return null;
  const { title, tone, meaning } = wordsOf(entry.kind, entry);
  return (
    <Banner
      tone={tone === 'neutral' ? 'info' : tone}
      title={[title, subjectText(entry)].filter(Boolean).join(': ')}
      action={
        <span className="flex flex-wrap gap-2">
          <EntryLink entry={entry} loan="Open loan" request="View request" />
          <Button
            look="quiet"
            onClick={() => {
              setClosed(true);
              focusHeading();
            }}
          >
            Dismiss
          </Button>
        </span>
      }
    >
      {borrower}, requested {formatInstant(Date.parse(entry.at))}. {meaning}
    </Banner>
  );
}

/** Leads to the loan that an entry created, or to the entry; each under its own label. */
export function EntryLink({ entry, loan, request }: { entry: JournalEntry; loan: string; request: string }) {
  const created = createdLoan(entry);
  const to = created ? loanAddress(created.id, created.created_at) : entryAddress(entry.id);
  return <ButtonLink to={to}>{created ? loan : request}</ButtonLink>;
}

function LastAttempt({ entry }: KeptDraft) {
  if (!entry) return null;
  const { title, meaning } = wordsOf(entry.kind, entry);
  const at = formatInstant(Date.parse(entry.settledAt ?? entry.at));
  return <p>{`${title} at ${at}. ${meaning}`}</p>;
}

export function TroubleText({ text, error }: Trouble) {
  return (
    <>
      {text && <p>{text}</p>}
      {error && <ErrorReference code={error.code} status={error.status} requestId={error.requestId} />}
    </>
  );
}
