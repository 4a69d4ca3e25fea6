import { ChevronRight } from 'lucide-react';
import { Fragment } from 'react';
import type { Totals } from '#dashboard/api/loans/loan-book.ts';
import { countOf, formatCount, roundedRate } from '#dashboard/lib/figures.ts';
import { clip } from '#dashboard/lib/truncate.ts';
import type { SumRow } from '#dashboard/table/table-sums.tsx';
import { Badge } from '#dashboard/ui/badge.tsx';
import { Money } from '#dashboard/ui/money.tsx';
import { Unknown } from '#dashboard/ui/unknown.tsx';

interface LoanTotalsProps {
  /** One for each currency, in their order. */
  totals: readonly Totals[];
  /** How much of all loans they are of; null where it is all of them. */
  seen: string | null;
}

/** The sums of money, each by its column in a table and its name above cards. */
const SUMS = [
  { column: 'amount', label: 'Amount', sum: 'principal' },
  { column: 'repay', label: 'Total repayable', sum: 'repayment' },
  { column: 'interest', label: 'Interest', sum: 'interest' },
] as const;

/** What the listed loans come to, a line per currency: currencies are never added together. */
export function loanSums({ totals, seen }: LoanTotalsProps): SumRow[] {
  return totals.map((total) => ({
    key: total.currency,
    head: (
      <span className="flex items-baseline gap-2">
        <span className="font-semibold">{clip(total.currency, 20)}</span>
        <span className="text-label text-muted">{whichLoans(total)}</span>
        {seen && <Badge tone="warning">{seen}</Badge>}
      </span>
    ),
    cells: {
      loans: <span className="tabular">{formatCount(total.count)}</span>,
      ...Object.fromEntries(
        SUMS.map(({ column, sum }) => [
          column,
          <span key={column} className="font-medium">
            <Money amount={total[sum]} currency={total.currency} />
          </span>,
        ]),
      ),
      rate: <span title="Average, weighted by principal">{rateOf(total)}</span>,
    },
  }));
}

/** The same sums above cards, folded away and of one height, so that the cards stay in place while sums arrive. */
export function LoanTotals({ totals, seen }: LoanTotalsProps) {
  return (
    <details className="group/totals rounded-panel border border-hairline bg-panel text-table">
      <summary className="flex min-h-11 cursor-pointer items-center gap-2 px-4 font-medium">
        <ChevronRight size={16} aria-hidden className="group-open/totals:rotate-90" />
        Totals {seen && <Badge tone="warning">{seen}</Badge>}
      </summary>
      {totals.map((total) => (
        <section
          key={total.currency}
          aria-label={`Totals, ${clip(total.currency, 20)}`}
          className="border-hairline border-t px-4 py-2"
        >
          <p className="flex items-baseline justify-between gap-3">
            <span className="font-semibold">{clip(total.currency, 20)}</span>
            <span className="text-label text-muted">{whichLoans(total)}</span>
          </p>
          <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-0.5 [&_dd]:text-right [&_dt]:text-muted">
            {SUMS.map(({ label, sum }) => (
              <Fragment key={sum}>
                <dt>{label}</dt>
                <dd>
                  <Money amount={total[sum]} currency={total.currency} />
                </dd>
              </Fragment>
            ))}
            <dt>Avg. monthly rate</dt>
            <dd>{rateOf(total)}</dd>
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

function rateOf({ rate }: Totals) {
  if (rate === null) return <Unknown reason="No loan has both an amount and a rate." />;
  return <span className="tabular">{roundedRate(rate, 2)}</span>;
}
