import { Suspense, useEffect, useRef, useState } from 'react';
import { FormProvider, useFormContext } from 'react-hook-form';
import { Link } from 'react-router-dom';
import type { JournalEntry } from '#contract/operations.ts';
import { entryAddress, loanAddress } from '#dashboard/api/addresses.ts';
import { useEntry } from '#dashboard/api/operations/entries.ts';
import { createdLoan, subjectText } from '#dashboard/api/operations/entry-facts.ts';
import { hadNoEffect, wordsOf } from '#dashboard/api/operations/outcome-words.ts';
import { FormPage } from '#dashboard/forms/form-page.tsx';
import { TextField } from '#dashboard/forms/text-field.tsx';
import { formatInstant } from '#dashboard/lib/times.ts';
import { Banner } from '#dashboard/ui/banner.tsx';
import { Button, buttonClass } from '#dashboard/ui/button.tsx';
import { lazyPart } from '#dashboard/ui/lazy-part.tsx';
import { Panel } from '#dashboard/ui/panel.tsx';
import { BorrowerPart } from './borrower-part.tsx';
import { CollateralPart } from './collateral-part.tsx';
import { FormMessages } from './form-messages.tsx';
import type { KeptDraft } from './kept-drafts.ts';
import type { LendingTerms } from './lending-terms.ts';
import { LoanSummary } from './loan-summary.tsx';
import type { LoanValues } from './loan-values.ts';
import { TermsPart } from './terms-part.tsx';
import { useLoanForm } from './use-loan-form.ts';
import { useLoanReview } from './use-loan-review.ts';

const LoanReview = lazyPart(() => import('./loan-review.tsx').then((module) => module.LoanReview));

interface LoanFormProps {
  terms: LendingTerms;
  holder: string;
  kept: readonly KeptDraft[];
}

const FORM = 'new-loan';

/** The form of a loan, and its review. */
export function LoanForm({ terms, holder, kept }: LoanFormProps) {
  const loan = useLoanForm(terms, holder, kept);
  const state = useLoanReview(terms, holder, loan);
  const summary = useRef<HTMLDivElement>(null);
  const { form, values, figures } = loan;
  const { alarm, review, isChecking, startReview } = state;
  useEffect(() => {
    if (alarm > 0) summary.current?.focus();
  }, [alarm]);
  const replace = (how: 'startOver' | 'takeOffered' | 'undoClear') => {
    loan[how]();
    // What was reported about the previous content doesn't apply to the new one.
    state.clear();
  };

  const toReview = (
    <Button type="submit" form={FORM} look="primary" busy={isChecking}>
      Review loan
    </Button>
  );
  if (review) {
    return (
      <Suspense fallback={null}>
        <LoanReview state={state} review={review} alarm={summary} />
      </Suspense>
    );
  }
  return (
    <FormProvider {...form}>
      <FormPage
        title="New loan"
        aside={
          <span className="flex items-center gap-2">
            {loan.isKept ? null : (
              <span className="text-label text-warning">This browser stores no drafts</span>
            )}
            <Button look="quiet" onClick={() => replace('startOver')}>
              Clear form
            </Button>
          </span>
        }
        messages={
          <>
            <SentNotices kept={kept} />
            <FormMessages loan={loan} state={state} replace={replace} summary={summary} />
          </>
        }
        readiness={{
          state: 'ready',
          parts: (
            <form
              // The review's code is there before it is asked for.
              onFocus={LoanReview.approach}
              id={FORM}
              noValidate
              aria-label="New loan"
              className="flex flex-col gap-3"
              onSubmit={(event) => {
                event.preventDefault();
                void startReview();
              }}
            >
              <BorrowerPart />
              <TermsPart terms={terms} figures={figures} />
              <CollateralPart terms={terms} figures={figures} />
              <RepayPart />
              <div className="flex flex-wrap items-center justify-end gap-3 max-lg:hidden">
                <p className="text-label text-muted">You’ll review before creating.</p>
                {toReview}
              </div>
            </form>
          ),
          summary: <LoanSummary values={values} figures={figures} terms={terms} review={toReview} />,
        }}
      />
    </FormProvider>
  );
}

/** Where the borrower repays to. */
function RepayPart() {
  const { register, formState } = useFormContext<LoanValues>();
  const field = (name: 'bankName' | 'bankCode' | 'accountNumber') => ({
    field: register(name),
    error: formState.errors[name]?.message,
  });
  return (
    <Panel title="Repayment account" aside={<span className="text-label text-muted">Optional</span>}>
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
