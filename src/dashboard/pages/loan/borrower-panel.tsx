import { type ReactNode, useMemo } from 'react';
import { Link } from 'react-router-dom';
import { loansAddress, memberAddress } from '#dashboard/api/addresses.ts';
import { useAllRows } from '#dashboard/api/http/all-rows.ts';
import { explainRead } from '#dashboard/api/http/explain.ts';
import type { FoundRow } from '#dashboard/api/http/use-found-row.ts';
import { borrowerRecord } from '#dashboard/api/loans/borrower-record.ts';
import { loanList } from '#dashboard/api/loans/loans.ts';
import type { Contacts } from '#dashboard/api/members/contacts.ts';
import { KYC_CHECKS, kycLabel } from '#dashboard/api/members/kyc.ts';
import { type MemberRow, nameOfMember } from '#dashboard/api/members/members.ts';
import { LoanCounts } from '#dashboard/forms/loan-counts.tsx';
import { emailItem, transactionsItem } from '#dashboard/forms/member-contact.tsx';
import { MemberStatus } from '#dashboard/forms/member-status.tsx';
import { countOf, seenOf } from '#dashboard/lib/figures.ts';
import { hasEveryRow } from '#dashboard/lib/load-pages.ts';
import { clip } from '#dashboard/lib/truncate.ts';
import { useSettings } from '#dashboard/lib/use-settings.ts';
import { Button } from '#dashboard/ui/button.tsx';
import { type Definition, DefinitionPanel } from '#dashboard/ui/definition-list.tsx';
import { Panel } from '#dashboard/ui/panel.tsx';
import { Progress } from '#dashboard/ui/progress.tsx';
import { Unknown } from '#dashboard/ui/unknown.tsx';
import { useNow } from '#dashboard/ui/use-now.ts';
import { WholeId } from './whole-id.tsx';

/** Who borrowed: the member with that user id, searched for among the members. */
export function BorrowerPanel(props: { userId: string; search: FoundRow<MemberRow>; contacts: Contacts }) {
  const { userId, search, contacts } = props;
  const { row: member, isLooking, progress } = search;
  const { loaded, total, unreadable } = progress;
  if (member) return <MemberPanel {...{ member, contacts }} />;
  return (
    <Panel title="Borrower">
      <div className={`px-4 py-3 text-table ${isLooking ? 'min-h-101' : ''}`}>
        <p className="flex flex-wrap items-center gap-2">
          User ID <WholeId id={userId} name="borrower ID" />
        </p>
        {isLooking ? (
          <Progress label="Searching members" done={loaded} of={total}>
            <Button look="quiet" onClick={search.stop}>
              Stop
            </Button>
          </Progress>
        ) : progress.state === 'complete' ? (
          <p className="text-muted">
            No match in {countOf(loaded, 'member')}.
            {unreadable > 0 && ` ${countOf(unreadable, 'row')} could not be read, and may be this member.`}
          </p>
        ) : (
          <div className="flex flex-wrap items-center justify-between gap-2 text-muted">
            <p>
              No match in {seenOf(progress, 'member')}. {search.error && explainRead(search.error)}
            </p>
            <Button onClick={search.lookOn}>Continue</Button>
          </div>
        )}
      </div>
    </Panel>
  );
}

function MemberPanel({ member, contacts }: { member: MemberRow; contacts: Contacts }) {
  const loans = useLoansOf(member.user._id);
  return <DefinitionPanel title="Borrower" items={memberItems(member, contacts, loans)} />;
}

/** The borrower's loans among those that are loaded, as many as a list loads by itself; only a link before that. */
function useLoansOf(userId: string): Definition {
  const { rows, shown } = useAllRows(loanList, useSettings().listRows);
  const now = useNow();
  const record = useMemo(() => borrowerRecord(userId, rows, now), [userId, rows, now]);
  if (record.outstanding.length + record.closed === 0)
    return { label: 'Loans', value: link(loansAddress({ borrower: userId }), 'View loans') };
  return {
    label: 'Loans',
    value: <LoanCounts {...{ userId, record }} />,
    note: !hasEveryRow(shown) && `Based on ${seenOf({ loaded: rows.length, total: shown.total }, 'loan')}.`,
  };
}

const link = (to: string, text: ReactNode) => (
  <Link
    to={to}
    className="rounded-control text-accent-text hover:underline max-md:-my-2.5 max-md:inline-block max-md:py-2.5"
  >
    {text}
  </Link>
);

function memberItems(member: MemberRow, contacts: Contacts, loans: Definition): Definition[] {
  const { user, status, _id: id } = member;
  const name = nameOfMember(user);
  return [
    {
      label: 'Name',
      value: name ? (
        link(memberAddress(id), <bdi>{clip(name, 200)}</bdi>)
      ) : (
        <Unknown reason="This member has no name." />
      ),
    },
    emailItem(member, contacts),
    { label: 'Membership', value: <MemberStatus status={status} /> },
    { label: 'KYC', value: <KycSummary kyc={user.kyc} /> },
    loans,
    transactionsItem(member, contacts),
    { label: 'Member ID', value: <WholeId id={id} name="member ID" /> },
    { label: 'User ID', value: <WholeId id={user._id} name="user ID" /> },
  ];
}

/** The checks of a member, each with the value that the service gives it; nothing is decided from them. */
function KycSummary({ kyc }: { kyc: MemberRow['user']['kyc'] }) {
  if (!kyc) return <Unknown reason="No checks are recorded." />;
  return (
    <ul className="flex flex-col">
      {KYC_CHECKS.map(({ field, label }) => {
        const value = kyc[field];
        return (
          <li key={field} className="flex flex-wrap gap-x-4">
            <span className="text-muted">{label}</span>
            <span className="ml-auto text-right">
              {value === undefined || value === '' ? (
                <Unknown reason="This check isn’t recorded." />
              ) : (
                <bdi>{clip(kycLabel(field, value), 60)}</bdi>
              )}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
