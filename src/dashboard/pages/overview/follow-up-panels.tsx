import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import type { FollowUp } from '#contract/follow-ups.ts';
import {
  byUrgency,
  followUpsQuery,
  leftOutText,
  recordAddress,
} from '#dashboard/api/follow-ups/follow-ups.ts';
import { useStanding } from '#dashboard/api/http/use-standing-error.ts';
import type { LoanRow } from '#dashboard/api/loans/loans.ts';
import { useDesk } from '#dashboard/api/session/session.ts';
import { DueDate } from '#dashboard/forms/due-date.tsx';
import { countOf, formatCount } from '#dashboard/lib/figures.ts';
import { clip } from '#dashboard/lib/truncate.ts';
import { Failed, retryOf } from '#dashboard/table/failures.tsx';
import { Button } from '#dashboard/ui/button.tsx';
import { Panel } from '#dashboard/ui/panel.tsx';
import { Skeleton } from '#dashboard/ui/skeleton.tsx';
import { CurrencyPanel, currencyName, LoanLines, lineLink, Nothing, useOutlook } from './currency-panel.tsx';
import { LINES } from './exposure.ts';

/** As many of one's own follow-ups as are listed here. */
const MOST = 10;

/**
 * What the person who is signed in has to do next, and which of the late loans, the worst first, no one follows up.
 * `none` is said if none is late.
 */
export function FollowUpPanels({ late, none }: { late: readonly LoanRow[]; none: string }) {
  const { currency, seen } = useOutlook();
  const { session } = useDesk();
  const own = useStanding(useQuery(followUpsQuery({ assignee: session?.person.id, open: true })));
  const mine = own.data?.rows.toSorted(byUrgency) ?? [];
  const open = useStanding(useQuery(followUpsQuery({ kind: 'loan', open: true })));
  // A person who is disabled follows up nothing.
  const acted = open.data?.rows.filter(({ assignee }) => !assignee?.disabled);
  const followed = new Set(acted?.map(({ record }) => record.id));
  const without = late.filter(({ id }) => !followed.has(id));
  const [isWhole, setWhole] = useState(false);
  const name = currencyName(currency);
  const followedUp = `Every late ${name} loan${seen ? ' so far' : ''} has an open follow-up.`;
  return (
    <>
      <Panel
        title="My follow-ups"
        aside={mine.length > MOST && <Count>{`${MOST} of ${formatCount(mine.length)}`}</Count>}
      >
        <Loaded query={own} none={mine.length === 0 && 'No open follow-up is assigned to you.'}>
          <ul aria-label="My follow-ups" className="divide-y divide-hairline">
            {mine.slice(0, MOST).map((followUp) => (
              <li key={followUp.id} className="px-4 py-2 text-table">
                <div className="flex items-baseline justify-between gap-3">
                  <Link to={recordAddress(followUp.record)} className={`${lineLink} max-md:py-2`}>
                    <bdi>{clip(followUp.record.name, 100)}</bdi>
                  </Link>
                  <span className="shrink-0 text-label">
                    <DueDate followUp={followUp} />
                  </span>
                </div>
                <p className="line-clamp-2 text-label text-muted wrap-anywhere">{clip(followUp.text, 200)}</p>
              </li>
            ))}
          </ul>
        </Loaded>
      </Panel>
      <CurrencyPanel
        title="Late without a follow-up"
        aside={open.data && without.length > 0 && <Count>{countOf(without.length, 'loan')}</Count>}
      >
        <Loaded query={open} none={without.length === 0 && (late.length > 0 ? followedUp : none)}>
          <LoanLines
            loans={isWhole ? without : without.slice(0, LINES)}
            label={`Late without a follow-up (${name})`}
          />
          {!isWhole && without.length > LINES && (
            <div className="px-4 py-2">
              <Button onClick={() => setWhole(true)}>Show all {formatCount(without.length)}</Button>
            </div>
          )}
        </Loaded>
      </CurrencyPanel>
    </>
  );
}

function Count({ children }: { children: string }) {
  return <span className="text-label text-muted">{children}</span>;
}

interface LoadedProps {
  query: ReturnType<typeof useQuery<{ rows: FollowUp[]; isWhole: boolean }>>;
  /** Said if there are none; false if there are some. */
  none: string | false;
  children: ReactNode;
}

function Loaded({ query, none, children }: LoadedProps) {
  const { data, error } = query;
  if (error && !data) return <Failed what="follow-ups" error={error} {...retryOf(query)} />;
  if (!data) {
    return (
      <p aria-busy className="flex h-17 items-center px-4">
        <Skeleton className="w-48" />
      </p>
    );
  }
  const leftOut = leftOutText(data);
  return (
    <>
      {none ? <Nothing>{none}</Nothing> : children}
      {leftOut && <p className="px-4 py-2 text-label text-muted">{leftOut}</p>}
    </>
  );
}
