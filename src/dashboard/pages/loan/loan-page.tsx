import type { QueryClient } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link, useLocation, useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { asSent } from '#contract/reading.ts';
import { followUpsQuery } from '#dashboard/api/follow-ups/follow-ups.ts';
import { type LoanLookup, prefetchLoan, useFindLoan } from '#dashboard/api/loans/find-loan.ts';
import type { LoanRow } from '#dashboard/api/loans/loans.ts';
import { FollowUpsPanel } from '#dashboard/forms/follow-ups-panel.tsx';
import { RecordHistoryPanel } from '#dashboard/forms/record-history-panel.tsx';
import { formatAmount, formatCount } from '#dashboard/lib/figures.ts';
import { zoneSentence } from '#dashboard/lib/times.ts';
import { clip, truncateMiddle } from '#dashboard/lib/truncate.ts';
import { Failed, RefreshFailed } from '#dashboard/table/failures.tsx';
import { Freshness } from '#dashboard/table/freshness.tsx';
import { Banner } from '#dashboard/ui/banner.tsx';
import { Button, buttonClass } from '#dashboard/ui/button.tsx';
import { CopyButton } from '#dashboard/ui/copy-id.tsx';
import { Notice } from '#dashboard/ui/notice.tsx';
import { PageTitle } from '#dashboard/ui/page-title.tsx';
import { Progress } from '#dashboard/ui/progress.tsx';
import { RawJson } from '#dashboard/ui/raw-json.tsx';
import { SkeletonPanel } from '#dashboard/ui/skeleton.tsx';
import { useHydrated } from '#dashboard/ui/use-hydrated.ts';
import { useNow } from '#dashboard/ui/use-now.ts';
import '#dashboard/styles/print.css';
import { BorrowerPanel } from './borrower-panel.tsx';
import { CollateralPanel } from './collateral-panel.tsx';
import { LoanFields } from './loan-fields.tsx';
import { LoanFigures } from './loan-figures.tsx';
import { LoanTimeline } from './loan-timeline.tsx';
import { WholeId } from './whole-id.tsx';

function NotFound({ lookup: { seen, failedPages, look } }: { lookup: LoanLookup }) {
  const looked = seen?.looked ?? 0;
  return (
    <Notice
      title="This loan was not found"
      action={
        <div className="flex flex-wrap justify-center gap-2">
          <Button onClick={look}>Look again</Button>
          <Link to="/loans" className={buttonClass()}>
            All loans
          </Link>
        </div>
      }
    >
      Looked through {formatCount(looked)} of{' '}
      {seen?.total === undefined ? 'an unknown number of' : formatCount(seen.total)} loans of this creditor.
      {failedPages > 0 &&
        ` ${formatCount(failedPages)} pages of them could not be had, so it may be on one of those.`}
    </Notice>
  );
}

export async function loader(
  client: QueryClient,
  search: URLSearchParams,
  { id = '' }: Readonly<Record<string, string>>,
): Promise<void> {
  await Promise.all([
    prefetchLoan(client, id, search.get('at')),
    client.prefetchQuery(followUpsQuery({ kind: 'loan', record: id })),
  ]);
}

export default function LoanPage() {
  const { id = '' } = useParams();
  const [search] = useSearchParams();
  return <LoanOf key={id} id={id} at={search.get('at')} />;
}

function LoanOf({ id, at }: { id: string; at: string | null }) {
  const lookup = useFindLoan(id, at);
  const { loan, error, isLooking, asOf, look } = lookup;
  const now = useNow();
  return (
    <div className="mx-auto flex max-w-400 flex-col gap-3 px-4 py-4 md:px-6 print:max-w-none print:p-0">
      <Head id={id} loan={loan ?? undefined}>
        {loan && (
          <>
            <Freshness at={asOf} refreshing={isLooking} refresh={look} />
            <Button icon={<Printer size={16} aria-hidden />} onClick={() => window.print()}>
              Print
            </Button>
          </>
        )}
      </Head>
      <JustCreated />
      {loan && error && (
        <RefreshFailed what="loan" error={error} retrying={isLooking} retry={look} at={asOf} />
      )}
      {loan ? <Loan loan={loan} asOf={asOf} now={now} /> : <Missing lookup={lookup} />}
    </div>
  );
}

