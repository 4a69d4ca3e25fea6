import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { LastVisit } from '#dashboard/api/activity/visit.ts';
import { loansAddress } from '#dashboard/api/addresses.ts';
import { LATE_STATES, type LoanFilter, OPEN_STATES } from '#dashboard/api/loans/loan-filter.ts';
import { amountText, countOf, formatCount } from '#dashboard/lib/figures.ts';
import { shareText } from '#dashboard/lib/percent.ts';
import { formatInstant } from '#dashboard/lib/times.ts';
import { clip, truncateMiddle } from '#dashboard/lib/truncate.ts';
import { Panel } from '#dashboard/ui/panel.tsx';
import { Provenance } from '#dashboard/ui/provenance.tsx';
import { Unknown } from '#dashboard/ui/unknown.tsx';
import {
  asideLink,
  CurrencyPanel,
  currencyName,
  FigureLink,
  LoanLines,
  type LoanLinesProps,
  loansText,
  Nothing,
  useOutlook,
} from './currency-panel.tsx';
import { type CurrencyExposure, type Debt, type Exposure, instantOf, LINES, rungsOf } from './exposure.ts';

/** The loans that are late, the worst first, and those that are due soonest. */
export function OpenLoans({ own }: { own: CurrencyExposure }) {
  const { currency, seen } = useOutlook();
  const name = currencyName(currency);
  return (
    <>
      <LoansPanel
        title="Late"
        label="Late loans"
        all={`late ${name} loans`}
        none={noneText('late', own, seen)}
        loans={own.late.slice(0, LINES)}
        count={own.late.length}
        filter={{ state: [...LATE_STATES] }}
      />
      <LoansPanel
        title="Upcoming repayments"
        label="Upcoming repayments"
        all={`${name} loans that are due`}
        none={noneText('due', own, seen)}
        loans={own.next}
        count={rungsOf(own, null, 'due').count}
        filter={{ state: ['due'] }}
      />
    </>
  );
}

/** Says that no loan is late, or due. One whose date, grace or status isn't known may be, for all that is known. */
export function noneText(what: 'late' | 'due', own: CurrencyExposure, seen: string | null): string {
  const name = currencyName(own.currency);
  if (seen) return `No ${what} ${name} loan so far.`;
  return `No ${name} loan is ${rungsOf(own, null, 'unknown').count > 0 ? 'known to be ' : ''}${what}.`;
}

function LoansPanel(
  props: LoanLinesProps & {
    title: string;
    /** How many loans there are, what the link to all of them is called, and what it narrows the list by. */
    count: number;
    all: string;
    filter: Partial<LoanFilter>;
    /** What is said without any loan, and before the first. */
    none: string;
    intro?: string;
    children?: ReactNode;
  },
) {
  const { title, count, all, filter, none, intro, children, ...lines } = props;
  const { currency } = useOutlook();
  return (
    <CurrencyPanel
      title={title}
      aside={
        count > 0 && (
          <Link
            to={loansAddress({ ...filter, currency: [currency] })}
            aria-label={`All ${formatCount(count)} ${all}`}
            className={`${asideLink} tabular`}
          >
            {countOf(count, 'loan')}
          </Link>
        )
      }
    >
      {lines.loans.length === 0 ? (
        <Nothing>{none}</Nothing>
      ) : (
        <>
          {intro && <p className="px-4 pt-2 text-muted text-table">{intro}</p>}
          <LoanLines {...lines} />
        </>
      )}
      {children}
    </CurrencyPanel>
  );
}

const NO_LAST_VISIT: Record<LastVisit['state'], string> = {
  loading: 'Loading your last visit…',
  failed: 'Your last visit could not be loaded. Refresh to try again.',
  known: 'Loans created or updated since your last visit will appear here.',
};

