import { useEffect, useRef } from 'react';
import { FormPage } from '#dashboard/forms/form-page.tsx';
import { Button } from '#dashboard/ui/button.tsx';
import { BorrowerPart } from './borrower-part.tsx';
import { CollateralPart } from './collateral-part.tsx';
import { FormMessages } from './form-messages.tsx';
import type { KeptDraft } from './kept-drafts.ts';
import type { LendingTerms } from './lending-terms.ts';
import { LoanReview } from './loan-review.tsx';
import { LoanSummary } from './loan-summary.tsx';
import { RepayPart } from './repay-part.tsx';
import { SentNotices } from './sent-notices.tsx';
import { TermsPart } from './terms-part.tsx';
import { useNewLoan } from './use-new-loan.ts';

interface LoanFormProps {
  terms: LendingTerms;
  holder: string;
  kept: readonly KeptDraft[];
}

/** The form of a loan, and its review. */
export function LoanForm({ terms, holder, kept }: LoanFormProps) {
  const loan = useNewLoan(terms, holder, kept);
  const summary = useRef<HTMLDivElement>(null);
  const { alarm, review, busy } = loan;
  useEffect(() => {
    if (alarm > 0) summary.current?.focus();
  }, [alarm]);

  if (review) return <LoanReview loan={loan} review={review} alarm={summary} />;
  return (
    <FormPage
      title="New loan"
      aside={
        <span className="flex items-center gap-2">
          {loan.isKept ? null : (
            <span className="text-label text-warning">This browser stores no drafts</span>
          )}
          <Button look="quiet" onClick={loan.startOver}>
            Clear the form
          </Button>
        </span>
      }
      messages={
        <>
          <SentNotices kept={kept} />
          <FormMessages loan={loan} summary={summary} />
        </>
      }
      readiness={{
        state: 'ready',
        parts: (
          <form
            noValidate
            aria-label="New loan"
            className="flex flex-col gap-3"
            onSubmit={(event) => {
              event.preventDefault();
              void loan.startReview();
            }}
          >
            <BorrowerPart loan={loan} />
            <TermsPart loan={loan} />
            <CollateralPart loan={loan} />
            <RepayPart loan={loan} />
            <div className="flex flex-wrap items-center justify-end gap-3 max-lg:hidden">
              <p className="text-label text-muted">You’ll review before creating.</p>
              <Button type="submit" look="primary" busy={busy === 'checking'}>
                Review the loan
              </Button>
            </div>
          </form>
        ),
        summary: <LoanSummary loan={loan} />,
      }}
    />
  );
}
