import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { LastVisit } from '#dashboard/api/activity/visit.ts';
import { loansAddress } from '#dashboard/api/addresses.ts';
import type { LoanFilter } from '#dashboard/api/loans/loan-filter.ts';
import type { LoanRow } from '#dashboard/api/loans/loans.ts';
import { countOf, formatCount } from '#dashboard/lib/figures.ts';
import { formatInstant, readTimestamp } from '#dashboard/lib/times.ts';
import { Panel } from '#dashboard/ui/panel.tsx';
import type { Exposure } from './exposure.ts';
import { LoanLines, Standing } from './loan-lines.tsx';
import { PartialMark } from './partial-mark.tsx';

interface PanelProps {
  exposure: Exposure;
  now: number;
  nameOf: (userId: string) => string | undefined;
  seen: string | null;
}

/** The loans that are late, the worst first. */
export function Late({ exposure: { late, allLate }, ...rest }: PanelProps) {
  const words = {
    title: 'Late',
    label: 'Late loans',
    link: 'late loans',
    none: 'No loan is past its date.',
    noneYet: 'No late loan among those that are here so far.',
  };
  return (
    <LoansPanel
      {...rest}
      {...words}
      loans={late}
      count={allLate.length}
      filter={{ state: ['grace', 'past'] }}
    />
  );
}

/** The loans that fall due soonest. */
export function DueNext({ exposure: { next, currencies }, ...rest }: PanelProps) {
  const words = {
    title: 'Due next',
    label: 'Loans due next',
    link: 'loans that are due',
    none: 'No loan falls due.',
    noneYet: 'No loan that falls due among those that are here so far.',
  };
  const due = currencies.reduce((sum, { states }) => sum + states.due.count, 0);
  return <LoansPanel {...rest} {...words} loans={next} count={due} filter={{ state: ['due'] }} />;
}

interface LoansPanelProps extends Omit<PanelProps, 'exposure'> {
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
        <LoanLines {...{ label, loans, nameOf }} note={(loan) => <Standing loan={loan} now={now} />} />
      )}
    </Panel>
  );
}

/** What is said if no last visit is known. */
const NO_LAST_VISIT: Record<LastVisit['state'], string> = {
  loading: 'Loading your last visit…',
  failed: 'Your last visit could not be loaded. Reload the page to try again.',
  known: 'Loans created or changed since your last visit will appear here.',
};

/** What was made or changed since the last visit. */
export function Changed({
  exposure: { changed },
  visit: { state, since },
  now,
  nameOf,
  seen,
}: PanelProps & { visit: LastVisit }) {
  const { made, altered, latest } = changed;
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
      title={`Since ${formatInstant(since)}`}
      aside={
        <Aside
          seen={seen}
          count={made + altered}
          to={loansAddress({ since: iso })}
          label={`loans made or changed since ${formatInstant(since)}`}
        />
      }
    >
      {latest.length === 0 ? (
        <Nothing>
          {seen ? 'Nothing new or changed so far.' : 'Nothing is new or changed since your last visit.'}
        </Nothing>
      ) : (
        <>
          <p className="px-4 pt-2 text-muted text-table">
            {formatCount(made)} new, {formatCount(altered)} changed.
          </p>
          <LoanLines
            label="Loans created or changed"
            loans={latest}
            nameOf={nameOf}
            note={(loan) => {
              const isMade = (readTimestamp(loan.created_at ?? '') ?? -1) >= since;
              return (
                <span className="text-muted">
                  {isMade ? 'new' : 'changed'}, <Standing loan={loan} now={now} />
                </span>
              );
            }}
          />
        </>
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
