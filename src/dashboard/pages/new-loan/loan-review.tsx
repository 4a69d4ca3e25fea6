import ArrowLeft from 'lucide-react/icons/arrow-left';
import CircleAlert from 'lucide-react/icons/circle-alert';
import { type RefObject, useId, useRef, useState } from 'react';
import { borrowerRisks } from '#dashboard/api/loans/borrower-record.ts';
import { dueText } from '#dashboard/api/loans/terms.ts';
import { type KnownBorrower, useBorrowerRecord } from '#dashboard/api/loans/use-borrower-record.ts';
import { focusField } from '#dashboard/forms/error-summary.tsx';
import { withGroups } from '#dashboard/lib/convention.ts';
import { decimalOf, percentOfRate } from '#dashboard/lib/decimal.ts';
import { formatCount, withPercent } from '#dashboard/lib/figures.ts';
import { limitText, percentText } from '#dashboard/lib/percent.ts';
import { Banner } from '#dashboard/ui/banner.tsx';
import { Button } from '#dashboard/ui/button.tsx';
import { Checkbox } from '#dashboard/ui/checkbox.tsx';
import { DefinitionPanel } from '#dashboard/ui/definition-list.tsx';
import { focusHeading } from '#dashboard/ui/focus.ts';
import { lazyPart } from '#dashboard/ui/lazy-part.tsx';
import { PageTitle } from '#dashboard/ui/page-title.tsx';
import { Panel } from '#dashboard/ui/panel.tsx';
import { RawJson } from '#dashboard/ui/raw-json.tsx';
import { useNow } from '#dashboard/ui/use-now.ts';
import { roundedMoney } from './checked-collateral.ts';
import { BorrowerRecord } from './chosen-borrower.tsx';
import { TroubleText } from './form-messages.tsx';
import type { FormFigures } from './loan-schema.ts';
import type { LoanValues } from './loan-values.ts';
import type { Review } from './send-loan.ts';
import type { LoanReviewState } from './use-loan-review.ts';

const SameLoanDialog = lazyPart(() =>
  import('./same-loan-dialog.tsx').then((module) => module.SameLoanDialog),
);

/** The review takes the place of the form: it is read from its heading on. */
function begin(page: HTMLDivElement | null): void {
  if (!page) return;
  focusHeading();
  document.querySelector('#main')?.scrollTo({ top: 0 });
  window.scrollTo?.({ top: 0 });
}

export function LoanReview(props: {
  state: LoanReviewState;
  review: Review;
  alarm: RefObject<HTMLDivElement | null>;
}) {
  const { state, review, alarm } = props;
  const { isSending, trouble, earlier } = state;
  const { body, figures } = review.ready;
  const send = useRef<HTMLButtonElement>(null);
  const tick = useRef<HTMLInputElement>(null);
  const now = useNow();
  const known = useBorrowerRecord(body.user_id, now);
  const consent = consentText(known, review.values.borrower);
  /** What was ticked: another text needs another tick. */
  const [agreedTo, setAgreedTo] = useState<string | null>(null);
  const [tried, setTried] = useState(false);
  const isAgreed = consent === null || agreedTo === consent;
  const isMissing = tried && !isAgreed;
  const errorId = useId();
  const create = (sameAs?: string) => {
    setTried(true);
    if (isAgreed) return state.submit(sameAs);
    if (sameAs !== undefined) state.forgetEarlier();
    focusField('consent');
  };
  return (
    <div ref={begin} className="mx-auto flex max-w-200 flex-col gap-3 px-4 py-4 md:px-6">
      <PageTitle title="Review loan" />
      <p className="text-muted">Nothing has been sent yet. Creating a loan can’t be undone.</p>
      {trouble && (
        <div ref={alarm} tabIndex={-1}>
          <Banner tone="danger" title={trouble.title}>
            <TroubleText {...trouble} />
          </Banner>
        </div>
      )}
      {review.prices.length > 0 && (
        <Banner tone="warning" title="Prices changed since you picked the collateral">
          <ul>
            {review.prices.map(({ tokenId, name, before, after }) => (
              <li key={tokenId} className="tabular">
                {name}: {priceText(before)} →{' '}
                <span className="font-medium text-text">{priceText(after)}</span> {body.currency}
              </li>
            ))}
          </ul>
        </Banner>
      )}
      {review.values.borrower?.verified === false && (
        <Banner tone="warning" title="The borrower is unverified">
          No member with the user ID {body.user_id} was found. Check it: the loan is refused if no member has
          it.
        </Banner>
      )}
      <DefinitionPanel
        title={`Lend ${roundedMoney(body.amount, body.currency)}`}
        items={definitionsOf(review, now)}
      />
      <Panel title="Borrower">
        <div className="px-4 py-1">
          <BorrowerRecord userId={body.user_id} known={known} />
        </div>
      </Panel>
      <Panel title="Collateral">
        <ReviewedCollateral figures={figures} currency={body.currency} />
      </Panel>
      <RawJson value={body} name="the request" title="API request" />
      {consent !== null && (
        <div className="rounded-panel border border-warning-border bg-warning-soft px-3 py-2.5">
          <Checkbox
            className="flex cursor-pointer items-start gap-2.5 [&>input]:mt-0.5 max-md:min-h-11"
            ref={tick}
            data-field="consent"
            checked={isAgreed}
            onChange={({ target }) => setAgreedTo(target.checked ? consent : null)}
            aria-invalid={isMissing || undefined}
            aria-describedby={isMissing ? errorId : undefined}
          >
            <span className="wrap-anywhere">{consent}</span>
          </Checkbox>
          {isMissing && (
            <p id={errorId} className="mt-1.5 flex items-start gap-1.5 text-danger text-table">
              <CircleAlert size={16} className="mt-0.5 shrink-0" aria-hidden />
              Tick this to create the loan.
            </p>
          )}
        </div>
      )}
      <div className="page-foot -mx-4 flex flex-wrap items-center justify-between gap-2 max-sm:[&>button]:px-2.5 border-hairline border-t bg-page px-4 py-3 md:mx-0 md:px-0">
        <Button
          icon={<ArrowLeft size={16} aria-hidden className="max-sm:hidden" />}
          disabled={isSending}
          onClick={state.backToForm}
        >
          Back
        </Button>
        <Button ref={send} look="primary" busy={isSending} onClick={() => create()}>
          {isSending ? 'Creating loan' : 'Create loan'}
        </Button>
      </div>
      {earlier && (
        <SameLoanDialog.Apart
          earlier={earlier}
          opener={isAgreed ? send : tick}
          onClose={state.forgetEarlier}
          // What is known about the borrower may have changed meanwhile.
          onConfirm={() => create(earlier.entry)}
        />
      )}
    </div>
  );
}

