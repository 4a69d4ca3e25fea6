import { useEffect, useRef } from 'react';
import { FormPage } from '#dashboard/forms/form-page.tsx';
import { Button } from '#dashboard/ui/button.tsx';
import { BorrowerPart } from './borrower-part.tsx';
import { CollateralPart } from './collateral-part.tsx';
import { FormMessages } from './form-messages.tsx';
import type { LendingTerms } from './lending-terms.ts';
import { LoanReview } from './loan-review.tsx';
import { LoanSummary } from './loan-summary.tsx';
import { RepayPart } from './repay-part.tsx';
import { SentPanel } from './sent-panel.tsx';
import { TermsPart } from './terms-part.tsx';
import { useNewLoan } from './use-new-loan.ts';

/** The form of a loan, its review, and what becomes of it once it was sent. */
export function LoanForm({ terms }: { terms: LendingTerms }) {
  const loan = useNewLoan(terms);
  const summary = useRef<HTMLDivElement>(null);
  const { alarm, unsettled, review, busy } = loan;
  useEffect(() => {
    if (alarm > 0) summary.current?.focus();
  }, [alarm]);

  if (unsettled && !(unsettled.state === 'sending' && review))
    return <SentPanel key={unsettled.id} send={unsettled} loan={loan} />;
  if (review) return <LoanReview loan={loan} review={review} alarm={summary} />;
  return (
    <FormPage
      title="New loan"
      aside={
        <span className="flex items-center gap-2">
          {loan.isKept ? null : <span className="text-label text-warning">This browser keeps no draft</span>}
          <Button look="quiet" onClick={loan.startAnew}>
            Clear the form
          </Button>
        </span>
      }
      messages={<FormMessages loan={loan} summary={summary} />}
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
              <p className="text-label text-muted">Nothing is sent yet: the review comes first.</p>
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
