import ChevronRight from 'lucide-react/icons/chevron-right';
import { Fragment } from 'react';
import type { Totals } from '#dashboard/api/loans/loan-book.ts';
import { countOf, formatCount, roundedRate } from '#dashboard/lib/figures.ts';
import { clip } from '#dashboard/lib/truncate.ts';
import type { SumRow } from '#dashboard/table/table-sums.tsx';
import { Badge } from '#dashboard/ui/badge.tsx';
import { Money } from '#dashboard/ui/money.tsx';
import { Unknown } from '#dashboard/ui/unknown.tsx';

/** What the listed loans come to, a line per currency: currencies are never added together. */
export function loanSums(totals: readonly Totals[], seen: string | null): SumRow[] {
  return totals.map((total) => {
    const money = (sum: 'principal' | 'repayment' | 'interest') => (
      <span className="font-medium">
        <Money amount={total[sum]} currency={total.currency} />
      </span>
    );
    return {
      key: total.currency,
      head: (
        <span className="flex items-baseline gap-2">
          <span className="font-semibold">{clip(total.currency, 20)}</span>
          {seen ? (
            <span className="min-w-0 truncate *:max-w-full" title={`${whichLoans(total)}, of the ${seen}`}>
              <Badge tone="warning">{seen}</Badge>
            </span>
          ) : (
            <span className="min-w-0 truncate text-label text-muted" title={whichLoans(total)}>
              {whichLoans(total)}
            </span>
          )}
        </span>
      ),
      cells: {
        loans: <span className="tabular">{formatCount(total.count)}</span>,
        amount: money('principal'),
        repay: money('repayment'),
        interest: money('interest'),
        rate: <span title="Average, weighted by principal">{rateOf(total)}</span>,
      },
    };
  });
}

/** What the sums are called above cards, which have no column headers. */
const LABELS = {
  amount: 'Amount',
  repay: 'Total repayable',
  interest: 'Interest',
  rate: 'Avg. monthly rate',
};

/** The same sums above cards, folded away and of one height, so that the cards stay in place while sums arrive. */
export function LoanTotals({ totals, seen }: { totals: readonly Totals[]; seen: string | null }) {
  return (
    <details className="group/totals rounded-panel border border-hairline bg-panel text-table">
      <summary className="flex min-h-11 cursor-pointer items-center gap-2 px-4 font-medium *:max-w-full">
        <ChevronRight size={16} aria-hidden className="group-open/totals:rotate-90" />
        Totals {seen && <Badge tone="warning">{seen}</Badge>}
      </summary>
      {loanSums(totals, null).map(({ key, head, cells }) => (
        <section
          key={key}
          aria-label={`Totals, ${clip(key, 20)}`}
          className="border-hairline border-t px-4 py-2"
        >
          <div className="*:justify-between">{head}</div>
          <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-0.5 [&_dd]:text-right [&_dd]:wrap-anywhere [&_dd_*]:whitespace-normal [&_dt]:text-muted">
            {Object.entries(LABELS).map(([column, label]) => (
              <Fragment key={column}>
                <dt>{label}</dt>
                <dd>{cells[column]}</dd>
              </Fragment>
            ))}
          </dl>
        </section>
      ))}
    </details>
  );
}

/** Which loans a total holds: `61 loans: 45 open, 16 closed`. */
function whichLoans({ count, closed }: Totals): string {
  const loans = countOf(count, 'loan');
  if (closed === 0) return `${loans}, all open`;
  if (closed === count) return `${loans}, all closed`;
  return `${loans}: ${formatCount(count - closed)} open, ${formatCount(closed)} closed`;
}

/** The rate weighted by principal, in percent. */
export function rateOf({ rate }: Totals) {
  if (rate === null) return <Unknown reason="No loan has both an amount and a rate." />;
  return <span className="tabular">{roundedRate(rate, 2)}</span>;
}