/** What has to be ticked before a loan to this borrower is created; null if nothing speaks against it. */
function consentText(known: KnownBorrower, borrower: LoanValues['borrower']): string | null {
  const { record, member, loans } = known;
  const total = loans.total === undefined ? 'all' : formatCount(loans.total);
  const risks = [
    ...borrowerRisks(record, member),
    ...(loans.isWhole ? [] : [`a record based on only ${formatCount(loans.seen)} of ${total} loans`]),
    ...(member || !borrower?.verified ? [] : ['checks that could not be read']),
  ];
  if (risks.length === 0) return null;
  const list = new Intl.ListFormat('en-GB').format(risks);
  return `Lend although ${borrower?.name ?? 'this borrower'} has ${list}`;
}

function definitionsOf({ ready: { body, figures }, values, terms }: Review, now: number) {
  const { borrower } = values;
  const rate = percentOfRate(decimalOf(body.interest_rate) ?? '');
  const joined = (...parts: unknown[]) => parts.filter(Boolean).join(' · ');
  const bank = joined(body.bank_name, body.bank_code, body.account_number);
  const note = joined(borrower?.email, borrower?.name && body.user_id);
  return [
    { label: 'Borrower', value: borrower?.name ?? body.user_id, note },
    { label: 'Amount', value: roundedMoney(body.amount, body.currency) },
    { label: 'Monthly interest rate', value: withPercent(withGroups(rate)) },
    {
      label: 'Total repayable',
      value: roundedMoney(body.repayment_amount, body.currency),
      note:
        figures.difference === null
          ? 'Calculated from amount, term and rate'
          : `Calculated: ${withGroups(figures.suggestion ?? '')} ${body.currency}`,
    },
    { label: 'Due', value: dueText(body.duration, now), note: terms.grace && `Grace period: ${terms.grace}` },
    { label: 'Reason', value: body.reason ?? 'None' },
    { label: 'Repayment account', value: bank || 'None' },
  ];
}

function ReviewedCollateral({ figures, currency }: { figures: FormFigures; currency: string }) {
  const { lines, cover } = figures;
  return (
    <>
      <ul className="divide-y divide-hairline px-4">
        {lines.map(({ line: { token }, quantity, value }) => (
          <li key={token.id} className="flex flex-wrap justify-between gap-x-4 py-2 text-table">
            <span className="min-w-0 wrap-anywhere">
              {token.name} <span className="text-muted">{token.symbol}</span>
            </span>
            <span className="tabular">
              {withGroups(quantity ?? '')} × {withGroups(token.price ?? '')} ={' '}
              {roundedMoney(value ?? '0', currency)}
            </span>
          </li>
        ))}
      </ul>
      {cover && (
        <p className="tabular border-hairline border-t px-4 py-2 text-right text-table">
          Total {roundedMoney(cover.value, currency)} · LTV{' '}
          {cover.loanToValue === null ? 'unknown' : percentText(cover.loanToValue)} (max{' '}
          {limitText(cover.loanToValueLimit)})
        </p>
      )}
    </>
  );
}

function priceText(price: string | null): string {
  return price === null ? 'no valid price' : withGroups(price);
}
