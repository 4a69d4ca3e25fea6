import { Link } from 'react-router-dom';
import type { Cover } from '#dashboard/api/loans/cover.ts';
import type { LoanRow } from '#dashboard/api/loans/loans.ts';
import { useCovers } from '#dashboard/api/loans/use-covers.ts';
import { countOf, formatCount } from '#dashboard/lib/figures.ts';
import { FailedLine, retryOf } from '#dashboard/table/failures.tsx';
import { Skeleton } from '#dashboard/ui/skeleton.tsx';
import { asideLink, CurrencyPanel, FigureLink, useOutlook } from './currency-panel.tsx';

/** How many loans of a currency are past the limit of what their collateral supports. Takes all loans. */
export function CoverPanel({ loans }: { loans: readonly LoanRow[] }) {
  const { currency } = useOutlook();
  const { rows, failed } = useCovers(loans);
  const own = rows.filter(({ loan }) => loan.currency === currency);
  const count = (state: Cover['state']) => own.filter(({ cover }) => cover.state === state).length;
  const [past, within] = [count('past'), count('within')];
  const known = own.filter(({ collateral }) => collateral).length;
  // As `loansIn` has it.
  const to = currency === '' ? null : `/loans/cover?currency=${encodeURIComponent(currency)}`;
  return (
    <CurrencyPanel
      title="Cover"
      aside={
        to && (
          <Link to={to} className={asideLink}>
            View cover
          </Link>
        )
      }
    >
      <div className="min-h-16 px-4 py-3 text-table">
        {failed?.error && !failed.data ? (
          <FailedLine what={failed.what} error={failed.error} {...retryOf(failed)} />
        ) : count('asking') > 0 ? (
          <Skeleton className="w-40" />
        ) : past > 0 ? (
          <p>
            <FigureLink
              to={to && `${to}&cover=past`}
              name={`${countOf(past, 'loan')} past the LTV limit`}
              className="font-medium text-danger"
            >
              {countOf(past, 'loan')} past the LTV limit
            </FigureLink>
          </p>
        ) : (
          <p>
            {within === own.length
              ? 'No loan is past the LTV limit.'
              : within > 0
                ? `No loan past the LTV limit among the ${formatCount(within)} that can be judged.`
                : 'No loan can be judged by the LTV limit.'}
          </p>
        )}
        {own.every(({ collateral }) => collateral !== undefined) && (
          <p className="mt-1 text-label text-muted">
            Collateral is known for {formatCount(known)} of {countOf(own.length, 'open loan')}.
          </p>
        )}
      </div>
    </CurrencyPanel>
  );
}
