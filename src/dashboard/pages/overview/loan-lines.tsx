import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { loanAddress } from '#dashboard/api/addresses.ts';
import type { LoanRow } from '#dashboard/api/loans/loans.ts';
import { clip, truncateMiddle } from '#dashboard/lib/truncate.ts';
import { Money } from '#dashboard/ui/money.tsx';

interface LoanLinesProps {
  label: string;
  loans: readonly LoanRow[];
  nameOf: (userId: string) => string | undefined;
  /** The line under the borrower. */
  note: (loan: LoanRow) => ReactNode;
}

const lineClass = 'flex items-center justify-between gap-3 px-4 py-2 text-table max-md:min-h-11';

/** A few loans, a line each: whose, how much, and what about it. */
export function LoanLines({ label, loans, nameOf, note }: LoanLinesProps) {
  return (
    <ul aria-label={label} className="divide-y divide-hairline">
      {loans.map((loan, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a place in the list: loans may come without an id, or twice
        <li key={index} className={lineClass}>
          <div className="min-w-0">
            <Who loan={loan} nameOf={nameOf} />
            <div className="text-label">{note(loan)}</div>
          </div>
          <span className="shrink-0 font-medium">
            <Money amount={loan.repayment_amount} currency={loan.currency} />
          </span>
        </li>
      ))}
    </ul>
  );
}

function Who({
  loan: { id, borrower, created_at },
  nameOf,
}: {
  loan: LoanRow;
  nameOf: LoanLinesProps['nameOf'];
}) {
  return (
    <Link
      to={loanAddress(id, created_at)}
      title={clip(borrower, 300)}
      className="block truncate rounded-control font-medium underline-offset-4 hover:text-accent-text hover:underline"
    >
      <bdi>{clip(nameOf(borrower) ?? truncateMiddle(borrower), 100)}</bdi>
    </Link>
  );
}
