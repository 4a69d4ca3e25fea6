import type { RefObject } from 'react';
import { Link } from 'react-router-dom';
import { ErrorSummary } from '#dashboard/forms/error-summary.tsx';
import { loanAddress } from '#dashboard/lib/addresses.ts';
import { formatInstant } from '#dashboard/lib/times.ts';
import { Banner } from '#dashboard/ui/banner.tsx';
import { Button, buttonClass } from '#dashboard/ui/button.tsx';
import { ErrorReference } from '#dashboard/ui/error-reference.tsx';
import { moneyText } from './cover.ts';
import type { TermsChange } from './lending-terms.ts';
import { readDraft } from './loan-values.ts';
import type { Trouble } from './trouble.ts';
import type { NewLoan } from './use-new-loan.ts';

/** Everything that stands above the form: what is wrong, what changed, and what was left here before. */
export function FormMessages({
  loan,
  summary,
}: {
  loan: NewLoan;
  summary: RefObject<HTMLDivElement | null>;
}) {
  const { problems, trouble, changes, told, back, offered } = loan;
  return (
    <>
      {told?.loan && (
        <Banner
          tone="info"
          title="The loan you sent was created"
          action={
            <span className="flex flex-wrap gap-2">
              <Link to={loanAddress(told.loan.id, told.loan.createdAt)} className={buttonClass()}>
                Open it
              </Link>
              <Button look="quiet" onClick={() => loan.closeTold(told)}>
                Close
              </Button>
            </span>
          }
        >
          {moneyText(told.body.amount, told.body.currency)}, sent {formatInstant(told.at)}.
        </Banner>
      )}
      {changes.length > 0 && <TermsChanged changes={changes} accept={loan.accept} />}
      <ErrorSummary ref={summary} problems={problems}>
        {trouble && <TroubleText trouble={trouble} />}
      </ErrorSummary>
      {back !== null && (
        <Banner
          tone="info"
          title={`Your draft of ${formatInstant(back)} is back as you left it`}
          action={
            <Button look="quiet" onClick={loan.startAnew}>
              Discard the draft
            </Button>
          }
        />
      )}
      {offered && (
        <Banner
          tone="info"
          title={`A draft of ${formatInstant(offered.at)} is kept here`}
          action={
            <span className="flex flex-wrap gap-2">
              <Button onClick={loan.takeOffered}>Continue with it</Button>
              <Button look="quiet" onClick={loan.dropOffered}>
                Discard it
              </Button>
            </span>
          }
        >
          {describeDraft(offered.values)}
        </Banner>
      )}
    </>
  );
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

/** The new terms beside the old; what was typed stays. */
function TermsChanged({ changes, accept }: { changes: TermsChange[]; accept: () => void }) {
  return (
    <Banner
      tone="warning"
      title="Your terms changed while this form was open"
      action={<Button onClick={accept}>Go on under the new terms</Button>}
    >
      <p>What you typed is kept, and is judged by the new terms.</p>
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

function describeDraft(values: unknown): string {
  const draft = readDraft(values);
  if (!draft) return '';
  const amount = draft.amount === '' ? 'No amount yet' : `${draft.amount} ${draft.currency}`;
  return `${amount}, ${draft.borrower?.name ?? draft.borrower?.userId ?? 'nobody chosen yet'}.`;
}
