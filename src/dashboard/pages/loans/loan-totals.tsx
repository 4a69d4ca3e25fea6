import { useState } from 'react';
import type { Totals } from '#dashboard/api/loans/loan-book.ts';
import { formatCount, formatRate } from '#dashboard/lib/figures.ts';
import { WIDE } from '#dashboard/lib/reader.ts';
import { Badge } from '#dashboard/ui/badge.tsx';
import { Money } from '#dashboard/ui/money.tsx';
import { ScrollFrame } from '#dashboard/ui/scroll-frame.tsx';
import { Unknown } from '#dashboard/ui/unknown.tsx';
import { useMedia } from '#dashboard/ui/use-media.ts';
import { useSteadyOrder } from '#dashboard/ui/use-steady-order.ts';

interface LoanTotalsProps {
  totals: readonly Totals[];
  /** How much of all loans they are of; null where it is all of them. */
  seen: string | null;
  filtered: boolean;
}

/** The heads with the least widths of their columns: wide enough that sums which grow don't push one another. */
const HEADS = [
  ['Totals', 'md:min-w-60'],
  ['Loans', 'md:min-w-32'],
  ['Principal', 'md:min-w-52'],
  ['To repay', 'md:min-w-52'],
  ['Interest', 'md:min-w-52'],
  ['Weighted rate', 'md:min-w-32'],
] as const;

/** What the loans that are listed come to, per currency: currencies are never added together. */
export function LoanTotals({ totals, seen, filtered }: LoanTotalsProps) {
  const rows = useSteadyOrder(totals, ({ currency }) => currency);
  const isWide = useMedia(WIDE);
  const [isOpen, setOpen] = useState(false);
  if (!isWide) {
    // Closed and of one height, so that the cards below stay where they are while the sums arrive.
    return (
      <details
        onToggle={(event) => setOpen(event.currentTarget.open)}
        className="rounded-panel border border-hairline bg-panel text-table"
      >
        <summary className="flex min-h-11 cursor-pointer items-center gap-2 px-4 font-medium">
          Totals {seen && <Badge tone="warning">{seen}</Badge>}
        </summary>
        {isOpen && <TotalsTable {...{ rows, seen, filtered }} />}
      </details>
    );
  }
  return rows.length > 0 && <TotalsTable {...{ rows, seen, filtered }} />;
}

function TotalsTable({
  rows,
  seen,
  filtered,
}: Omit<LoanTotalsProps, 'totals'> & { rows: readonly Totals[] }) {
  return (
    <ScrollFrame label="Totals" className="overflow-x-auto rounded-panel border border-hairline bg-panel">
      <table className="w-full min-w-max text-table">
        <caption className="sr-only">
          Totals per currency{filtered ? ' of the loans that pass the filters' : ''}
          {seen && `, of ${seen}`}
        </caption>
        <thead>
          <tr className="text-label text-muted">
            {HEADS.map(([head, width], index) => (
              <th
                key={head}
                scope="col"
                className={`px-4 pt-2 pb-1 font-medium ${width} ${index === 0 ? 'text-left' : 'text-right'}`}
              >
                {index === 0 && seen ? (
                  <span className="inline-flex items-center gap-2">
                    {head} <Badge tone="warning">{seen}</Badge>
                  </span>
                ) : (
                  head
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((total) => (
            <tr key={total.currency}>
              <th scope="row" className="px-4 py-1 text-left font-medium">
                {total.currency}
              </th>
              <td className="tabular px-4 py-1 text-right">{formatCount(total.count)}</td>
              {[total.principal, total.repayment, total.interest].map((sum, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: three sums that have nothing but their place
                <td key={index} className="px-4 py-1 text-right">
                  <Money amount={sum} currency={total.currency} />
                </td>
              ))}
              <td className="tabular px-4 py-1 text-right">
                {total.rate === null ? (
                  <Unknown reason="No loan has both an amount and a rate." />
                ) : (
                  formatRate(Number(total.rate.toFixed(4)), 2)
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollFrame>
  );
}
