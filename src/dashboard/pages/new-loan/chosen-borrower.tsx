import BadgeCheck from 'lucide-react/icons/badge-check';
import CircleHelp from 'lucide-react/icons/circle-help';
import { useId } from 'react';
import { openChecks } from '#dashboard/api/loans/borrower-record.ts';
import { type KnownBorrower, useBorrowerRecord } from '#dashboard/api/loans/use-borrower-record.ts';
import { LoanCounts } from '#dashboard/forms/loan-counts.tsx';
import { MemberStatus } from '#dashboard/forms/member-status.tsx';
import { countOf, seenOf } from '#dashboard/lib/figures.ts';
import { Button } from '#dashboard/ui/button.tsx';
import { CopyId } from '#dashboard/ui/copy-id.tsx';
import { type Definition, DefinitionList } from '#dashboard/ui/definition-list.tsx';
import { Money } from '#dashboard/ui/money.tsx';
import { Unknown } from '#dashboard/ui/unknown.tsx';
import { useNow } from '#dashboard/ui/use-now.ts';
import type { LoanValues } from './loan-values.ts';

/** The borrower that was chosen, with their record. */
export function ChosenBorrower(props: {
  borrower: NonNullable<LoanValues['borrower']>;
  error: string | undefined;
  change: () => void;
}) {
  const { borrower, error, change } = props;
  const { name, email, userId, verified } = borrower;
  const Icon = verified ? BadgeCheck : CircleHelp;
  const errorId = useId();
  const known = useBorrowerRecord(userId, useNow());
  return (
    <div className="flex flex-wrap items-start justify-between gap-3">
      <div className="min-w-0">
        <p className="font-medium">{name ?? (verified ? 'No name' : 'Pasted user ID')}</p>
        {email && <p className="truncate text-muted text-table">{email}</p>}
        <CopyId id={userId} name="the borrower’s user ID" />
        <p className={`flex items-center gap-1.5 text-label ${verified ? 'text-success' : 'text-warning'}`}>
          <Icon size={14} aria-hidden />
          {verified ? 'Member of your syndicate' : 'Unverified: no member with this ID was found'}
        </p>
        {error && (
          <p id={errorId} className="mt-1.5 text-danger text-table wrap-anywhere">
            {error}
          </p>
        )}
      </div>
      <Button
        data-field="borrower"
        aria-label="Change borrower"
        aria-describedby={error && errorId}
        onClick={change}
      >
        Change
      </Button>
      <div className="w-full border-hairline border-t">
        <BorrowerRecord {...{ userId, known }} />
      </div>
    </div>
  );
}

/** What is known about the borrower: their loans with this creditor, their checks and their membership. */
export function BorrowerRecord({ userId, known }: { userId: string; known: KnownBorrower }) {
  const { record, member, isSearched, loans, isLoading, retry } = known;
  const { outstanding } = record;
  const absent = isSearched ? 'No member has this user ID.' : 'Not all members could be read.';
  const noMember = <Unknown reason={isLoading ? 'Searching members.' : absent} />;
  const items: Definition[] = [
    {
      label: 'Outstanding',
      value:
        outstanding.length === 0 ? (
          'None'
        ) : (
          <ul className="flex flex-wrap gap-x-4">
            {outstanding.map(({ currency, principal, count }) => (
              <li key={currency}>
                <Money amount={principal} currency={currency} />
                <span className="ml-2 text-muted">{countOf(count, 'loan')}</span>
              </li>
            ))}
          </ul>
        ),
      note: !loans.isWhole && `Based on ${seenOf({ loaded: loans.seen, total: loans.total }, 'loan')}.`,
    },
    { label: 'Loans', value: <LoanCounts {...{ userId, record }} /> },
    { label: 'KYC', value: member ? <Checks kyc={member.user.kyc} /> : noMember },
    { label: 'Membership', value: member ? <MemberStatus status={member.status} /> : noMember },
  ];
  return (
    <section aria-label="Borrower’s record" aria-busy={isLoading}>
      <DefinitionList items={items} />
      {!isLoading && !loans.isLoaded && (
        <button type="button" className="text-table underline max-md:min-h-11" onClick={retry}>
          Load the rest
        </button>
      )}
    </section>
  );
}

function Checks({ kyc }: { kyc: Parameters<typeof openChecks>[0] }) {
  const open = openChecks(kyc);
  if (open.length === 0) return 'All checks passed';
  return (
    <ul className="flex flex-wrap gap-x-4">
      {open.map(({ words, isRejected }) => (
        <li key={words} className={isRejected ? 'font-medium text-danger' : 'text-warning'}>
          {words}
        </li>
      ))}
    </ul>
  );
}
