import { Link } from 'react-router-dom';
import { loansAddress, memberAddress } from '#dashboard/api/addresses.ts';
import { ApiError } from '#dashboard/api/http/api-error.ts';
import { explainRead } from '#dashboard/api/http/explain.ts';
import type { Contacts } from '#dashboard/api/members/contacts.ts';
import { type MemberRow, type MemberSearch, nameOfMember } from '#dashboard/api/members/members.ts';
import { emailItem, transactionsItem } from '#dashboard/forms/member-contact.tsx';
import { countOf, formatCount } from '#dashboard/lib/figures.ts';
import { clip } from '#dashboard/lib/truncate.ts';
import { Badge } from '#dashboard/ui/badge.tsx';
import { Button } from '#dashboard/ui/button.tsx';
import { DefinitionList } from '#dashboard/ui/definition-list.tsx';
import { Panel } from '#dashboard/ui/panel.tsx';
import { Progress } from '#dashboard/ui/progress.tsx';
import { Unknown } from '#dashboard/ui/unknown.tsx';
import { WholeId } from './whole-id.tsx';

interface BorrowerPanelProps {
  userId: string;
  search: MemberSearch;
  contacts: Contacts;
}

/** Who borrowed: the member with that user id, searched for among the members. */
export function BorrowerPanel({ userId, search, contacts }: BorrowerPanelProps) {
  const { member, isLooking, isDone, looked, total } = search;
  if (member) {
    return (
      <Panel title="Borrower">
        <MemberFields {...{ member, contacts }} />
      </Panel>
    );
  }
  return (
    <Panel title="Borrower">
      <div className={`px-4 py-3 text-table ${isLooking ? 'min-h-101' : ''}`}>
        <p className="flex flex-wrap items-center gap-2">
          User ID <WholeId id={userId} name="borrower ID" />
        </p>
        {isLooking && (
          <Progress label="Searching members" done={looked} of={total}>
            <Button look="quiet" onClick={search.stop}>
              Stop
            </Button>
          </Progress>
        )}
        {isDone && <p className="text-muted">No match in {countOf(looked, 'member')}.</p>}
        {!isLooking && !isDone && (
          <div className="flex flex-wrap items-center justify-between gap-2 text-muted">
            <p>
              No match in {formatCount(looked)} of{' '}
              {total === undefined ? 'an unknown number of' : formatCount(total)} members.{' '}
              {search.error instanceof ApiError && explainRead(search.error)}
            </p>
            <Button onClick={search.lookOn}>Continue</Button>
          </div>
        )}
      </div>
    </Panel>
  );
}

function MemberFields({ member, contacts }: { member: MemberRow; contacts: Contacts }) {
  const { user, status, _id: id } = member;
  const name = nameOfMember(user);
  return (
    <div className="px-4 py-1">
      <DefinitionList
        items={[
          {
            label: 'Name',
            value: name ? <Name name={name} memberId={id} /> : <Unknown reason="This member has no name." />,
          },
          emailItem(member, contacts),
          {
            label: 'Membership',
            value: <Badge tone={status === 'Active' ? 'success' : 'neutral'}>{clip(status, 60)}</Badge>,
          },
          { label: 'KYC', value: <KycSummary kyc={user.kyc} /> },
          {
            label: 'Loans',
            value: (
              <Link
                to={loansAddress({ borrower: user._id })}
                className="rounded-control text-accent-text hover:underline"
              >
                View all loans
              </Link>
            ),
          },
          transactionsItem(member, contacts),
          { label: 'Member ID', value: <WholeId id={id} name="member ID" /> },
          { label: 'User ID', value: <WholeId id={user._id} name="user ID" /> },
        ]}
      />
    </div>
  );
}

function Name({ name, memberId }: { name: string; memberId: string }) {
  return (
    <Link to={memberAddress(memberId)} className="rounded-control text-accent-text hover:underline">
      <bdi>{clip(name, 200)}</bdi>
    </Link>
  );
}

const CHECKS = {
  identityDocument: 'Identity document',
  selfie: 'Selfie',
  address: 'Address',
  accredited: 'Accreditation',
  bank: 'Bank account',
  email: 'Email',
  terms: 'Terms',
} as const;

/** The checks of a member, each with the value that the service gives it; nothing is decided from them. */
function KycSummary({ kyc }: { kyc: NonNullable<MemberRow['user']>['kyc'] }) {
  if (!kyc) return <Unknown reason="No checks are recorded." />;
  return (
    <ul className="flex flex-col">
      {Object.entries(CHECKS).map(([name, label]) => {
        const value = kyc[name as keyof typeof CHECKS];
        const yes = name === 'terms' ? 'Accepted' : 'Verified';
        return (
          <li key={name} className="flex justify-between gap-4">
            <span className="text-muted">{label}</span>
            <span className="text-right">
              {value === undefined || value === '' ? (
                <Unknown reason="This check isn’t recorded." />
              ) : typeof value === 'boolean' ? (
                value ? (
                  yes
                ) : (
                  `Not ${yes.toLowerCase()}`
                )
              ) : (
                <bdi>{clip(value, 60)}</bdi>
              )}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
