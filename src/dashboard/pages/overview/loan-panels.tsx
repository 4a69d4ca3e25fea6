import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { LastVisit } from '#dashboard/api/activity/visit.ts';
import { loansAddress } from '#dashboard/api/addresses.ts';
import { LATE_STATES, type LoanFilter } from '#dashboard/api/loans/loan-filter.ts';
import type { LoanRow } from '#dashboard/api/loans/loans.ts';
import { StandingText } from '#dashboard/forms/standing-badge.tsx';
import { countOf, formatCount } from '#dashboard/lib/figures.ts';
import { formatInstant, readTimestamp } from '#dashboard/lib/times.ts';
import { Panel } from '#dashboard/ui/panel.tsx';
import type { Changes, CurrencyExposure, Exposure } from './exposure.ts';
import { LoanLines } from './loan-lines.tsx';
import { PartialMark } from './partial-mark.tsx';
import { currencyName } from './sum.tsx';

interface PanelProps {
  /** The currency that the page is about, and what is open in it. */
  own: CurrencyExposure;
  now: number;
  nameOf: (userId: string) => string | undefined;
  seen: string | null;
}

/** The loans that are late, the worst first. */
export function Late({ own: { currency, late, allLate }, ...rest }: PanelProps) {
  const name = currencyName(currency);
  const words = {
    title: `Late (${name})`,
    label: 'Late loans',
    link: `late ${name} loans`,
    none: `No ${name} loan is late.`,
    noneYet: `No late ${name} loan so far.`,
  };
  const filter = { state: [...LATE_STATES], currency: [currency] };
  return <LoansPanel {...rest} {...words} loans={late} count={allLate.length} filter={filter} />;
}

/** The loans that are due soonest. */
export function DueNext({ own: { currency, next, states }, ...rest }: PanelProps) {
  const name = currencyName(currency);
  const words = {
    title: `Upcoming repayments (${name})`,
    label: 'Upcoming repayments',
    link: `${name} loans that are due`,
    none: `No ${name} loan is due.`,
    noneYet: `No due ${name} loan so far.`,
  };
  const filter: Partial<LoanFilter> = { state: ['due'], currency: [currency] };
  return <LoansPanel {...rest} {...words} loans={next} count={states.due.count} filter={filter} />;
}

interface LoansPanelProps extends Omit<PanelProps, 'own'> {
  title: string;
  label: string;
  /** What the link to all of them is called. */
  link: string;
  /** What is said without any, and while loans are missing. */
  none: string;
  noneYet: string;
  loans: readonly LoanRow[];
  count: number;
  filter: Partial<LoanFilter>;
}

function LoansPanel({ title, label, link, none, noneYet, loans, count, filter, ...rest }: LoansPanelProps) {
  const { now, nameOf, seen } = rest;
  return (
    <Panel title={title} aside={<Aside {...{ seen, count }} to={loansAddress(filter)} label={link} />}>
      {loans.length === 0 ? (
        <Nothing>{seen ? noneYet : none}</Nothing>
      ) : (
        <LoanLines {...{ label, loans, nameOf }} note={(loan) => <StandingText loan={loan} now={now} />} />
      )}
    </Panel>
  );
}

/** What is said if no last visit is known. */
const NO_LAST_VISIT: Record<LastVisit['state'], string> = {
  loading: 'Loading your last visit…',
  failed: 'Your last visit could not be loaded. Reload the page to try again.',
  known: 'Loans created or updated since your last visit will appear here.',
};

interface ChangedProps extends Omit<PanelProps, 'own'> {
  currency: string;
  changed: Exposure['changed'];
  visit: LastVisit;
}

const NO_CHANGES: Changes = { made: 0, altered: 0, latest: [] };

/** What was created or updated since the last visit. */
export function Changed({ currency, changed, visit: { state, since }, now, nameOf, seen }: ChangedProps) {
  const { made, altered, latest } = changed.get(currency) ?? NO_CHANGES;
  const all = [...changed.values()].reduce((sum, part) => sum + part.made + part.altered, 0);
  const elsewhere = all - made - altered;
  const name = currencyName(currency);
  if (since === null) {
    return (
      <Panel title="Since your last visit">
        <Nothing>{NO_LAST_VISIT[state]}</Nothing>
      </Panel>
    );
  }
  const iso = new Date(since).toISOString();
  return (
    <Panel
      title={`Since your last visit (${name})`}
      aside={
        <Aside
          seen={seen}
          count={made + altered}
          to={loansAddress({ since: iso, currency: [currency] })}
          label={`${name} loans created or updated since ${formatInstant(since)}`}
        />
      }
    >
      {latest.length === 0 ? (
        <Nothing>
          {seen
            ? `Nothing new in ${name} so far.`
            : `No ${name} loan was created or updated since ${formatInstant(since)}.`}
        </Nothing>
      ) : (
        <>
          <p className="px-4 pt-2 text-muted text-table">
            {formatCount(made)} new, {formatCount(altered)} updated since {formatInstant(since)}.
          </p>
          <LoanLines
            label="Loans created or updated"
            loans={latest}
            nameOf={nameOf}
            note={(loan) => {
              const isMade = (readTimestamp(loan.created_at ?? '') ?? -1) >= since;
              return (
                <span className="text-muted">
                  {isMade ? 'New' : 'Updated'} · <StandingText loan={loan} now={now} />
                </span>
              );
            }}
          />
        </>
      )}
      {elsewhere > 0 && (
        <p className="border-hairline border-t px-4 py-2 text-table">
          <Link
            to={loansAddress({ since: iso })}
            className="tabular rounded-control text-accent-text hover:underline"
          >
            {countOf(all, 'loan')} in all currencies
          </Link>
        </p>
      )}
    </Panel>
  );
}

interface AsideProps {
  seen: string | null;
  count: number;
  to: string;
  label: string;
}

function Aside({ seen, count, to, label }: AsideProps) {
  return (
    <div className="flex items-center gap-2">
      <PartialMark seen={seen} />
      {count > 0 && (
        <Link
          to={to}
          aria-label={`All ${formatCount(count)} ${label}`}
          className="tabular rounded-control px-1.5 py-1 text-accent-text text-table hover:underline"
        >
          {countOf(count, 'loan')}
        </Link>
      )}
    </div>
  );
}

function Nothing({ children }: { children: ReactNode }) {
  return <p className="px-4 py-6 text-center text-muted text-table">{children}</p>;
}