/** Confirms the creation of the loan to the person who was led here by it, until they dismiss it. */
function JustCreated() {
  const { state, search } = useLocation();
  const navigate = useNavigate();
  const [isDismissed, setDismissed] = useState(false);
  // A reload keeps the state of an address in the browser, where the server doesn't see it.
  const isHydrated = useHydrated();
  if (!isHydrated || isDismissed || !(state as { created?: unknown } | null)?.created) return null;
  const dismiss = () => {
    setDismissed(true);
    // Not shown again after a reload either.
    navigate({ search }, { replace: true, state: null });
  };
  return (
    <Banner
      tone="success"
      title="Loan created"
      action={
        <Button look="quiet" onClick={dismiss}>
          Dismiss
        </Button>
      }
    />
  );
}

function Head({ id, loan, children }: { id: string; loan: LoanRow | undefined; children: ReactNode }) {
  const heading = headingOf(loan);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <div className="min-w-0">
        <PageTitle title={`${heading}, ${truncateMiddle(id)}`}>{heading}</PageTitle>
        <div className="flex flex-wrap items-center gap-x-3 text-muted">
          <WholeId id={id} name="loan id" />
          <span className="inline-flex items-center text-label print:hidden">
            Address <CopyButton text={useHydrated() ? location.href : ''} label="Copy this page’s address" />
          </span>
        </div>
      </div>
      <div className="flex items-center gap-2 print:hidden">{children}</div>
    </div>
  );
}

function headingOf(loan: LoanRow | undefined): string {
  const figure = loan && formatAmount(loan.amount, loan.currency);
  return figure ? `Loan of ${figure.whole}${figure.fraction} ${clip(loan.currency, 20)}` : 'Loan';
}

/** Takes the place of the loan: the search for it, or how that ended. */
function Missing({ lookup }: { lookup: LoanLookup }) {
  const { loan, error, isLooking, isStopped, seen, look, stop } = lookup;
  if (isLooking && (seen || !error)) {
    return (
      <>
        {seen && (
          <Progress label="Looking for the loan" done={seen.looked} of={seen.total}>
            <Button look="quiet" onClick={stop}>
              Stop
            </Button>
          </Progress>
        )}
        <SkeletonLoan />
      </>
    );
  }
  if (loan === null) return <NotFound lookup={lookup} />;
  if (isStopped) {
    return (
      <Notice title="The search was stopped" action={<Button onClick={look}>Look on</Button>}>
        {seen
          ? `The loan was not among the ${formatCount(seen.looked)} that were looked at.`
          : 'Nothing was looked at.'}
      </Notice>
    );
  }
  return error && <Failed what="loan" error={error} retrying={isLooking} retry={look} />;
}

function Loan({ loan, asOf, now }: { loan: LoanRow; asOf: number; now: number }) {
  return (
    <>
      <LoanFigures loan={loan} asOf={asOf} />
      <div className="grid items-start gap-3 lg:grid-cols-[3fr_2fr]">
        <div className="flex min-w-0 flex-col gap-3">
          <LoanTimeline loan={loan} now={now} />
          <LoanFields loan={loan} />
        </div>
        <div className="flex min-w-0 flex-col gap-3">
          {loan.id && <FollowUpsPanel record={{ kind: 'loan', id: loan.id, name: headingOf(loan) }} />}
          <BorrowerPanel userId={loan.borrower} />
          {loan.id && <CollateralPanel loanId={loan.id} />}
          {loan.id && <RecordHistoryPanel kind="loan" id={loan.id} />}
          <RawJson value={asSent(loan)} name="this loan" />
        </div>
      </div>
      <p className="text-label text-muted">{zoneSentence(now)}</p>
    </>
  );
}

function SkeletonLoan() {
  return (
    <div aria-busy className="flex flex-col gap-3">
      <SkeletonPanel className="h-22" widths={['w-1/2']} />
      <div className="grid gap-3 lg:grid-cols-[3fr_2fr]">
        {[0, 1].map((place) => (
          <SkeletonPanel key={place} className="h-90" widths={['w-24', 'w-3/4', 'w-2/3', 'w-1/2']} />
        ))}
      </div>
    </div>
  );
}
