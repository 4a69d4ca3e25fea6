import type { QueryClient } from '@tanstack/react-query';
import Printer from 'lucide-react/icons/printer';
import { type ReactNode, useState } from 'react';
import { useLocation, useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { asSent } from '#contract/reading.ts';
import { followUpsQuery } from '#dashboard/api/follow-ups/follow-ups.ts';
import { prefetchList } from '#dashboard/api/http/list-source.ts';
import { prefetchRow, useFoundRow } from '#dashboard/api/http/use-found-row.ts';
import { collateralQuery } from '#dashboard/api/loans/collateral.ts';
import { type LoanRow, loanList, soughtLoan } from '#dashboard/api/loans/loans.ts';
import { useContacts } from '#dashboard/api/members/contacts.ts';
import { memberList, nameOfMember } from '#dashboard/api/members/members.ts';
import { useMember } from '#dashboard/api/members/use-member.ts';
import { ButtonLink } from '#dashboard/forms/button-link.tsx';
import { FollowUpsPanel, RecordHistoryPanel } from '#dashboard/forms/record-panels.tsx';
import { formatCount } from '#dashboard/lib/figures.ts';
import { zoneSentence } from '#dashboard/lib/times.ts';
import { RefreshFailed } from '#dashboard/table/failures.tsx';
import { Freshness } from '#dashboard/table/freshness.tsx';
import { RowSearch } from '#dashboard/table/row-search.tsx';
import { Banner } from '#dashboard/ui/banner.tsx';
import { Button } from '#dashboard/ui/button.tsx';
import { Fold } from '#dashboard/ui/fold.tsx';
import { RawJson } from '#dashboard/ui/raw-json.tsx';
import { useHydrated } from '#dashboard/ui/use-hydrated.ts';
import { useNow } from '#dashboard/ui/use-now.ts';
import '#dashboard/styles/print.css';
import { BorrowerPanel } from './borrower-panel.tsx';
import { CollateralPanel } from './collateral-panel.tsx';
import { LoanFields, LoanFigures } from './loan-figures.tsx';
import { headingOf, LoanHead } from './loan-head.tsx';
import { LoanTimeline } from './loan-timeline.tsx';
import { NextSteps } from './next-steps.tsx';

export function loader(client: QueryClient, search: URLSearchParams, { id = '' }: Record<string, string>) {
  return Promise.all([
    prefetchRow(client, loanList, soughtLoan(id, search.get('at'))),
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
  const search = useFoundRow(loanList, soughtLoan(id, at));
  const { row: loan, error, isLooking, asOf, lookOn } = search;
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
          <RowSearch search={search} noun="loan" action={<ButtonLink to="/loans">All loans</ButtonLink>}>
            Checked all {formatCount(search.progress.loaded)} of your loans.
          </RowSearch>
        </>
      )}
      {loan && error && (
        <RefreshFailed what="loan" error={error} retrying={isLooking} retry={lookOn} at={asOf} />
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

/**
 * Borrower, amount, standing and next steps come first; the list of fields folds away at the end. `children` are the
 * buttons of the head.
 */
function Loan(props: { loan: LoanRow; asOf: number; now: number; children: ReactNode }) {
  const { loan, asOf, now, children } = props;
  const search = useMember(loan.borrower);
  const contacts = useContacts();
  const { row: member } = search;
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