export function Changed({ changed, visit }: Pick<Exposure, 'changed'> & { visit: LastVisit }) {
  const { state, since } = visit;
  const { currency, seen } = useOutlook();
  if (since === null) {
    return (
      <Panel title="Since your last visit">
        <Nothing>{NO_LAST_VISIT[state]}</Nothing>
      </Panel>
    );
  }
  const { made, altered, latest } = changed.get(currency) ?? { made: 0, altered: 0, latest: [] };
  const count = made + altered;
  const everywhere = [...changed.values()].reduce((sum, part) => sum + part.made + part.altered, 0);
  const name = currencyName(currency);
  const time = formatInstant(since);
  const filter = { since: new Date(since).toISOString() };
  return (
    <LoansPanel
      title="Since your last visit"
      label="Loans created or updated"
      all={`${name} loans created or updated since ${time}`}
      none={seen ? `Nothing new in ${name} so far.` : `No ${name} loan was created or updated since ${time}.`}
      intro={`${formatCount(made)} new, ${formatCount(altered)} updated since ${time}.`}
      loans={latest}
      count={count}
      filter={filter}
      note={({ created_at }) => (instantOf(created_at) >= since ? 'New' : 'Updated')}
    >
      {everywhere > count && (
        <p className="border-hairline border-t px-4 py-2 text-table">
          <Link
            to={loansAddress(filter)}
            className="tabular rounded-control text-accent-text hover:underline"
          >
            {countOf(everywhere, 'loan')} in all currencies
          </Link>
        </p>
      )}
    </LoansPanel>
  );
}

/** The borrowers who owe most, with their share of the open principal. */
export function Concentration({ own }: { own: CurrencyExposure }) {
  const { currency, seen, basis } = useOutlook();
  const { open, top, borrowers } = own;
  return (
    <CurrencyPanel
      title="Largest borrowers"
      aside={
        <>
          {seen === null && (
            <span className="text-muted text-table">
              Top {formatCount(top.length)} of {formatCount(borrowers)}
            </span>
          )}
          <Provenance
            title="Largest borrowers"
            formula="Principal of each borrower, as a share of the outstanding principal in the currency. Excludes repaid, liquidated and cancelled loans."
            inputs={[
              {
                label: 'Outstanding principal',
                value: `${amountText(open.principal, currency)} ${currencyName(currency)}`,
              },
              { label: 'Loans', value: formatCount(open.count) },
              { label: 'Borrowers', value: formatCount(borrowers) },
            ]}
            basis={basis}
          />
        </>
      }
    >
      <ol className="divide-y divide-hairline">
        {top.map((debt, place) => (
          // A place in the ranking: while loans arrive, others take it, and nothing moves.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <DebtLine key={place} {...{ own, debt }} />
        ))}
      </ol>
    </CurrencyPanel>
  );
}

function DebtLine({ own, debt: { borrower, totals } }: { own: CurrencyExposure; debt: Debt }) {
  const { currency, open, top } = own;
  const { nameOf } = useOutlook();
  const name = clip(nameOf(borrower) ?? truncateMiddle(borrower), 100);
  const amount = amountText(totals.principal, currency);
  const percent = shareText(totals.principal, open.principal);
  const largest = Number(top[0]?.totals.principal);
  return (
    <li className="px-4 py-2">
      <FigureLink
        to={loansAddress({ borrower, currency: [currency], state: [...OPEN_STATES] })}
        name={`${name}: ${amount} ${currencyName(currency)}, ${percent ?? 'unknown'}, ${loansText(totals.count)}`}
        className="block"
      >
        <span className="flex items-baseline justify-between gap-3 text-table">
          <bdi title={borrower} className="min-w-0 truncate">
            {name}
          </bdi>
          <span className="tabular shrink-0 whitespace-nowrap">
            {amount}
            <span className="ml-3 inline-block min-w-11 text-right font-medium">
              {percent ?? <Unknown reason="There is no principal to take a share of." />}
            </span>
          </span>
        </span>
        <span className="mt-1 flex items-center gap-3">
          <span aria-hidden className="h-1.5 flex-1 overflow-hidden rounded-[3px] bg-active">
            <span
              className="drawn block h-full rounded-[3px] bg-accent"
              style={{ width: `${largest > 0 ? (Number(totals.principal) / largest) * 100 : 0}%` }}
            />
          </span>
          <span className="tabular w-14 text-right text-label text-muted">{loansText(totals.count)}</span>
        </span>
      </FigureLink>
    </li>
  );
}
