import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { withParams } from '#dashboard/lib/search-params.ts';
import { Segment, Segments } from '#dashboard/table/segments.tsx';
import { buttonClass } from '#dashboard/ui/button.tsx';
import { PageHead } from '#dashboard/ui/page-title.tsx';

interface LoansHeadProps {
  whole: boolean;
  freshness: ReactNode;
  children?: ReactNode;
}

/** The head of the list: which way it is read, how old it is, and what can be done with it. */
export function LoansHead({ whole, freshness, children }: LoansHeadProps) {
  const [search] = useSearchParams();
  return (
    <PageHead title="Loans">
      {/* On a phone the age stands beside the title, and what can be done on a line of its own. */}
      <div className="flex flex-wrap items-center justify-end gap-2 max-md:contents">
        {freshness}
        <Segments label="Ways to read the list">
          <Segment to={addressOf(search, false)} current={!whole}>
            By page
          </Segment>
          <Segment to={addressOf(search, true)} current={whole}>
            All loans
          </Segment>
        </Segments>
        {children}
        <Link to="/loans/new" className={`${buttonClass('primary')} ml-auto`}>
          New loan
        </Link>
      </div>
    </PageHead>
  );
}

/** The same list, read by page or whole. */
function addressOf(search: URLSearchParams, whole: boolean): { search: string } {
  // A page of another list, and a sort that only all rows can have, mean nothing on the other side.
  const next = withParams(search, { page: null, all: whole ? '1' : null });
  return { search: String(whole ? next : withParams(next, { sort: null, group: null })) };
}
