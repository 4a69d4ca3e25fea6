import type { QueryClient } from '@tanstack/react-query';
import Printer from 'lucide-react/icons/printer';
import { type ReactNode, useState } from 'react';
import { useLocation, useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { asSent } from '#contract/reading.ts';
import { followUpsQuery } from '#dashboard/api/follow-ups/follow-ups.ts';
import { prefetchList } from '#dashboard/api/http/list-source.ts';
import { collateralQuery } from '#dashboard/api/loans/collateral.ts';
import { type LoanLookup, prefetchLoan, useFindLoan } from '#dashboard/api/loans/find-loan.ts';
import type { LoanRow } from '#dashboard/api/loans/loans.ts';
import { useContacts } from '#dashboard/api/members/contacts.ts';
import { memberList, nameOfMember, useMemberOfUser } from '#dashboard/api/members/members.ts';
import { ButtonLink } from '#dashboard/forms/button-link.tsx';
import { FollowUpsPanel, RecordHistoryPanel } from '#dashboard/forms/record-panels.tsx';
import { countOf, formatCount, seenOf } from '#dashboard/lib/figures.ts';
import { zoneSentence } from '#dashboard/lib/times.ts';
import { Failed, RefreshFailed } from '#dashboard/table/failures.tsx';
import { Freshness } from '#dashboard/table/freshness.tsx';
import { Banner } from '#dashboard/ui/banner.tsx';
import { Button } from '#dashboard/ui/button.tsx';
import { Fold } from '#dashboard/ui/fold.tsx';
import { Notice } from '#dashboard/ui/notice.tsx';
import { Progress } from '#dashboard/ui/progress.tsx';
import { RawJson } from '#dashboard/ui/raw-json.tsx';
import { SkeletonPanel } from '#dashboard/ui/skeleton.tsx';
import { useHydrated } from '#dashboard/ui/use-hydrated.ts';
import { useNow } from '#dashboard/ui/use-now.ts';
import '#dashboard/styles/print.css';
import { BorrowerPanel } from './borrower-panel.tsx';
import { CollateralPanel } from './collateral-panel.tsx';
import { LoanFields, LoanFigures } from './loan-figures.tsx';
import { headingOf, LoanHead } from './loan-head.tsx';
import { LoanTimeline } from './loan-timeline.tsx';
import { NextSteps } from './next-steps.tsx';

function NotFound({ lookup: { seen, failedPages, look } }: { lookup: LoanLookup }) {
  const looked = seen?.looked ?? 0;
  return (
    <Notice
      title="Loan not found"
      action={
        <div className="flex flex-wrap justify-center gap-2">
          <Button onClick={look}>Retry</Button>
          <ButtonLink to="/loans">All loans</ButtonLink>
        </div>
      }
    >
      {seen?.total === looked
        ? `Checked all ${formatCount(looked)} of your loans.`
        : `Checked ${seenOf({ loaded: looked, total: seen?.total }, 'loan')}.`}
      {failedPages > 0 &&
        ` ${countOf(failedPages, 'page')} could not be loaded, so the loan may be on one of them.`}
    </Notice>
  );
}

export function loader(client: QueryClient, search: URLSearchParams, { id = '' }: Record<string, string>) {
  return Promise.all([
    prefetchLoan(client, id, search.get('at')),
    prefetchList(client, memberList),
    client.prefetchQuery(collateralQuery(id)),
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
      {loan ? (
        <Loan key={loan.borrower} loan={loan} now={now} asOf={asOf}>
          <Freshness at={asOf} refreshing={isLooking} />
          <Button icon={<Printer size={16} aria-hidden />} onClick={() => window.print()}>
            Print
          </Button>
        </Loan>
      ) : (
        <>
          <LoanHead id={id} loan={undefined} now={now} />
          <JustCreated />
          <Missing lookup={lookup} />
        </>
      )}
      {loan && error && (
        <RefreshFailed what="loan" error={error} retrying={isLooking} retry={look} at={asOf} />
      )}
    </div>
  );
}

/** Confirms the creation of the loan to the person who was led here by it, until they dismiss it. */
function JustCreated() {
  const { state, search } = useLocation();
  const navigate = useNavigate();
  // A reload keeps the state of an address in the browser, where the server doesn't see it.
  const isHydrated = useHydrated();
  const [isDismissed, setDismissed] = useState(false);
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

/** Takes the place of the loan: the search for it, or how that ended. */
function Missing({ lookup }: { lookup: LoanLookup }) {
  const { loan, error, isLooking, isStopped, seen, look, stop } = lookup;
  if (isLooking && (seen || !error)) {
    return (
      <>
        {seen && (
          <Progress label="Searching for the loan" done={seen.looked} of={seen.total}>
            <Button look="quiet" onClick={stop}>
              Stop
            </Button>
          </Progress>
        )}
        <div aria-busy className="flex flex-col gap-3">
          <SkeletonPanel className="h-22" widths={['w-1/2']} />
          <div className="grid gap-3 lg:grid-cols-[3fr_2fr]">
            {[0, 1].map((place) => (
              <SkeletonPanel key={place} className="h-90" widths={['w-24', 'w-3/4', 'w-2/3', 'w-1/2']} />
            ))}
          </div>
        </div>
      </>
    );
  }
  if (loan === null) return <NotFound lookup={lookup} />;
  if (isStopped) {
    return (
      <Notice title="The search was stopped" action={<Button onClick={look}>Continue</Button>}>
        {seen ? `Not found in the ${countOf(seen.looked, 'loan')} checked.` : 'No loans were checked.'}
      </Notice>
    );
  }
  return error && <Failed what="loan" error={error} retrying={isLooking} retry={look} />;
}

/**
 * Borrower, amount, standing and next steps come first; the list of fields folds away at the end. `children` are the
 * buttons of the head.
 */
function Loan(props: { loan: LoanRow; asOf: number; now: number; children: ReactNode }) {
  const { loan, asOf, now, children } = props;
  const search = useMemberOfUser(loan.borrower);
  const contacts = useContacts();
  const { member } = search;
  const name = member && nameOfMember(member.user);
  return (
    <>
      <LoanHead {...{ loan, name, now }} id={loan.id}>
        {children}
      </LoanHead>
      <JustCreated />
      <LoanFigures loan={loan} asOf={asOf} />
      <div className="grid items-start gap-3 lg:grid-cols-[3fr_2fr]">
        <div className="flex min-w-0 flex-col gap-3">
          <NextSteps {...{ loan, member, contacts, now }} />
          {loan.id && <FollowUpsPanel kind="loan" id={loan.id} name={headingOf(loan, name)} />}
          <LoanTimeline loan={loan} now={now} />
          <CollateralPanel loan={loan} />
        </div>
        <div className="flex min-w-0 flex-col gap-3">
          <BorrowerPanel {...{ search, contacts }} userId={loan.borrower} />
          {loan.id && <RecordHistoryPanel kind="loan" id={loan.id} />}
        </div>
      </div>
      <Fold title="All details">
        <LoanFields loan={loan} now={now} />
      </Fold>
      <RawJson value={asSent(loan)} name="this loan" />
      <p className="text-label text-muted print:hidden">{zoneSentence(now)}</p>
    </>
  );
}
