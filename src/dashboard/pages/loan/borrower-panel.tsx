import { Link } from 'react-router-dom';
import { loansAddress, memberAddress } from '#dashboard/api/addresses.ts';
import { ApiError } from '#dashboard/api/http/api-error.ts';
import { explainRead } from '#dashboard/api/http/explain.ts';
import { useMemberOfUser } from '#dashboard/api/members/all-members.ts';
import { useContacts } from '#dashboard/api/members/contacts.ts';
import { type MemberRow, nameOfMember } from '#dashboard/api/members/members.ts';
import { emailItem, transactionsItem } from '#dashboard/forms/member-contact.tsx';
import { formatCount } from '#dashboard/lib/figures.ts';
import { clip } from '#dashboard/lib/truncate.ts';
import { Badge } from '#dashboard/ui/badge.tsx';
import { Button } from '#dashboard/ui/button.tsx';
import { DefinitionList } from '#dashboard/ui/definition-list.tsx';
import { Panel } from '#dashboard/ui/panel.tsx';
import { Progress } from '#dashboard/ui/progress.tsx';
import { Unknown } from '#dashboard/ui/unknown.tsx';
import { WholeId } from './whole-id.tsx';

/** Who borrowed: the member with that user id, looked for among the members. */
export function BorrowerPanel({ userId }: { userId: string | undefined }) {
  return (
    <Panel title="Borrower">
      {userId ? (
        <Member key={userId} userId={userId} />
      ) : (
        <p className="px-4 py-3 text-muted text-table">The service named no borrower.</p>
      )}
    </Panel>
  );
}

function Member({ userId }: { userId: string }) {
  const { member, isLooking, isDone, looked, total, ...search } = useMemberOfUser(userId);
  if (member) return <MemberFields member={member} />;
  return (
    // As high as the member's record will be, so that nothing moves when it is found.
    <div className={`px-4 py-3 text-table ${isLooking ? 'min-h-101' : ''}`}>
      <p className="flex flex-wrap items-center gap-2">
        User id <WholeId id={userId} name="borrower id" />
      </p>
      {isLooking && (
        <Progress label="Looking through the members" done={looked} of={total}>
          <Button look="quiet" onClick={search.stop}>
            Stop
          </Button>
        </Progress>
      )}
      {isDone && <p className="text-muted">Not among the {formatCount(looked)} members looked at.</p>}
      {!isLooking && !isDone && (
        <div className="flex flex-wrap items-center justify-between gap-2 text-muted">
          <p>
            Not among the {formatCount(looked)} of{' '}
            {total === undefined ? 'an unknown number of' : formatCount(total)} members looked at.{' '}
            {search.error instanceof ApiError && explainRead(search.error)}
          </p>
          <Button onClick={search.lookOn}>Look on</Button>
        </div>
      )}
    </div>
  );
}

function MemberFields({ member }: { member: MemberRow }) {
  const { user, status, _id: id } = member;
  const contacts = useContacts();
  const name = nameOfMember(user);
  return (
    <div className="px-4 py-1">
      <DefinitionList
        items={[
          {
            label: 'Name',
            value: name ? <Name name={name} memberId={id} /> : <Unknown reason="The service gave no name." />,
          },
          emailItem(member, contacts),
          {
            label: 'In the syndicate',
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
                All loans of this borrower
              </Link>
            ),
          },
          transactionsItem(member, contacts),
          { label: 'Member id', value: <WholeId id={id} name="member id" /> },
          { label: 'User id', value: <WholeId id={user._id} name="user id" /> },
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
  accredited: 'Accredited',
  bank: 'Bank',
  email: 'E-mail',
  terms: 'Terms',
} as const;

/** The checks of a member, each with the value that the service gives it; nothing is decided from them. */
function KycSummary({ kyc }: { kyc: NonNullable<MemberRow['user']>['kyc'] }) {
  if (!kyc) return <Unknown reason="The service gave no checks." />;
  return (
    <ul className="flex flex-col">
      {Object.entries(CHECKS).map(([name, label]) => {
        const value = kyc[name as keyof typeof CHECKS];
        return (
          <li key={name} className="flex justify-between gap-4">
            <span className="text-muted">{label}</span>
            <span className="text-right">
              {value === undefined || value === '' ? (
                <Unknown reason="The service gave no value." />
              ) : typeof value === 'boolean' ? (
                value ? (
                  'Yes'
                ) : (
                  'No'
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
