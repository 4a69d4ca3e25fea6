import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import { loanAddress } from '#dashboard/api/addresses.ts';
import { useAllLoans } from '#dashboard/api/loans/loans.ts';
import { countOf, formatCount, seenOf } from '#dashboard/lib/figures.ts';
import { hasEveryRow } from '#dashboard/lib/load-pages.ts';
import { truncateMiddle } from '#dashboard/lib/truncate.ts';
import { LoadNews } from '#dashboard/table/load-progress-bar.tsx';
import { knownTime } from '#dashboard/ui/known.tsx';
import { Money } from '#dashboard/ui/money.tsx';
import { Panel } from '#dashboard/ui/panel.tsx';
import { useNow } from '#dashboard/ui/use-now.ts';
import { StandingBadge } from './standing-badge.tsx';

/** As many loans as are listed here; the list of loans shows more. */
const MOST = 50;

export function MemberLoans({ userId }: { userId: string }) {
  const all = useAllLoans(true);
  const now = useNow();
  const { shown, rows } = all;
  const loans = useMemo(() => rows.filter(({ borrower }) => borrower === userId), [rows, userId]);
  const { total } = shown;
  const isLoaded = shown.state === 'complete';
  return (
    <Panel title="Loans">
      <div className="flex flex-col gap-3 p-4">
        <p className={loans.length === 0 ? 'text-muted' : ''}>
          This borrower has {formatCount(loans.length)} of{' '}
          {hasEveryRow(shown)
            ? `your ${countOf(rows.length, 'loan')}`
            : `the ${seenOf({ loaded: rows.length, total }, 'loan')} ${isLoaded ? 'that could be read' : 'loaded so far'}`}
        </p>
        {loans.length > 0 && (
          <ul className="divide-y divide-hairline sm:grid sm:grid-cols-[auto_1fr_auto_auto] sm:gap-x-6">
            {loans.slice(0, MOST).map((loan) => (
              <li
                key={loan.id}
                className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-1 py-1.5 text-table sm:col-span-full sm:grid sm:grid-cols-subgrid sm:gap-x-6"
              >
                <Link
                  to={loanAddress(loan.id, loan.created_at)}
                  className="font-mono text-accent-text text-label hover:underline max-sm:-my-3 max-sm:py-3"
                >
                  {truncateMiddle(loan.id)}
                </Link>
                <span className="text-right">
                  <Money amount={loan.amount} currency={loan.currency} />
                </span>
                <span>{knownTime(loan.created_at)}</span>
                <span className="flex min-w-0 max-sm:w-full">
                  <StandingBadge loan={loan} now={now} />
                </span>
              </li>
            ))}
          </ul>
        )}
        {loans.length > MOST && <p className="text-muted">The newest {MOST} are shown.</p>}
        <LoadNews all={all} noun="loan" />
      </div>
    </Panel>
  );
}
