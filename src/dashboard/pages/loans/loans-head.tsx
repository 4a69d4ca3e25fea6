import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { buttonClass } from '#dashboard/ui/button.tsx';
import { PageHead } from '#dashboard/ui/page-title.tsx';

interface LoansHeadProps {
  whole: boolean;
  freshness: ReactNode;
  children?: ReactNode;
}

/** The head of the list: which way it is read, how old it is, and what can be done with it. */
export function LoansHead({ whole, freshness, children }: LoansHeadProps) {
  return (
    <PageHead title="Loans">
      <div className="flex flex-wrap items-center justify-end gap-2">
        {freshness}
        <nav
          aria-label="Ways to read the list"
          className="flex rounded-control border border-border bg-panel p-0.5"
        >
          <WayLink to={false} current={!whole}>
            By page
          </WayLink>
          <WayLink to current={whole}>
            All loans
          </WayLink>
        </nav>
        {children}
        <Link to="/loans/new" className={buttonClass('primary')}>
          New loan
        </Link>
      </div>
    </PageHead>
  );
}

function WayLink({ to, current, children }: { to: boolean; current: boolean; children: string }) {
  const [search] = useSearchParams();
  const next = new URLSearchParams(search);
  // A page of another list, and a sort that only all rows can have, mean nothing on the other side.
  for (const name of ['page', 'all', ...(to ? [] : ['sort', 'group'])]) next.delete(name);
  if (to) next.set('all', '1');
  return (
    <Link
      to={{ search: next.toString() }}
      aria-current={current ? 'true' : undefined}
      className="flex h-7 items-center rounded-[4px] px-2.5 font-medium text-soft text-table transition-colors hover:bg-hover aria-[current=true]:bg-accent-soft aria-[current=true]:text-accent-text max-md:h-10"
    >
      {children}
    </Link>
  );
}
