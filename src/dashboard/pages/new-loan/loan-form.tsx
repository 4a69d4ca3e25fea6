import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import type { JournalEntry } from '#contract/operations.ts';
import { useEntry } from '#dashboard/api/operations/entries.ts';
import { FormPage } from '#dashboard/forms/form-page.tsx';
import { TextField } from '#dashboard/forms/text-field.tsx';
import { entryAddress, loanAddress } from '#dashboard/lib/addresses.ts';
import { createdLoan, subjectText } from '#dashboard/lib/entry-facts.ts';
import { hadNoEffect, wordsOf } from '#dashboard/lib/outcome-words.ts';
import { formatInstant } from '#dashboard/lib/times.ts';
import { Banner } from '#dashboard/ui/banner.tsx';
import { Button, buttonClass } from '#dashboard/ui/button.tsx';
import { Panel } from '#dashboard/ui/panel.tsx';
import { BorrowerPart } from './borrower-part.tsx';
import { CollateralPart } from './collateral-part.tsx';
import { FormMessages } from './form-messages.tsx';
import type { KeptDraft } from './kept-drafts.ts';
import type { LendingTerms } from './lending-terms.ts';
import { LoanReview } from './loan-review.tsx';
import { LoanSummary } from './loan-summary.tsx';
import { TermsPart } from './terms-part.tsx';
import { type NewLoan, useNewLoan } from './use-new-loan.ts';

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

/** Where the borrower repays to. */
function RepayPart({ loan }: { loan: NewLoan }) {
  const { field } = loan;
  return (
    <Panel title="Repay to" aside={<span className="text-label text-muted">Optional</span>}>
      <div className="grid gap-4 p-4 sm:grid-cols-2">
        <div className="sm:col-span-2">
          <TextField
            label="Bank name"
            help="Where the borrower repays. Not stored in Activity or in drafts."
            {...field('bankName')}
          />
        </div>
        <TextField label="Bank code" {...field('bankCode')} mono />
        <TextField label="Account number" {...field('accountNumber')} mono />
      </div>
    </Panel>
  );
}

/** Loans that were sent from this browser and whose outcome the person may not have seen. */
function SentNotices({ kept }: { kept: readonly KeptDraft[] }) {
  return kept.map(({ id, values, entry }) =>
    entry && !hadNoEffect(entry.outcome) ? (
      <SentNotice
        key={id}
        sent={entry}
        borrower={values.borrower?.name ?? values.borrower?.userId ?? 'Unknown borrower'}
      />
    ) : null,
  );
}

function SentNotice({ sent, borrower }: { sent: JournalEntry; borrower: string }) {
  const [closed, setClosed] = useState(false);
  const { data: entry = sent } = useEntry(sent.id);
  if (closed) return null;
  const { title, tone, meaning } = wordsOf(entry.kind, entry);
  const loan = createdLoan(entry);
  return (
    <Banner
      tone={tone === 'neutral' ? 'info' : tone}
      title={[title, subjectText(entry)].filter(Boolean).join(': ')}
      action={
        <span className="flex flex-wrap gap-2">
          <Link
            to={loan ? loanAddress(loan.id, loan.created_at) : entryAddress(entry.id)}
            className={buttonClass()}
          >
            {loan ? 'Open loan' : 'See request'}
          </Link>
          <Button look="quiet" onClick={() => setClosed(true)}>
            Dismiss
          </Button>
        </span>
      }
    >
      {borrower}, requested {formatInstant(Date.parse(entry.at))}. {meaning}
    </Banner>
  );
}
