import { type ReactNode, useRef, useState } from 'react';
import { FormProvider, useFormContext } from 'react-hook-form';
import { NoDrafts } from '#dashboard/forms/no-drafts.tsx';
import { TextField } from '#dashboard/forms/text-field.tsx';
import type { Drafts } from '#dashboard/lib/draft.ts';
import { Button } from '#dashboard/ui/button.tsx';
import { focusHeading, useFocusOnNews } from '#dashboard/ui/focus.ts';
import { lazyPart } from '#dashboard/ui/lazy-part.tsx';
import { PageHead } from '#dashboard/ui/page-title.tsx';
import { Panel } from '#dashboard/ui/panel.tsx';
import { BorrowerPart } from './borrower-part.tsx';
import { CollateralPart } from './collateral-part.tsx';
import { FormMessages } from './form-messages.tsx';
import type { LendingTerms } from './lending-terms.ts';
import { LoanSummary } from './loan-summary.tsx';
import type { KeptDraft, LoanValues } from './loan-values.ts';
import { TermsPart } from './terms-part.tsx';
import { useLoanForm } from './use-loan-form.ts';
import { useLoanReview } from './use-loan-review.ts';

const LoanReview = lazyPart(() => import('./loan-review.tsx').then((module) => module.LoanReview));

/** The parts of the form, and a summary that stays in view next to them. */
export const columns =
  'grid items-start gap-3 lg:grid-cols-[minmax(0,1fr)_20rem] xl:grid-cols-[minmax(0,1fr)_22rem]';

export function Frame({ aside, children }: { aside?: ReactNode; children: ReactNode }) {
  return (
    <div className="mx-auto flex max-w-280 flex-col gap-3 px-4 py-4 md:px-6">
      <PageHead title="New loan">{aside}</PageHead>
      {children}
    </div>
  );
}

const FORM = 'new-loan';

export function LoanForm(props: { terms: LendingTerms; drafts: Drafts; kept: readonly KeptDraft[] }) {
  const { terms, drafts, kept } = props;
  const loan = useLoanForm(terms, drafts, kept);
  const state = useLoanReview(terms, drafts.holder, loan);
  const summary = useRef<HTMLDivElement>(null);
  const { form, values, figures } = loan;
  const { alarm, review, isChecking, startReview } = state;
  const loanToValue = figures.cover?.loanToValue ?? null;
  /** The loan-to-value of the moment when the field that is being edited got the focus. */
  const [before, setBefore] = useState(loanToValue);
  // Back from the review, the button that had the focus is gone.
  useFocusOnNews(review ? 'review' : 'form');
  useFocusOnNews(alarm, { focus: () => summary.current?.focus() });
  const replace = (how: 'startOver' | 'takeOffered' | 'undoClear') => {
    loan[how]();
    // What was reported about the previous content doesn't apply to the new one.
    state.clear();
    // The button that was pressed may be gone.
    focusHeading();
  };

  const toReview = (
    <Button type="submit" form={FORM} look="primary" busy={isChecking}>
      Review loan
    </Button>
  );
  if (review) return <LoanReview.Apart state={state} review={review} alarm={summary} />;
  return (
    <FormProvider {...form}>
      <Frame
        aside={
          <span className="flex items-center gap-2">
            {!loan.isKept && <NoDrafts />}
            <Button look="quiet" onClick={() => replace('startOver')}>
              Clear form
            </Button>
          </span>
        }
      >
        <FormMessages kept={kept} loan={loan} state={state} replace={replace} summary={summary} />
        <div className={columns}>
          <form
            id={FORM}
            noValidate
            aria-label="New loan"
            className="flex min-w-0 flex-col gap-3"
            onFocus={() => {
              setBefore(loanToValue);
              // The review's code is there before it is asked for.
              LoanReview.approach();
            }}
            onSubmit={(event) => {
              event.preventDefault();
              void startReview();
            }}
          >
            <BorrowerPart />
            <TermsPart {...{ values, figures, terms }} />
            <CollateralPart {...{ values, figures, terms }} />
            <RepayPart />
            <div className="flex flex-wrap items-center justify-end gap-3 max-lg:hidden">
              <p className="text-label text-muted">You’ll review before creating.</p>
              {toReview}
            </div>
          </form>
          <LoanSummary {...{ values, figures, terms, before }} review={toReview} />
        </div>
      </Frame>
    </FormProvider>
  );
}

const ACCOUNT = [
  {
    name: 'bankName',
    label: 'Bank name',
    help: 'Where the borrower repays. Not stored in Activity or in drafts.',
  },
  { name: 'bankCode', label: 'Bank code' },
  { name: 'accountNumber', label: 'Account number' },
] as const;

function RepayPart() {
  const { register, formState } = useFormContext<LoanValues>();
  return (
    <Panel title="Repayment account" aside={<span className="text-label text-muted">Optional</span>}>
      <div className="grid gap-4 p-4 sm:grid-cols-2 *:first:sm:col-span-2">
        {ACCOUNT.map(({ name, ...field }) => (
          <TextField
            key={name}
            {...field}
            error={formState.errors[name]?.message}
            field={register(name)}
            mono={name !== 'bankName'}
          />
        ))}
      </div>
    </Panel>
  );
}
