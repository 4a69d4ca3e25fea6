import type { RefObject } from 'react';
import type { JournalEntry } from '#contract/operations.ts';
import { wordsOf } from '#dashboard/api/operations/outcome-words.ts';
import { ErrorSummary } from '#dashboard/forms/error-summary.tsx';
import { formatInstant } from '#dashboard/lib/times.ts';
import { Banner } from '#dashboard/ui/banner.tsx';
import { Button } from '#dashboard/ui/button.tsx';
import { ErrorReference } from '#dashboard/ui/error-reference.tsx';
import type { TermsChange } from './lending-terms.ts';
import type { LoanValues } from './loan-values.ts';
import type { Trouble } from './trouble.ts';
import type { LoanForm } from './use-loan-form.ts';
import type { LoanReviewState } from './use-loan-review.ts';

interface FormMessagesProps {
  loan: LoanForm;
  state: LoanReviewState;
  /** Discards what was typed, or takes another draft in its place. */
  replace: (how: 'startOver' | 'takeOffered' | 'undoClear') => void;
  summary: RefObject<HTMLDivElement | null>;
}

/** What is shown above the form: what is wrong, what changed, and drafts. */
export function FormMessages({ loan, state, replace, summary }: FormMessagesProps) {
  const { problems, restored, offered, canUndo } = loan;
  const { trouble, changes } = state;
  return (
    <>
      {changes.length > 0 && <TermsChanged changes={changes} accept={state.acceptTerms} />}
      <ErrorSummary ref={summary} problems={problems}>
        {trouble && <TroubleText trouble={trouble} />}
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
          {restored.entry && <p>{lastAttempt(restored.entry)}</p>}
          <p>Repayment account details aren’t kept in drafts. Enter them again if you need them.</p>
        </Banner>
      )}
      {offered && (
        <Banner
          tone="info"
          title={`You have a draft of ${formatInstant(offered.at)}`}
          action={
            <span className="flex flex-wrap gap-2">
              <Button onClick={() => replace('takeOffered')}>Continue with it</Button>
              <Button look="quiet" onClick={loan.dropOffered}>
                Discard draft
              </Button>
            </span>
          }
        >
          <p>{describeDraft(offered.values)}</p>
          {offered.entry && <p>{lastAttempt(offered.entry)}</p>}
        </Banner>
      )}
    </>
  );
}

function lastAttempt(entry: JournalEntry): string {
  const { title, meaning } = wordsOf(entry.kind, entry);
  return `${title} at ${formatInstant(Date.parse(entry.settledAt ?? entry.at))}. ${meaning}`;
}

export function TroubleText({ trouble }: { trouble: Trouble }) {
  const { title, text, error } = trouble;
  return (
    <>
      <p className="font-medium text-text">{title}</p>
      {text && <p>{text}</p>}
      {error && <ErrorReference code={error.code} status={error.status} requestId={error.requestId} />}
    </>
  );
}

/** The new terms next to the old; what was typed stays. */
function TermsChanged({ changes, accept }: { changes: TermsChange[]; accept: () => void }) {
  return (
    <Banner
      tone="warning"
      title="Your terms changed while this form was open"
      action={<Button onClick={accept}>Continue with the new terms</Button>}
    >
      <p>What you entered is kept and checked against the new terms.</p>
      <table className="mt-2 w-full max-w-160 text-left">
        <thead className="text-label text-muted">
          <tr>
            <th scope="col" className="py-1 pr-3 font-medium">
              Term
            </th>
            <th scope="col" className="py-1 pr-3 font-medium">
              Before
            </th>
            <th scope="col" className="py-1 font-medium">
              Now
            </th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ label, before, after }) => (
            <tr key={label} className="border-warning-border border-t align-top">
              <th scope="row" className="py-1 pr-3 font-normal">
                {label}
              </th>
              <td className="py-1 pr-3 line-through wrap-anywhere">{before}</td>
              <td className="py-1 font-medium text-text wrap-anywhere">{after}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Banner>
  );
}

function describeDraft({ amount, currency, borrower }: LoanValues): string {
  const money = amount === '' ? 'No amount yet' : `${amount} ${currency}`;
  return `${money}, ${borrower?.name ?? borrower?.userId ?? 'no borrower yet'}.`;
}
