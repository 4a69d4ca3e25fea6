import { Link } from 'react-router-dom';
import { loansAddress } from '#dashboard/api/addresses.ts';
import type { borrowerRecord } from '#dashboard/api/loans/borrower-record.ts';
import { formatCount } from '#dashboard/lib/figures.ts';
import { Badge } from '#dashboard/ui/badge.tsx';

/** How many loans a borrower has, those first that are late or defaulted, with a link to all of them. */
export function LoanCounts({
  userId,
  record,
}: {
  userId: string;
  record: ReturnType<typeof borrowerRecord>;
}) {
  const { onTime, inGrace, pastGrace, pastDue, unknown, defaulted, closed } = record;
  const doubtful = inGrace + pastGrace + pastDue + unknown + defaulted;
  const open = onTime + doubtful;
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {defaulted > 0 && <Badge tone="danger">{`${formatCount(defaulted)} defaulted`}</Badge>}
      {pastGrace > 0 && <Badge tone="danger">{`${formatCount(pastGrace)} past grace`}</Badge>}
      {inGrace > 0 && <Badge tone="warning">{`${formatCount(inGrace)} in grace`}</Badge>}
      {pastDue > 0 && <Badge tone="warning">{`${formatCount(pastDue)} past due, grace unknown`}</Badge>}
      {unknown > 0 && <Badge tone="neutral">{`${formatCount(unknown)} unknown`}</Badge>}
      {doubtful === 0 && 'None late or defaulted'}
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
  );
}
