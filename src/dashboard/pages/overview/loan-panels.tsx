import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { LastVisit } from '#dashboard/api/activity/visit.ts';
import { loansAddress } from '#dashboard/api/addresses.ts';
import { LATE_STATES, type LoanFilter } from '#dashboard/api/loans/loan-filter.ts';
import { countOf, formatCount } from '#dashboard/lib/figures.ts';
import { formatInstant } from '#dashboard/lib/times.ts';
import { Panel } from '#dashboard/ui/panel.tsx';
import {
  asideLink,
  CurrencyPanel,
  currencyName,
  LoanLines,
  type LoanLinesProps,
  loansIn,
  Nothing,
  useOutlook,
} from './currency-panel.tsx';
import { type CurrencyExposure, type Exposure, instantOf, LINES, rungsOf } from './exposure.ts';

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
  const to = loansIn(currency, filter);
  return (
    <CurrencyPanel
      title={title}
      aside={
        count > 0 &&
        (to ? (
          <Link to={to} aria-label={`All ${formatCount(count)} ${all}`} className={`${asideLink} tabular`}>
            {countOf(count, 'loan')}
          </Link>
        ) : (
          <span className="text-muted text-table">{countOf(count, 'loan')}</span>
        ))
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
