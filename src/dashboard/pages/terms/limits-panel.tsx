import type { ReactNode } from 'react';
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
import { type SmallColumn, SmallTable } from '#dashboard/ui/small-table.tsx';
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
        <SmallTable
          label="Limits and lending by currency"
          rows={currencies}
          keyOf={(currency) => currency}
          columns={limitColumns({ limits, lending, whole, basis })}
        />
      )}
      <p className="border-hairline border-t px-4 py-2.5 text-label text-muted">
        Limits apply per loan. Outstanding principal is shown for reference and has no limit.
      </p>
    </Panel>
  );
}

const LENT = 'Outstanding principal';

interface Limited {
  limits: Record<string, number | undefined> | undefined;
  /** Undefined before the first loans are here. */
  lending: readonly Totals[] | undefined;
  /** The lending is that of all loans. */
  whole: boolean;
  basis: string;
}

/** A line for each currency: its limit, and how much of the lending is known. */
function limitColumns({ limits, lending, whole, basis }: Limited): SmallColumn<string>[] {
  const so = whole ? '' : ' so far';
  const lent = (currency: string, show: (totals: Pick<Totals, 'principal' | 'count'>) => ReactNode) => {
    if (!lending) return <Unknown reason="The loans are not here yet." />;
    const totals = lending.find((own) => own.currency === currency) ?? { principal: '0', count: 0 };
    return <span className={whole ? '' : 'text-muted'}>{show(totals)}</span>;
  };
  const formula =
    'Principal of open loans in the currency. Excludes repaid, liquidated and cancelled loans. It has no limit.';
  const inputs = (lending ?? []).map(({ currency, count, principal }) => ({
    label: `${currency}, ${countOf(count, 'loan')}`,
    value: amountText(principal, currency),
  }));
  return [
    {
      head: 'Currency',
      cell: (currency) => <span className="font-semibold">{clip(currency, 20)}</span>,
    },
    {
      head: 'Limit per loan',
      isFigure: true,
      cell: (currency) => {
        const limit = limits?.[currency];
        if (limit !== undefined) return amountText(limit, currency);
        return (
          <Unknown reason="These terms set no limit in this currency, so nothing can be lent in it now." />
        );
      },
    },
    {
      head: LENT,
      aside: <Provenance title={LENT} {...{ formula, inputs, basis }} />,
      isFigure: true,
      cell: (currency) =>
        lent(currency, ({ principal, count }) => (
          <Link
            to={loansAddress({ state: [...OPEN_STATES], currency: [currency] })}
            aria-label={`${LENT} in ${currency}: ${amountText(principal, currency)}, ${countOf(count, 'loan')}${so}`}
            className="rounded-control underline-offset-4 hover:text-accent-text hover:underline max-md:-my-3.5 max-md:inline-block max-md:py-3.5"
          >
            {amountText(principal, currency)}
            {so && <span className="text-label">{so}</span>}
          </Link>
        )),
    },
    {
      head: 'Open loans',
      isFigure: true,
      cell: (currency) => lent(currency, ({ count }) => formatCount(count)),
    },
  ];
}

/** What is lent and not known to be closed, per currency. */
function lendingOf(rows: readonly LoanRow[]): Slices<Totals[]> {
  return totalsOf(rows.filter(({ status }) => !isClosed(status)));
}
