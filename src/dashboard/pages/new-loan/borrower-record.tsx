import { Link } from 'react-router-dom';
import { loansAddress } from '#dashboard/api/addresses.ts';
import { openChecks } from '#dashboard/api/loans/borrower-record.ts';
import type { KnownBorrower } from '#dashboard/api/loans/use-borrower-record.ts';
import { countOf, formatCount } from '#dashboard/lib/figures.ts';
import { clip } from '#dashboard/lib/truncate.ts';
import { Badge } from '#dashboard/ui/badge.tsx';
import { type Definition, DefinitionList } from '#dashboard/ui/definition-list.tsx';
import { Money } from '#dashboard/ui/money.tsx';
import { Unknown } from '#dashboard/ui/unknown.tsx';

/** What is known about the borrower: their loans with this creditor, their checks and their membership. */
export function BorrowerRecord({ userId, known }: { userId: string; known: KnownBorrower }) {
  return (
    <section aria-label="Borrower’s record" aria-busy={known.isLoading}>
      <DefinitionList items={recordItems(userId, known)} />
      {!known.isLoading && !known.loans.isWhole && (
        <button type="button" className="text-table underline max-md:min-h-11" onClick={known.retry}>
          Load the rest
        </button>
      )}
    </section>
  );
}

function recordItems(userId: string, { record, member, loans, isLoading }: KnownBorrower): Definition[] {
  const { onTime, inGrace, pastGrace, defaulted, closed, outstanding } = record;
  const open = onTime + inGrace + pastGrace + defaulted;
  const late = inGrace + pastGrace;
  const total = loans.total === undefined ? 'all' : formatCount(loans.total);
  const noMember = isLoading ? 'Looking for the member.' : 'No member has this user ID.';
  return [
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
      note: !loans.isWhole && `Based on ${formatCount(loans.seen)} of ${total} loans.`,
    },
    {
      label: 'Loans',
      value: (
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {defaulted > 0 && <Badge tone="danger">{`${formatCount(defaulted)} defaulted`}</Badge>}
          {pastGrace > 0 && <Badge tone="danger">{`${formatCount(pastGrace)} past grace`}</Badge>}
          {inGrace > 0 && <Badge tone="warning">{`${formatCount(inGrace)} in grace`}</Badge>}
          <span>{late + defaulted === 0 ? 'None late or defaulted' : null}</span>
          <span className="text-muted">{`${formatCount(open)} open, ${formatCount(closed)} closed`}</span>
          {open + closed > 0 && (
            <Link
              to={loansAddress({ borrower: userId })}
              className="text-accent-text underline underline-offset-2 max-md:inline-flex max-md:min-h-11 max-md:items-center"
            >
              View loans
            </Link>
          )}
        </span>
      ),
    },
    {
      label: 'KYC',
      value: member ? <Checks kyc={member.user.kyc} /> : <Unknown reason={noMember} />,
    },
    {
      label: 'Membership',
      value: member ? (
        <Badge tone={/^active$/i.test(member.status) ? 'success' : 'danger'}>{clip(member.status, 60)}</Badge>
      ) : (
        <Unknown reason={noMember} />
      ),
    },
  ];
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
