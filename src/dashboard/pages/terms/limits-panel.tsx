import { Link } from 'react-router-dom';
import { loanTiming } from '#contract/loan-timing.ts';
import { loansAddress } from '#dashboard/api/addresses.ts';
import { useAllLoans } from '#dashboard/api/loans/all-loans.ts';
import { type Totals, totalsOf } from '#dashboard/api/loans/loan-book.ts';
import { OPEN_STATES } from '#dashboard/api/loans/loan-filter.ts';
import type { LoanRow } from '#dashboard/api/loans/loans.ts';
import { countOf, formatAmount, formatCount } from '#dashboard/lib/figures.ts';
import { eachInSlices, type Slices } from '#dashboard/lib/slices.ts';
import { formatClock } from '#dashboard/lib/times.ts';
import { clip } from '#dashboard/lib/truncate.ts';
import { useSliced } from '#dashboard/lib/use-sliced.ts';
import { Badge } from '#dashboard/ui/badge.tsx';
import { Button } from '#dashboard/ui/button.tsx';
import { Money } from '#dashboard/ui/money.tsx';
import { Panel } from '#dashboard/ui/panel.tsx';
import { Provenance } from '#dashboard/ui/provenance.tsx';
import { ScrollFrame } from '#dashboard/ui/scroll-frame.tsx';
import { Unknown } from '#dashboard/ui/unknown.tsx';

/** The most that one loan may be in each currency, and what is lent in it, which the limit does not cap. */
export function LimitsPanel({ limits }: { limits: Record<string, number | undefined> | undefined }) {
  const all = useAllLoans(true);
  const { state } = all.progress;
  const { loaded, total } = all.shown;
  const whole = all.shown.state === 'complete';
  const lending = useLending(all.rows);
  const currencies = new Set([
    ...Object.keys(limits ?? {}),
    ...(lending ?? []).flatMap(({ currency }) => currency ?? []),
  ]);
  const seen = `${formatCount(loaded)} of ${total === undefined ? 'an unknown number' : formatCount(total)}`;
  const basis = whole
    ? `Based on all ${formatCount(loaded)} loans at ${formatClock(all.asOf)}.`
    : `Based on ${seen} loans so far.`;
  return (
    <Panel
      title="Limits by currency"
      aside={
        !whole && (
          <span className="-my-1.5 inline-flex items-center gap-2">
            <Badge tone="warning">{total === undefined ? 'Loading' : seen}</Badge>
            {state === 'loading' ? (
              <Button look="quiet" onClick={all.stop}>
                Stop
              </Button>
            ) : (
              <Button onClick={all.retry}>Load the rest</Button>
            )}
          </span>
        )
      }
    >
      {limits === undefined && <p className="px-4 pt-3 text-muted text-table">No limits were provided.</p>}
      {currencies.size === 0 ? (
        <p className="px-4 py-3 text-muted text-table">These terms lend in no currency.</p>
      ) : (
        <ScrollFrame label="Limits and lending by currency" className="relative overflow-x-auto">
          <table className="w-full min-w-max text-table">
            <thead>
              <tr className="text-label text-muted">
                <th scope="col" className="h-9 pr-3 pl-4 text-left font-medium">
                  Currency
                </th>
                <th scope="col" className="h-9 px-3 text-right font-medium">
                  Limit per loan
                </th>
                <th scope="col" className="h-9 px-3 text-right font-medium">
                  <span className="inline-flex items-center gap-0.5">
                    Outstanding principal
                    <Provenance
                      title="Outstanding principal"
                      formula="Principal of open loans in the currency. Excludes repaid, liquidated and cancelled loans. It has no limit."
                      inputs={(lending ?? []).map(({ currency, count, principal }) => ({
                        label: `${currency ?? 'No currency'}, ${countOf(count, 'loan')}`,
                        value: currency === null ? 'not added up' : textOf(principal, currency),
                      }))}
                      basis={basis}
                    />
                  </span>
                </th>
                <th scope="col" className="h-9 pr-4 pl-3 text-right font-medium">
                  Open loans
                </th>
              </tr>
            </thead>
            <tbody>
              {[...currencies].map((currency) => (
                <Line
                  key={currency}
                  currency={currency}
                  limit={limits?.[currency]}
                  totals={lending?.find((own) => own.currency === currency)}
                  known={whole ? 'all' : lending === null ? 'none' : 'part'}
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

interface LineProps {
  currency: string;
  limit: number | undefined;
  totals: Totals | undefined;
  /** How much of the lending is known. */
  known: 'all' | 'part' | 'none';
}

function Line({ currency, limit, totals, known }: LineProps) {
  const look = known === 'all' ? '' : 'text-muted';
  const count = totals?.count ?? 0;
  const so = known === 'part' ? ' so far' : '';
  return (
    <tr className="border-hairline border-t">
      <th scope="row" className="h-11 pr-3 pl-4 text-left font-semibold">
        {clip(currency, 20)}
      </th>
      <td className="h-11 px-3 text-right">
        {limit === undefined ? (
          <Unknown reason="These terms set no limit in this currency, so nothing can be lent in it now." />
        ) : (
          <Money amount={limit} currency={currency} />
        )}
      </td>
      <td className={`tabular h-11 px-3 text-right ${look}`}>
        {known === 'none' ? (
          <Unknown reason="The loans are not here yet." />
        ) : (
          <Link
            to={loansAddress({ state: [...OPEN_STATES], currency: [currency] })}
            aria-label={`Outstanding principal in ${currency}: ${textOf(totals?.principal ?? '0', currency)}, ${countOf(count, 'loan')}${so}`}
            className="rounded-control underline-offset-4 hover:text-accent-text hover:underline"
          >
            {textOf(totals?.principal ?? '0', currency)}
            {so && <span className="text-label">{so}</span>}
          </Link>
        )}
      </td>
      <td className={`tabular h-11 pr-4 pl-3 text-right ${look}`}>
        {known === 'none' ? <Unknown reason="The loans are not here yet." /> : formatCount(count)}
      </td>
    </tr>
  );
}

/** What is lent and not known to be closed, per currency; null while nothing is known. */
function useLending(rows: readonly LoanRow[]): Totals[] | null {
  return useSliced(rows.length > 0 ? lendingOf : null, rows, []).result ?? null;
}

function* lendingOf(rows: readonly LoanRow[]): Slices<Totals[]> {
  const now = Date.now();
  const open: LoanRow[] = [];
  const take = (loan: LoanRow) => {
    if (loanTiming(loan, now).state !== 'closed') open.push(loan);
  };
  yield* eachInSlices(rows, take);
  return yield* totalsOf(open);
}

function textOf(amount: string, currency: string): string {
  const { whole, fraction } = formatAmount(amount, currency);
  return `${whole}${fraction}`;
}
