import { Link } from 'react-router-dom';
import { isClosed } from '#contract/loan-timing.ts';
import { loansAddress } from '#dashboard/api/addresses.ts';
import { type Totals, totalsOf } from '#dashboard/api/loans/loan-book.ts';
import { OPEN_STATES } from '#dashboard/api/loans/loan-filter.ts';
import { type LoanRow, useAllLoans } from '#dashboard/api/loans/loans.ts';
import { amountText, countOf, formatCount, seenOf } from '#dashboard/lib/figures.ts';
import { hasEveryRow } from '#dashboard/lib/load-pages.ts';
import type { Slices } from '#dashboard/lib/slices.ts';
import { formatClock } from '#dashboard/lib/times.ts';
import { clip } from '#dashboard/lib/truncate.ts';
import { useSliced } from '#dashboard/lib/use-sliced.ts';
import { LoadNews } from '#dashboard/table/load-progress-bar.tsx';
import { Badge } from '#dashboard/ui/badge.tsx';
import { Panel } from '#dashboard/ui/panel.tsx';
import { Provenance } from '#dashboard/ui/provenance.tsx';
import { ScrollFrame } from '#dashboard/ui/scroll-frame.tsx';
import { Unknown } from '#dashboard/ui/unknown.tsx';

/** The most that one loan may be in each currency, and what is lent in it, which the limit does not cap. */
export function LimitsPanel({ limits }: { limits: Record<string, number | undefined> | undefined }) {
  const all = useAllLoans(true);
  const { total } = all.shown;
  const work = all.shown.state === 'complete' || all.rows.length > 0 ? lendingOf : null;
  const { result: lending, of, settled } = useSliced(work, all.rows, []);
  // The sums may still be those of fewer loans than are here.
  const loaded = of?.length ?? 0;
  const isLoading = all.progress.state === 'loading';
  const whole = hasEveryRow(all.shown) && settled;
  const lent = lending?.map(({ currency }) => currency) ?? [];
  const currencies = [...new Set([...Object.keys(limits ?? {}), ...lent])];
  const seen = seenOf({ loaded, total }, 'loan');
  const basis = whole
    ? `Based on all ${countOf(loaded, 'loan')} at ${formatClock(all.asOf)}.`
    : `Based on ${seen} so far.`;
  return (
    <Panel
      title="Limits by currency"
      aside={!whole && (isLoading || !settled) && <Badge tone="warning">{seen}</Badge>}
    >
      {/* A bar that came for the moment of loading would move the panels below. */}
      {!isLoading && (
        <div className="px-4 pt-3 empty:hidden">
          <LoadNews all={all} noun="loan" />
        </div>
      )}
      {limits === undefined && <p className="px-4 pt-3 text-muted text-table">No limits were provided.</p>}
      {currencies.length === 0 ? (
        <p className="px-4 py-3 text-muted text-table">These terms lend in no currency.</p>
      ) : (
        <ScrollFrame label="Limits and lending by currency" className="relative overflow-x-auto">
          <table className="w-full text-table sm:min-w-max">
            <thead>
              <tr className="text-label text-muted">
                {['Currency', 'Limit per loan', LENT, 'Open loans'].map((head) => (
                  <th key={head} scope="col" className={`${cellClass} h-9 font-medium`}>
                    <span className="inline-flex items-center gap-0.5">
                      {head}
                      {head === LENT && (
                        <Provenance
                          title={LENT}
                          formula="Principal of open loans in the currency. Excludes repaid, liquidated and cancelled loans. It has no limit."
                          inputs={(lending ?? []).map(({ currency, count, principal }) => ({
                            label: `${currency}, ${countOf(count, 'loan')}`,
                            value: amountText(principal, currency),
                          }))}
                          basis={basis}
                        />
                      )}
                    </span>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {currencies.map((currency) => (
                <Line
                  key={currency}
                  currency={currency}
                  limit={limits?.[currency]}
                  totals={lending?.find((own) => own.currency === currency)}
                  known={!lending ? 'none' : whole ? 'all' : 'part'}
                />
              ))}
            </tbody>
          </table>
        </ScrollFrame>
      )}
      <p className="border-hairline border-t px-4 py-2.5 text-label text-muted">
        Limits apply per loan. Outstanding principal is shown for reference and has no limit.
      </p>
    </Panel>
  );
}

const cellClass = 'px-1.5 text-right first:pl-4 first:text-left last:pr-4 sm:px-3';
const LENT = 'Outstanding principal';

/** A line for each currency; `known` says how much of the lending has been loaded. */
function Line(props: {
  currency: string;
  limit: number | undefined;
  totals: Totals | undefined;
  known: 'all' | 'part' | 'none';
}) {
  const { currency, limit, totals, known } = props;
  const figureClass = `${cellClass} tabular ${known === 'all' ? '' : 'text-muted'}`;
  const principal = amountText(totals?.principal ?? '0', currency);
  const count = totals?.count ?? 0;
  const so = known === 'part' ? ' so far' : '';
  const unknown = known === 'none' && <Unknown reason="The loans are not here yet." />;
  return (
    <tr className="h-11 border-hairline border-t">
      <th scope="row" className={`${cellClass} font-semibold`}>
        {clip(currency, 20)}
      </th>
      <td className={`${cellClass} tabular`}>
        {limit === undefined ? (
          <Unknown reason="These terms set no limit in this currency, so nothing can be lent in it now." />
        ) : (
          amountText(limit, currency)
        )}
      </td>
      <td className={figureClass}>
        {unknown || (
          <Link
            to={loansAddress({ state: [...OPEN_STATES], currency: [currency] })}
            aria-label={`${LENT} in ${currency}: ${principal}, ${countOf(count, 'loan')}${so}`}
            className="rounded-control underline-offset-4 hover:text-accent-text hover:underline max-md:inline-block max-md:py-3.5"
          >
            {principal}
            {so && <span className="text-label">{so}</span>}
          </Link>
        )}
      </td>
      <td className={figureClass}>{unknown || formatCount(count)}</td>
    </tr>
  );
}

/** What is lent and not known to be closed, per currency. */
function lendingOf(rows: readonly LoanRow[]): Slices<Totals[]> {
  return totalsOf(rows.filter(({ status }) => !isClosed(status)));
}
